// The pages of the documentation's site: which there are, in which order, and how a file of the project becomes one.
import { readFileSync } from 'node:fs';
import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join, posix } from 'node:path';

/** Files of the project that are pages beside those of docs/, by the name of the page. */
const OTHER_SOURCES = new Map([
  ['index', 'README.md'],
  ['changelog', 'CHANGELOG.md'],
  ['contributing', 'CONTRIBUTING.md'],
  ['security', 'SECURITY.md'],
]);

const capabilities = readFileSync(new URL('../docs/capabilities.md', import.meta.url), 'utf8');

/** Every page, in the order of the menu. */
export const GROUPS = [
  { title: 'Start', pages: ['index', 'recipes', 'coming-from', 'clients', 'dev-server', 'phone'] },
  {
    title: 'Use it',
    pages: ['risk', 'network', 'identities', 'console', 'record', 'files', 'profiles', 'capabilities'],
  },
  {
    title: 'Capabilities',
    pages: [...capabilities.matchAll(/\((capabilities\/[\w-]+)\.md\)/gu)].map(([, name = '']) => name),
  },
  { title: 'For many', pages: ['teams', 'limits', 'containers', 'remote', 'relay', 'attach'] },
  { title: 'Build on it', pages: ['sdk', 'plugins'] },
  { title: 'Look it up', pages: ['tools', 'config', 'errors', 'promises', 'words'] },
  { title: 'How it is made', pages: ['path', 'threat-model', 'benchmarks', 'dependencies', 'release'] },
  { title: 'The project', pages: ['changelog', 'contributing', 'security'] },
];

/** @typedef {{ name: string; title: string; summary: string; text: string }} Page */

/**
 * Reads every page and points its links at pages. A file of docs/ that is in no group is an error.
 * @param {string} root
 * @returns {Promise<Page[]>}
 */
export async function readPages(root) {
  const names = GROUPS.flatMap(({ pages }) => pages);
  const files = (await readdir(join(root, 'docs'), { recursive: true })).filter((file) => file.endsWith('.md'));
  const left = files.filter((file) => !names.includes(file.slice(0, -'.md'.length)));
  if (left.length > 0) throw new Error(`in no group of scripts/site-pages.mjs: ${left.join(', ')}`);
  const raw = await Promise.all(
    names.map(async (name) => {
      const text = await readFile(join(root, sourceOf(name)), 'utf8');
      return { name, title: titleOf(text), text };
    }),
  );
  const titles = new Map(raw.map(({ name, title }) => [sourceOf(name), { name, title }]));
  return raw.map(({ name, title, text: before }) => {
    const text = pointLinks(before, sourceOf(name), titles);
    return { name, title, summary: summaryOf(text), text };
  });
}

/**
 * Writes the pages and their pictures into a folder that is made anew.
 * @param {string} root
 * @param {string} folder
 */
export async function stagePages(root, folder) {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  for (const page of await readPages(root)) await writePage(folder, page);
  await cp(join(root, 'docs'), folder, { recursive: true, filter: (path) => !path.endsWith('.md') });
}

/**
 * Writes what programs read beside the pages: each as Markdown, llms.txt (the list) and llms-full.txt (all of it).
 * @param {string} root
 * @param {string} folder
 */
export async function writeForPrograms(root, folder) {
  const pages = await readPages(root);
  for (const page of pages) await writePage(folder, page);
  const of = new Map(pages.map((page) => [page.name, page]));
  const groups = GROUPS.map(({ title, pages: names }) => {
    const lines = names.map((name) => `- [${of.get(name)?.title}](${name}.md): ${of.get(name)?.summary}`);
    return `## ${title}\n\n${lines.join('\n')}\n`;
  });
  const head = `# Gatewright\n\n> ${of.get('index')?.summary}\n`;
  await writeFile(join(folder, 'llms.txt'), [head, ...groups].join('\n'));
  const whole = pages.map(({ name, text }) => `<!-- ${name}.md -->\n\n${text}`);
  await writeFile(join(folder, 'llms-full.txt'), whole.join('\n'));
}

/** @param {string} folder @param {Page} page */
async function writePage(folder, { name, text }) {
  const file = join(folder, `${name}.md`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** @param {string} name */
function sourceOf(name) {
  return OTHER_SOURCES.get(name) ?? `docs/${name}.md`;
}

/** @param {string} text */
function titleOf(text) {
  return /^# (.+)$/mu.exec(text)?.[1]?.replaceAll('`', '') ?? '';
}

/**
 * The first sentence below the title, without links.
 * @param {string} text
 */
function summaryOf(text) {
  const paragraph = text
    .split('\n\n')
    .find((part) => part !== '' && !/^(?:#|<!--|\||```|!\[|- )/u.test(part))
    ?.replace(/\s+/gu, ' ');
  const plain = (paragraph ?? '').replace(/\[([^\]]+)\]\([^)]+\)/gu, '$1');
  return /^(?:`[^`]*`|[^`])+?[.:](?=\s|$)/u.exec(plain)?.[0].replace(/:$/u, '.') ?? plain;
}

/**
 * A link to another page stays one, and says its title where it said its file; a link to a file that is no page becomes
 * its text.
 * @param {string} text
 * @param {string} source
 * @param {Map<string, { name: string; title: string }>} titles
 */
function pointLinks(text, source, titles) {
  const parts = text.split(/(^ *```[\s\S]*?^ *```$)/mu);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(LINK, point))).join('');

  /** @param {string} link @param {string} bang @param {string} words @param {string} to @param {string} [anchor] */
  function point(link, bang, words, to, anchor = '') {
    const path = posix.normalize(posix.join(dirname(source), to));
    if (bang !== '') return `![${words}](./${posix.relative('docs', path)})`;
    const page = titles.get(path);
    if (page === undefined) return words;
    const from = dirname(titles.get(source)?.name ?? '');
    return `[${/^[\w/-]+\.md$/u.test(words) ? page.title : words}](${posix.relative(from, page.name)}.md${anchor})`;
  }
}

/** A link or a picture whose address is a path; `[text](#part)` and addresses with a scheme stay as they are. */
const LINK = /(!?)\[((?:[^\]]|\](?!\())+)\]\((?!#|[a-z]+:)([^)#\s]+)(#[^)\s]+)?\)/gu;
