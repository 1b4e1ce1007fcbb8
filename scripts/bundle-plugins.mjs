// What every client window waits for at its start, made smaller. Each says so when what it looks for is gone.
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';

/** zod brings its messages in fifty languages, a quarter of a megabyte that every start would read; we use one. */
const oneLanguage = replacing('one-language', /zod.v4.locales.[a-zA-Z-]+\.js$/, (_, path) =>
  /(?:en|index)\.js$/u.test(path)
    ? undefined
    : { contents: 'export default () => ({ localeError: () => undefined });' },
);

/** The SDK's other JSON Schema validator: the same answers for a seventh of what every start would read. */
const smallValidator = replacing('small-validator', /modelcontextprotocol.server.dist.shimsNode\.mjs$/, () => ({
  contents: `export { default as process } from 'node:process';
    export { CfWorkerJsonSchemaValidator as DefaultJsonSchemaValidator }
      from '@modelcontextprotocol/server/validators/cf-worker';`,
  resolveDir: process.cwd(),
}));

/**
 * The public suffix list is an eighth of the code and needed with the first address, not before. Whoever asks it cannot
 * wait for an import, so it lies beside the bundle as a module that can be loaded on the spot. If that fails, the
 * question fails, and with it the call.
 */
const lateSuffixList = {
  name: 'late-suffix-list',
  setup({ onLoad, onResolve, onStart, initialOptions: { outdir = 'dist' } }) {
    const file = 'suffix-list.cjs';
    onStart(async () => {
      await build({
        ...{ entryPoints: ['tldts'], outfile: join(outdir, file), logLevel: 'error' },
        ...{ bundle: true, format: 'cjs', platform: 'node', target: 'node20', minify: true, legalComments: 'none' },
      });
    });
    onResolve({ filter: /^tldts$/ }, () => ({ path: 'tldts', namespace: 'late' }));
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      contents: `import { createRequire } from 'node:module';
        let list;
        const loaded = () => (list ??= createRequire(import.meta.url)('./${file}'));
        export const parse = (...given) => loaded().parse(...given);
        export const getDomain = (...given) => loaded().getDomain(...given);`,
    }));
  },
};

/** Asked for as one object, zod is taken whole; asked for by name, a fifth of it is left out. */
const zodByName = replacing('zod-by-name', /[\\/]src[\\/][^.]+\.ts$/, (text) => ({
  contents: text.replace("import { z } from 'zod'", "import * as z from 'zod'"),
  loader: 'ts',
}));

/** @returns {Promise<import('esbuild').Plugin[]>} */
export async function bundlePlugins() {
  return [oneLanguage, smallValidator, lateSuffixList, await listedAtBuild(), zodByName];
}

/** What tools/list shows of each tool's arguments, which the tools themselves say; a test compares the two. */
async function listedAtBuild() {
  const table = JSON.stringify(JSON.stringify(await listedSchemas()));
  return replacing('listed-at-build', /src.tools.listed-schema\.ts$/, () => ({
    contents: `let table;
      export function listedSchema(tool) {
        table ??= JSON.parse(${table});
        if (!Object.hasOwn(table, tool)) throw new Error('a tool that the build does not know');
        return table[tool];
      }`,
  }));
}

async function listedSchemas() {
  // Inside the project, so that the bundle finds its libraries.
  const folder = await mkdtemp(join(process.cwd(), 'node_modules', '.tools-'));
  try {
    const outfile = join(folder, 'tools.mjs');
    await build({
      ...{ entryPoints: ['src/tools/index.ts'], outfile, logLevel: 'error' },
      ...{ bundle: true, format: 'esm', platform: 'node', packages: 'external' },
    });
    const { TOOLS } = await import(pathToFileURL(outfile).href);
    return Object.fromEntries(TOOLS.map(({ name, inputSchema }) => [name, inputSchema]));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * @param {string} name
 * @param {RegExp} files
 * @param {(text: string, path: string) => import('esbuild').OnLoadResult | undefined} contentsOf
 * @returns {import('esbuild').Plugin}
 */
function replacing(name, files, contentsOf) {
  return {
    name,
    setup({ onLoad, onEnd }) {
      let isFound = false;
      onLoad({ filter: files }, async ({ path }) => {
        isFound = true;
        return contentsOf(await readFile(path, 'utf8'), path);
      });
      onEnd(() => (isFound ? {} : { errors: [{ text: `nothing to replace: ${files.source}` }] }));
    },
  };
}
