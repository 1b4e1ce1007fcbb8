import tseslint from 'typescript-eslint';

export default tseslint.config(
  {
    ignores: [
      'dist',
      'node_modules',
      'bench/node_modules',
      '**/*.js',
      '**/*.cjs',
      'src/browser/dom/snapshot/*.generated.ts',
      'src/sdk/*.generated.ts',
      'tests/clients/peers.d.ts',
    ],
  },
  ...tseslint.configs.strictTypeChecked,
  {
    languageOptions: {
      parserOptions: { project: ['./tsconfig.json', './tsconfig.in-page.json'], tsconfigRootDir: import.meta.dirname },
    },
    rules: {
      'max-lines': ['error', { max: 300 }],
      'max-lines-per-function': ['error', { max: 50, skipComments: true, skipBlankLines: true }],
      '@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': 'error',
      '@typescript-eslint/no-floating-promises': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/consistent-type-imports': 'error',
      'no-console': 'error',
      'no-restricted-properties': [
        'error',
        { object: 'process', property: 'env', message: 'Only config/ and the entry points read the environment.' },
      ],
    },
  },
  {
    // The entry points and what starts child processes read the environment; the terminal is theirs.
    files: ['src/cli/**', 'src/config/**', 'src/main.ts', 'scripts/**', 'bench/**', 'tests/**'],
    rules: { 'no-restricted-properties': 'off', 'no-console': 'off' },
  },
  {
    // One describe() holds many tests; sizes are about product code. A test may cast what it parsed.
    files: ['tests/**', 'src/**/*.test.ts', 'bench/**', 'scripts/**'],
    rules: {
      'max-lines-per-function': 'off',
      '@typescript-eslint/consistent-type-assertions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
    },
  },
  {
    // Scripts have no type annotations: `npm run typecheck` checks what can be inferred (tsconfig.scripts.json).
    files: ['**/*.mjs'],
    ...tseslint.configs.disableTypeChecked,
    languageOptions: {
      parserOptions: { project: ['./tsconfig.scripts.json'], tsconfigRootDir: import.meta.dirname },
    },
  },
  {
    // The in-page program reads through prototype getters, whose types the DOM library does not have.
    files: ['src/browser/dom/agent/**'],
    rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
  },
);
