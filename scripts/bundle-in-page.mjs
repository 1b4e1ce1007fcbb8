// Bundles the program that runs inside pages into one string, so that the host can carry it wherever it is loaded from.
import { build } from 'esbuild';
import { writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** Of strings that are no token, about one in 500 passes for one. */
const BITS_PER_TOKEN = 13;
const at = (path) => fileURLToPath(new URL(`../src/browser/dom/${path}`, import.meta.url));

// The words of all languages first: the program in the page and the snapshot import them.
const { pageWords } = await imported(fileURLToPath(new URL('../src/policy/languages/page-words.ts', import.meta.url)));
await writeFile(
  at('host/page-words.generated.ts'),
  `// Made by scripts/bundle-in-page.mjs from policy/languages/.\nexport const PAGE_WORDS = ${JSON.stringify(pageWords())};\n`,
);

await writeTokenFilter();

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

/** A module of the source, as it is. */
async function imported(file) {
  const { outputFiles } = await build({ entryPoints: [file], bundle: true, format: 'esm', write: false });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}

/** Which strings are tokens of o200k, for estimates of what a text costs the model. */
async function writeTokenFilter() {
  const { TokenFilter, MAX_TOKEN_LENGTH } = await imported(at('snapshot/token-filter.ts'));
  const { default: ranks } = await import('gpt-tokenizer/bpeRanks/o200k_base');
  const known = ranks.filter((token) => typeof token === 'string' && token.length <= MAX_TOKEN_LENGTH);
  const bytes = new Uint8Array(Math.ceil((known.length * BITS_PER_TOKEN) / 8));
  const filter = new TokenFilter(bytes);
  for (const token of known) filter.add(token);
  const base64 = Buffer.from(bytes).toString('base64');
  await writeFile(
    at('snapshot/token-filter.generated.ts'),
    `// Made by scripts/bundle-in-page.mjs from the tokens of o200k.\nexport const TOKEN_FILTER: string =\n  '${base64}';\n`,
  );
}
