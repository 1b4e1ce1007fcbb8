import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { changedChromium } from '../fixtures/changed-chromium.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { toolPage } from '../fixtures/tool-pages.js';

describe('the tools that pages offer', () => {
  let site: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const open = (path = '/'): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  const approved = async (args: Record<string, unknown>): Promise<Reply> => {
    const calling = call('page_tools_call', args);
    await answerFirst(gatewright);
    return calling;
  };
  beforeAll(async () => {
    site = await startSite({
      '/': toolPage(`offer('fails', () => { throw new Error('out of stock') });
        offer('go', () => { location.href = '/next'; return 'gone' });`),
      '/next': html('<h1>Next</h1>'),
      '/plain': html('<h1>Plain</h1>'),
      '/added': html('ok'),
    });
    gatewright = await start({
      args: ['--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'page-tools'] },
    });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it('are announced at boot, and listed with what the page claims of them, in a fence', async () => {
    expect(gatewright.stderr()).toContain('capability page-tools is on');
    await open();
    const { text, isError } = await call('page_tools_list');
    expect(isError, text).toBe(false);
    expect(text).toMatch(/^<<page \d+ http:\S+ untrusted>>\n/u);
    expect(text).toMatch(
      /"add" \[the page claims: read-only\]: add of the shop args \{"properties"|"add".*args \{"type"/u,
    );
    expect(text).toContain('"fails": fails of the shop');
    await open('/plain');
    expect((await call('page_tools_list')).text).toContain('no tools');
    expect((await call('page_tools_call', { name: 'add' })).code).toBe('page.no-tool');
  });

  it('run when a person says yes, with what they were shown, and answer in a fence', async () => {
    await open();
    const { text, isError } = await approved({ name: 'add', args: '{"n":7}' });
    expect(isError, text).toBe(false);
    expect(text).toMatch(/<<page \d+ \S+ untrusted>>\n\{"content":\[\{"type":"text","text":"now 7"\}\]\}/u);
    expect(site.seen.filter(({ path }) => path.startsWith('/added'))).toHaveLength(1);
    expect((await call('browser_read', {})).text).toContain('added 7');
    const closed = gatewright.record().filter(({ risk }) => risk === 'high');
    expect(closed.length).toBeGreaterThan(0);
  });

  it('say what they threw, and where they led', async () => {
    await open();
    const failed = await approved({ name: 'fails', args: {} });
    expect(failed.code).toBe('page.script-error');
    expect(failed.text).toContain('out of stock');
    const gone = await approved({ name: 'go' });
    expect(gone.text, gone.text).toContain('navigated');
  });

  it('refuse arguments that are no object, before anybody is asked', async () => {
    await open();
    expect((await call('page_tools_call', { name: 'add', args: '[1]' })).code).toBe('call.bad-arguments');
    expect((await call('page_tools_call', { name: 'add', args: '{' })).code).toBe('call.bad-arguments');
  });

  it('with a browser that somebody else starts the capability refuses to start, and says why', () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-webmcp-'));
    const config = { capabilities: ['read', 'page-tools'], browser: { provider: 'relay' } };
    writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
    const { status, stderr } = runCommand(workspace, []);
    rmSync(workspace, { recursive: true, force: true });
    expect(status).toBe(2);
    expect(stderr).toContain('page-tools needs a browser that is started with WebMCP on');
  });

  it('a Chromium that has no WebMCP is not used, and the answer says why and what to do', async () => {
    const chromium = changedChromium({ change: 's|WebMCP|NoSuchFeature|' });
    const lacking = await start({
      args: ['--allow-private', site.host],
      config: { capabilities: ['read', 'navigation', 'page-tools'], browser: chromium.options },
    });
    try {
      const seen = site.seen.length;
      const opened = await lacking.call('browser_navigate', { url: site.url() });
      expect(opened.code, opened.text).toBe('browser.unsupported');
      expect(opened.text).toContain('The capability page-tools is on, and this Chromium has no WebMCP.');
      expect(opened.text).toContain('Use a Chromium that has it, or take page-tools out of capabilities.');
      expect(site.seen.length).toBe(seen);
    } finally {
      await lacking.close();
      chromium.remove();
    }
  });
});
