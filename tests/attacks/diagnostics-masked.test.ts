import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Diag-09-wren';
const TOOLS = ['diagnostics_note', 'diagnostics_search', 'diagnostics_report'];
const DAY = 86_400;

promised('secrets-unseen', () => {
  let site: Site;
  let gatewright: Running;
  const workspace = mkdtempSync(join(tmpdir(), 'gw-diagnostics-'));
  const folder = join(workspace, 'diagnostics');
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const kept = (): string =>
    readdirSync(folder)
      .flatMap((name) => readdirSync(join(folder, name)).map((file) => readFileSync(join(folder, name, file), 'utf8')))
      .join('');
  beforeAll(async () => {
    for (const [name, days] of [
      ['default.0123456789abcdef', 4],
      ['default.fedcba9876543210', 2],
      ['not-ours', 100],
    ] as const) {
      mkdirSync(join(folder, name), { recursive: true, mode: 0o700 });
      const file = join(folder, name, 'x.jsonl');
      writeFileSync(file, '{}\n');
      const then = Date.now() / 1000 - days * DAY;
      utimesSync(file, then, then);
    }
    site = await startSite({ '/': html(`<h1>Plain</h1><p id="p">${SECRET}</p>`) });
    gatewright = await start({
      workspace,
      args: ['--allow-private', site.host],
      env: {
        GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,secrets,eval,diagnostics',
        GATEWRIGHT_DIAGNOSTICS_RETENTION_DAYS: '3',
      },
    });
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
    await call('register_secret', { name: 'TOKEN', value: SECRET, scope: [site.origin] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    rmSync(workspace, { recursive: true, force: true });
  });

  it('keeps every call with its time and shape, and no secret in any of it', async () => {
    expect(gatewright.stderr()).toContain('a recording of every call');
    for (const expr of ['document.title', 'document.body.innerText', `document.title + '${SECRET}'`])
      await call('eval_js', { expr });
    await call('browser_click', { name: 'Nothing of this name' });
    expect(
      (await call('diagnostics_note', { insight: `The token ${SECRET} is shown`, severity: 'warning' })).text,
    ).toBe('ok: noted');
    const summary = JSON.parse((await call('diagnostics_report')).text) as Record<string, unknown>;
    expect(summary).toMatchObject({
      notes: 1,
      tools: { eval_js: { calls: 3 }, browser_click: { calls: 1, failed: 1 } },
      codes: { 'browser.no-match': 1 },
      missingPrimitiveHypotheses: [{ bucket: 'dom-query', count: 3 }],
    });
    const full = await call('diagnostics_report', { format: 'full' });
    const notes = await call('diagnostics_search', { kind: 'note' });
    expect(notes.text).toContain('The token <TOKEN> is shown');
    const scripts = await call('diagnostics_search', { tool: 'eval_js', text: 'begins', limit: 2 });
    expect(scripts.text.split('\n')).toHaveLength(2);
    expect(scripts.text).toMatch(/"sha256":"[0-9a-f]{64}","begins":"document\.body\.innerText","bucket":"dom-query"/u);
    for (const text of [kept(), full.text, notes.text, scripts.text, gatewright.stderr()])
      expect(text).not.toMatch(/kx7-Diag|09-wren/u);
    expect(kept()).toContain('"url":"string(');
    expect(kept()).not.toContain(site.host);
  });

  it('belongs to its session, is closed to others, and goes after its time', async () => {
    expect((await call('diagnostics_search', { session: 'other' })).text).toContain('Nothing that was kept fits');
    for (const session of ['../../up', 'NO SUCH', 'a'.repeat(50)])
      expect((await call('diagnostics_report', { session })).code).toBe('call.bad-arguments');
    await call('diagnostics_report', { session: 'other' });
    const names = readdirSync(folder);
    expect(names.filter((name) => name.startsWith('other.'))).toHaveLength(1);
    expect(names).not.toContain('default.0123456789abcdef');
    expect(names).toContain('default.fedcba9876543210');
    expect(names).toContain('not-ours');
    for (const name of names.filter((one) => one.startsWith('other.')))
      expect(statSync(join(folder, name)).mode & 0o077).toBe(0);
    expect((await call('diagnostics_note', { insight: '' })).code).toBe('call.bad-arguments');
    expect((await call('diagnostics_note', { insight: 'x', severity: 'fatal' })).code).toBe('call.bad-arguments');
  });
});

promised('gate-first', () => {
  it('while the capability is off the tools are unlisted and refused unread, and nothing is kept', async () => {
    const gatewright = await start();
    try {
      const { tools } = await gatewright.client.listTools();
      for (const name of TOOLS) {
        expect(tools.map((tool) => tool.name)).not.toContain(name);
        expect((await gatewright.call(name, { nonsense: true })).code).toBe('policy.capability-off');
      }
      expect(readdirSync(gatewright.workspace)).not.toContain('diagnostics');
    } finally {
      await gatewright.close();
    }
  });
});
