import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, test } from 'vitest';
import { loadConfig } from '../src/config/index.js';
import { parseManifest } from '../src/plugins/manifest.js';
import { TOOLS } from '../src/tools/index.js';
import { identityRecord } from '../src/vault/identity-record.js';
import { SNIPPETS, TYPED } from './fixtures/doc-snippets.js';

/** Blocks that no reader of ours takes, and why. */
const OTHERS: Readonly<Record<string, string>> = {
  'services:': 'a file of Docker Compose',
  '# Caddyfile': 'a file of Caddy',
};

/** What is shown rather than typed: answers, drawings and the lines of a protocol. */
const SHOWN: ReadonlySet<string> = new Set(['', 'text']);

const folder = mkdtempSync(join(tmpdir(), 'gw-snippets-'));
const isOther = (text: string): boolean => Object.keys(OTHERS).some((start) => text.startsWith(start));
const of = (language: string) => SNIPPETS.filter((snippet) => snippet.language === language && !isOther(snippet.text));

afterAll(() => {
  rmSync(folder, { recursive: true, force: true });
});

describe('the blocks of code in README and docs', () => {
  it('are there, each in a language that is looked at below', () => {
    const languages = new Set(SNIPPETS.map(({ language }) => language).filter((language) => !SHOWN.has(language)));
    expect([...languages].sort()).toEqual(['json', 'sh', 'ts', 'yaml']);
    expect(SNIPPETS.length).toBeGreaterThan(150);
    expect(Object.keys(OTHERS).filter((start) => !SNIPPETS.some(({ text }) => text.startsWith(start)))).toEqual([]);
  });

  test.each(of('yaml'))('$where: the configuration is taken', async ({ text }) => {
    const file = join(folder, 'gatewright.yaml');
    writeFileSync(file, text);
    const loaded = await loadConfig({ file, workspace: folder, env: {}, flags: {} });
    expect(loaded.file).toBe(file);
  });

  test.each(of('json'))('$where: $of takes it', ({ of: name, text }) => {
    expect(refusal(name, text)).toBeUndefined();
  });

  it('are refused where they are wrong', async () => {
    const file = join(folder, 'wrong.yaml');
    writeFileSync(file, 'browser: { headles: true }\n');
    await expect(loadConfig({ file, workspace: folder, env: {}, flags: {} })).rejects.toThrow('headles');
    expect(refusal('browser_navigate', '{ "adress": "https://example.com/" }')).toBeDefined();
    expect(refusal('no_such_tool', '{}')).toBeDefined();
  });
});

it('the page about other servers names the versions that the benches run', () => {
  const { dependencies } = JSON.parse(readFileSync('bench/package.json', 'utf8')) as {
    dependencies: Record<string, string>;
  };
  const page = readFileSync('docs/coming-from.md', 'utf8');
  for (const name of ['@playwright/mcp', 'chrome-devtools-mcp', 'agent-browser'])
    expect(page).toContain(`\`${name}\` ${dependencies[name] ?? 'of no version'}`);
});

describe('the shell lines in README and docs', () => {
  test.each(of('sh'))('$where: a shell can read it', ({ text }) => {
    expect(() => execFileSync('bash', ['-n'], { input: text, stdio: ['pipe', 'ignore', 'pipe'] })).not.toThrow();
  });

  it('name scripts of package.json', () => {
    const { scripts } = JSON.parse(readFileSync('package.json', 'utf8')) as { scripts: Record<string, string> };
    const pages = [...new Set(SNIPPETS.map(({ file }) => file))].map((file) => readFileSync(file, 'utf8')).join('\n');
    const named = [...pages.matchAll(/npm run (?!-)([\w:-]+)/gu)].map(([, name = '']) => name);
    expect(named.length).toBeGreaterThan(10);
    expect([...new Set(named)].filter((name) => !Object.hasOwn(scripts, name))).toEqual([]);
    for (const name of ['start', 'test']) expect(scripts).toHaveProperty(name);
    expect(TYPED.length).toBeGreaterThan(50);
  });
});

/** What the reader of such a block says against it. */
function refusal(name: string, text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (name === 'identity') return identityRecord.safeParse(value).error?.issues;
  if (name === 'manifest') {
    const read = parseManifest(text);
    return typeof read === 'string' ? read : undefined;
  }
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) return `no tool is called ${name}`;
  try {
    tool.prepare(value);
    return undefined;
  } catch (error) {
    return error;
  }
}
