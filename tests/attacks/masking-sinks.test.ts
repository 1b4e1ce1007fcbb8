import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ChildProcess } from 'node:child_process';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ownMatrix, readMatrix } from '../contracts/masking/cases.js';
import type { Matrix } from '../contracts/masking/cases.js';
import { launchChromium } from '../contracts/page/chromium.js';
import { startCommand } from '../fixtures/console.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { LeakScan, caseText } from '../fixtures/leak-scan.js';
import { promised } from '../fixtures/promised.js';
import { casesSite } from '../fixtures/cases-site.js';
import type { CasesSite } from '../fixtures/cases-site.js';

/** A folder of vectors beside our own, where somebody has one: GATEWRIGHT_VECTORS=folder npx vitest run masking-sinks */
const folder = process.env['GATEWRIGHT_VECTORS'];
const MATRICES: [string, () => Matrix][] = [
  ['our own', ownMatrix],
  ...(folder === undefined
    ? []
    : [['the vectors', () => readMatrix(join(folder, 'masking.json'))] as [string, () => Matrix]]),
];

const CONSOLE_FACTS = ['/allowed', '/identities', '/teams', '/health'];

/** So many values go into one form: a person is not shown more. */
const FIELDS = 28;

promised('secrets-unseen', () => {
  describe.each(MATRICES)('in every spelling, in every sink: %s', everySink);
});

function everySink(_: string, make: () => Matrix): void {
  const { secrets, cases } = make();
  const texts = cases.map(caseText);
  const scan = new LeakScan(cases);
  let site: CasesSite;
  let gatewright: Running;
  let workspace: string;
  let person: Browser;
  let page: Page;
  let console_: ChildProcess;
  let base: string;
  const asked: string[] = [];
  let answer: () => void = () => undefined;

  beforeAll(async () => {
    site = await casesSite(texts, FIELDS);
    workspace = mkdtempSync(join(tmpdir(), 'gw-masking-'));
    writeFileSync(join(workspace, 'hook.secret'), 'a-secret-of-forty-characters-0123456789ab\n', { mode: 0o600 });
    const webhook = { url: site.url('/hook'), secretFile: 'hook.secret' };
    const config = {
      version: 1,
      capabilities: ['read', 'navigation', 'action', 'human', 'secrets', 'fetch'],
      network: { unsafeAllowPrivate: [site.host], allow: [site.origin] },
      approval: { timeoutSeconds: 25, trustClient: true, channels: ['elicitation', 'console', 'cli', { webhook }] },
      audit: { sinks: ['file', 'stderr'] },
      sessions: { maxActions: 500 },
    };
    gatewright = await start({
      workspace,
      config,
      transport: 'http',
      // The agent's own client shows the question, and says no when everybody has looked.
      elicit: async (message) => {
        asked.push(message);
        await new Promise<void>((resolve) => (answer = resolve));
        return { action: 'accept', content: { answer: false } };
      },
    });
    const started = await startCommand(workspace, ['console', '--json'], 'link');
    console_ = started.server;
    base = new URL(started.link).origin;
    person = await launchChromium();
    page = await person.newPage();
    await page.goto(started.link);
    // A session that does not start takes what it was told with it.
    const opened = await gatewright.call('browser_navigate', { url: site.url('/text') });
    expect(opened.isError, opened.text).toBe(false);
    for (const { name, value } of secrets) {
      const kept = await gatewright.call('register_secret', { name, value, scope: [site.origin] });
      expect(kept.isError, kept.text).toBe(false);
    }
  }, 120_000);
  afterAll(async () => {
    await person.close();
    console_.kill('SIGTERM');
    await gatewright.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
  });

  const call = async (sink: string, tool: string, args: Record<string, unknown> = {}) => {
    const reply = await gatewright.call(tool, args);
    scan.read(`${sink}: text`, reply.text);
    if (reply.meta !== undefined) scan.read(`${sink}: _meta`, reply.meta);
    return reply;
  };
  /** A long answer comes in pieces. */
  const all = async (sink: string, tool: string, args: Record<string, unknown>) => {
    let cursor: string | undefined;
    for (let i = 0; i < 40; i += 1) {
      const reply = await call(sink, tool, { ...args, ...(cursor !== undefined && { cursor }) });
      cursor = /cursor[=": ]+([\w.-]+)/u.exec(reply.text)?.[1];
      if (cursor === undefined) return;
    }
  };

  it('a page that prints them', { timeout: 120_000 }, async () => {
    for (const path of site.pages) {
      await call('browser_navigate', 'browser_navigate', { url: site.url(path), snapshot: 'full' });
      await all('browser_read', 'browser_read', { max_tokens: 20_000 });
      await all('browser_read tree', 'browser_read', { format: 'tree', max_tokens: 20_000 });
      await all('browser_snapshot', 'browser_snapshot', { mode: 'full', max_tokens: 20_000 });
      await call('browser_text_search', 'browser_text_search', { text: 'before', limit: 50 });
      await call('browser_find', 'browser_find', { query: 'before', limit: 50 });
      await call('browser_console_read', 'browser_console_read', { limit: 200 });
      await call('browser_network_read', 'browser_network_read', { limit: 200 });
      await call('browser_tabs', 'browser_tabs', { action: 'list' });
    }
    expect(scan.counts('browser_read: text')).toEqual({ shown: cases.length, whole: cases.length });
    expect(scan.counts('browser_console_read: text').shown).toBe(cases.length);
    expect(scan.counts('browser_network_read: text').shown).toBe(cases.length);
  });

  it('a server that answers with them, and errors that tell what there is', { timeout: 60_000 }, async () => {
    await call('web_fetch', 'web_fetch', { url: site.url('/text') });
    expect(scan.counts('web_fetch: text')).toEqual({ shown: cases.length, whole: cases.length });
    await call('browser_navigate', 'browser_navigate', { url: site.url('/selects'), snapshot: 'none' });
    for (let i = 0; i * 30 < cases.length; i += 1) {
      const reply = await call('an error', 'browser_select', { selector: `#s${String(i)}`, values: ['none of these'] });
      expect(reply.code).toBe('browser.bad-option');
    }
    expect(scan.counts('an error: text').shown).toBeGreaterThan(cases.length * 0.98);
  });

  it('an agent that says them, in values and in keys', { timeout: 60_000 }, async () => {
    for (let i = 0; i < texts.length; i += 40) {
      const some = texts.slice(i, i + 40);
      await call('arguments', 'browser_find', { query: some });
      await call('keys', 'browser_find', { query: 'x', ...Object.fromEntries(some.map((text) => [text, 1])) });
    }
    // A misspelled argument is told by its name: those that could be one.
    const names = cases.flatMap(({ encoded }, at) =>
      /^[\w-]{1,34}$/u.test(encoded) ? [`k${String(at)}k.${encoded}`] : [],
    );
    for (let i = 0; i < names.length; i += 5)
      await call('keys', 'browser_find', Object.fromEntries(names.slice(i, i + 5).map((name) => [name, 1])));
    expect(scan.counts('keys: text').shown).toBe(names.length);
  });

  it('a person who is asked, wherever they are', { timeout: 120_000 }, async () => {
    await gatewright.call('browser_navigate', { url: site.url('/forms'), snapshot: 'none' });
    const look = async (sink: string, question: Promise<unknown>, count: number, isCut = false) => {
      await expect.poll(() => asked.length, { timeout: 15_000 }).toBe(count);
      await expect.poll(() => site.hooked.length, { timeout: 15_000 }).toBe(count);
      scan.read(`${sink} in the client`, ...asked.slice(-1));
      scan.read(`${sink} to a webhook`, ...site.hooked.slice(-1), JSON.parse(site.hooked.at(-1) ?? '{}'));
      if (!isCut) {
        scan.read(`${sink} in the terminal`, gatewright.command(['approvals']).stdout);
        const { stdout } = gatewright.command(['approvals', '--json']);
        scan.read(`${sink} in the terminal as JSON`, stdout, JSON.parse(stdout));
        await page.goto(`${base}/waiting`);
        await page.locator('.question').first().waitFor();
        scan.read(`${sink} in the console`, await page.content(), await page.locator('body').innerText());
      }
      answer();
      await question;
    };
    let count = 0;
    for (let i = 0; i * FIELDS < cases.length; i += 1) {
      count += 1;
      await look('a form', gatewright.call('browser_click', { selector: `#send${String(i)}` }), count);
    }
    for (const sink of scan.sinks().filter((name) => name.startsWith('a form')))
      expect([sink, scan.counts(sink).shown]).toEqual([sink, cases.length]);
    // Of a long prompt screens show the beginning; a webhook gets all of it.
    for (const [i, prompt] of promptsOf(texts).entries()) {
      count += 1;
      await look('a prompt', gatewright.call('await_human', { kind: 'confirm', prompt }), count, i > 1);
    }
    expect(scan.counts('a prompt to a webhook').shown).toBe(cases.length);
  });

  it('the record, in its file, its copies, the commands and the console', { timeout: 120_000 }, async () => {
    // Where a page asks to go: a host can be made of anything that has no marks.
    await gatewright.call('browser_navigate', { url: site.url('/hosts'), snapshot: 'none' });
    await expect
      .poll(() => gatewright.record().filter((line) => JSON.stringify(line).includes('network.refused')).length)
      .toBeGreaterThan(3);
    await gatewright.call('browser_close');
    const audit = join(workspace, 'audit');
    for (const name of readdirSync(audit).filter((file) => file.endsWith('.jsonl')))
      scan.read('the record', readFileSync(join(audit, name), 'utf8'));
    scan.read('the record', ...gatewright.record());
    expect(scan.counts('the record').shown).toBe(cases.length);
    scan.read('stderr', gatewright.stderr());
    expect(scan.counts('stderr').shown).toBe(cases.length);
    for (const args of [
      ['query', '--limit', '10000'],
      ['query', '--json', '--limit', '10000'],
      ['export'],
      ['export', '--format', 'csv'],
      ['replay', 'default', '--all'],
      ['replay', 'default', '--all', '--json'],
      ['tail', '-n', '1000'],
    ]) {
      const { status, stdout } = gatewright.command(['audit', ...args]);
      expect(status).toBe(0);
      scan.read(`audit ${args.join(' ')}`, stdout);
    }
    await page.goto(`${base}/record`);
    for (let i = 0; i < 6; i += 1) {
      scan.read('the console', await page.content(), await page.locator('body').innerText());
      const older = page.getByRole('link', { name: /older/iu });
      if ((await older.count()) === 0) break;
      await older.first().click();
    }
    for (const path of ['/', '/record/session?session=default&all=yes', ...CONSOLE_FACTS]) {
      await page.goto(`${base}${path}`);
      scan.read('the console', await page.content(), await page.locator('body').innerText());
    }
    expect(scan.counts('audit export').shown).toBe(cases.length);
    expect(scan.counts('the console').shown).toBeGreaterThan(cases.length / 4);
  });

  it('shows none of those that must not be seen; of the others as few as it can', () => {
    const { caught, of } = scan.rate('should');
    const missed = scan.leaks('should');
    process.stdout.write(
      `masking in ${String(scan.sinks().length)} sinks: must ${JSON.stringify(scan.rate('must'))}, should ${String(caught)} of ${String(of)} (${((100 * caught) / of).toFixed(1)} %)${missed.length === 0 ? '' : `, seen:\n  ${missed.join('\n  ')}`}\n`,
    );
    expect(scan.leaks('must')).toEqual([]);
    expect(caught / of).toBeGreaterThanOrEqual(0.95);
  });
}

/** As many as go into one question. */
function promptsOf(texts: readonly string[]): string[] {
  const prompts: string[] = [];
  for (const text of texts) {
    const last = prompts.at(-1);
    if (last !== undefined && last.length + text.length < 3900) prompts[prompts.length - 1] = `${last} | ${text}`;
    else prompts.push(text);
  }
  return prompts;
}
