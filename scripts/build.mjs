// Bundles the command and the library, with what is loaded late in chunks of their own. Playwright stays outside.
import { chmod, rename, rm } from 'node:fs/promises';
import { build } from 'esbuild';
import './bundle-in-page.mjs';
import { bundlePlugins } from './bundle-plugins.mjs';

const ADAPTERS = ['ai-sdk', 'langchain', 'mastra', 'openai-agents'];
// The first thing that `npm start` shows: the rest takes seconds.
console.error('Building Gatewright …');
// A build that fails leaves what was there.
const fresh = `dist.${process.pid}`;
await build({
  entryPoints: {
    gatewright: 'src/main.ts',
    index: 'src/sdk/index.ts',
    provider: 'src/sdk/provider/index.ts',
    ...Object.fromEntries(ADAPTERS.map((name) => [name, `src/sdk/adapters/${name}.ts`])),
  },
  outdir: fresh,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  legalComments: 'none',
  // The adapters are for programs that have these themselves.
  external: ['playwright-core', 'ai', '@langchain/core', '@mastra/core', '@openai/agents'],
  plugins: await bundlePlugins(),
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
}).catch(async (error) => {
  console.error(error.message);
  await rm(fresh, { recursive: true, force: true });
  process.exit(1);
});
// The first line of src/main.ts makes it a program; npm links to it as it is.
await chmod(`${fresh}/gatewright.js`, 0o755);
await rm('dist', { recursive: true, force: true });
await rename(fresh, 'dist');
