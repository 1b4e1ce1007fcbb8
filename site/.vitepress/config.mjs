// The documentation as a site: `npm run docs:site` writes it into site/dist. Nothing of it is loaded from elsewhere.
import { join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { GROUPS, readPages, writeForPrograms } from '../../scripts/site-pages.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const pages = await readPages(root);
const titles = new Map(pages.map(({ name, title }) => [name, name === 'index' ? 'Start in two minutes' : title]));
const summaries = new Map(pages.map(({ name, summary }) => [`${name}.md`, summary]));

export default {
  title: 'Gatewright',
  description: summaries.get('index.md'),
  lang: 'en',
  srcDir: 'pages',
  outDir: 'dist',
  cacheDir: join(root, 'node_modules', '.cache', 'vitepress'),
  // A bare address in the text is an example, not a link.
  markdown: { linkify: false },
  vite: { publicDir: false, logLevel: 'warn' },
  transformPageData: (page) => ({ description: summaries.get(page.relativePath) }),
  transformHead: ({ pageData }) => [
    ['link', { rel: 'alternate', type: 'text/markdown', href: `./${posix.basename(pageData.relativePath)}` }],
  ],
  themeConfig: {
    search: { provider: 'local' },
    outline: [2, 3],
    sidebar: GROUPS.map(({ title, pages: names }) => ({
      text: title,
      items: names.map((name) => ({ text: titles.get(name), link: name === 'index' ? '/' : `/${name}` })),
    })),
    nav: [
      { text: 'Recipes', link: '/recipes' },
      { text: 'Tools', link: '/tools' },
      { text: 'Configuration', link: '/config' },
    ],
  },
  buildEnd: ({ outDir }) => writeForPrograms(root, outDir),
};
