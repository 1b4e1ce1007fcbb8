// Bundles the command: one entry, with what is loaded late in chunks of its own. Playwright stays outside.
import { rm } from 'node:fs/promises';
import { build } from 'esbuild';
import './bundle-in-page.mjs';

await rm('dist', { recursive: true, force: true });
await build({
  entryPoints: { gatewright: 'src/main.ts' },
  outdir: 'dist',
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  minify: true,
  keepNames: true,
  legalComments: 'none',
  external: ['playwright-core'],
  banner: {
    js: "import { createRequire as __createRequire } from 'node:module'; const require = __createRequire(import.meta.url);",
  },
  logLevel: 'warning',
});
