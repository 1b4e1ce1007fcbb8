// Bundles the program that runs inside pages into one string, so that the host can carry it wherever it is loaded from.
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

const at = (path) => fileURLToPath(new URL(`../src/browser/dom/${path}`, import.meta.url));

// The words of all languages first: the program in the page and the snapshot import them.
const words = await build({
  entryPoints: [fileURLToPath(new URL('../src/policy/languages/page-words.ts', import.meta.url))],
  bundle: true,
  format: 'esm',
  write: false,
});
const { pageWords } = await import(
  `data:text/javascript;base64,${Buffer.from(words.outputFiles[0].text).toString('base64')}`
);
await writeFile(
  at('host/page-words.generated.ts'),
  `// Made by scripts/bundle-in-page.mjs from policy/languages/.\nexport const PAGE_WORDS = ${JSON.stringify(pageWords())};\n`,
);

const result = await build({
  entryPoints: [at('agent/main.ts')],
  bundle: true,
  format: 'iife',
  minify: true,
  target: 'chrome120',
  charset: 'utf8',
  write: false,
  define: { __GATEWRIGHT_NAME__: '"gatewright"', __GATEWRIGHT_LEAVING__: '"gatewrightLeaving"' },
});
const [file] = result.outputFiles;
const text = `// Made by scripts/bundle-in-page.mjs from browser/dom/agent/.\nexport const IN_PAGE_SOURCE: string =\n  ${JSON.stringify(file.text)};\n`;
await writeFile(at('host/in-page-source.generated.ts'), text);
