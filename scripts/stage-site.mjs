// `npm run docs:site`, first half: README, docs/ and the like become the pages that VitePress builds.
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stagePages } from './site-pages.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
await stagePages(root, join(root, 'site', 'pages'));
