import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, it } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const DIST = join(ROOT, 'site', 'dist');
const PAGES = readdirSync(join(ROOT, 'docs'), { recursive: true })
  .map(String)
  .filter((file) => file.endsWith('.md'))
  .map((file) => file.slice(0, -'.md'.length));

/** Built as a reader builds it, without a network. A link that leads nowhere fails the build. */
describe('the documentation as a site', () => {
  const made = (file: string): string => readFileSync(join(DIST, file), 'utf8');

  beforeAll(() => {
    execFileSync('npm', ['run', '--silent', 'docs:site'], { cwd: ROOT, stdio: 'pipe', timeout: 55_000 });
  });

  it('has every page of docs/, and each as Markdown', () => {
    for (const page of [...PAGES, 'index', 'changelog', 'contributing', 'security']) {
      expect(made(`${page}.html`), page).toContain('<h1');
      expect(made(`${page}.md`), page).toMatch(/^# /u);
    }
  });

  it('names the Markdown of each page in its head, where it is', () => {
    for (const page of [...PAGES, 'index']) {
      const [, href = ''] =
        /<link rel="alternate" type="text\/markdown" href="([^"]+)"/u.exec(made(`${page}.html`)) ?? [];
      const target = new URL(href, `http://site/base/${page}.html`).pathname;
      expect(target, page).toBe(`/base/${page}.md`);
      expect(existsSync(join(DIST, target.replace('/base/', ''))), page).toBe(true);
    }
  });

  it('has a list for programs, with a sentence for every page', () => {
    const lines = made('llms.txt').split('\n');
    expect(lines[0]).toBe('# Gatewright');
    for (const page of PAGES) expect(lines.find((line) => line.includes(`](${page}.md): `))).toMatch(/: \S.+\.$/u);
    expect(made('llms-full.txt')).toContain('# Recipes');
  });

  it('has a search index of its own, and loads nothing from elsewhere', () => {
    const chunks = readdirSync(join(DIST, 'assets', 'chunks'));
    expect(chunks.some((file) => file.includes('localSearchIndex'))).toBe(true);
    for (const page of PAGES) {
      expect(made(`${page}.html`)).not.toMatch(
        /<(?:script|img|iframe)[^>]+src="(?:https?:)?\/\/|<link[^>]+href="https?:/u,
      );
    }
  });

  it('is no part of the package', () => {
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { files: string[] };
    expect(manifest.files.filter((file) => file.startsWith('site'))).toEqual([]);
    expect(existsSync(join(ROOT, 'docs', '.vitepress'))).toBe(false);
  });
});
