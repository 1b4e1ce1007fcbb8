// Bundles the command: one entry, with what is loaded late in chunks of its own. Playwright stays outside.
import { rename, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import './bundle-in-page.mjs';

/** zod brings its messages in fifty languages, a quarter of a megabyte that every start would read; we use one. */
const oneLanguage = {
  name: 'one-language',
  setup({ onLoad }) {
    onLoad({ filter: /zod.v4.locales.[a-zA-Z-]+\.js$/ }, ({ path }) =>
      /(?:en|index)\.js$/u.test(path)
        ? undefined
        : { contents: 'export default () => ({ localeError: () => undefined });' },
    );
  },
};

/** The SDK's other JSON Schema validator: the same answers for a seventh of what every start would read. */
const smallValidator = {
  name: 'small-validator',
  setup({ onLoad }) {
    onLoad({ filter: /modelcontextprotocol.server.dist.shimsNode\.mjs$/ }, () => ({
      contents: `export { default as process } from 'node:process';
        export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator }
          from '@modelcontextprotocol/server/validators/cf-worker';`,
      resolveDir: process.cwd(),
    }));
  },
};

// A build that fails leaves what was there.
const fresh = `dist.${process.pid}`;
await build({
  entryPoints: { gatewright: 'src/main.ts' },
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  external: ['playwright-core'],
  plugins: [oneLanguage, smallValidator],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
}).catch(async () => {
  await rm(fresh, { recursive: true, force: true });
  process.exit(1);
});
await rm('dist', { recursive: true, force: true });
await rename(fresh, 'dist');
