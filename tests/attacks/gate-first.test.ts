import { afterAll, beforeAll, expect, it } from 'vitest';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

promised('gate-first', () => {
  let site: Site;
  let gatewright: Running;
  beforeAll(async () => {
    site = await startSite({ '/': html('<button>Go</button>') });
    gatewright = await start({ args: ['--allow-private', site.host, '--capabilities', 'read,navigation'] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
  });

  it('lists only what is on', async () => {
    const { tools } = await gatewright.client.listTools();
    const names = tools.map(({ name }) => name);
    expect(names).toContain('browser_snapshot');
    expect(names).not.toContain('browser_click');
    expect(names).not.toContain('await_human');
  });

  it.each([
    ['browser_click', 'action'],
    ['await_human', 'human'],
    ['eval_js', 'eval'],
    ['web_fetch', 'fetch'],
    ['register_secret', 'secrets'],
    ['solve_captcha', 'captcha'],
    ['page_tools_call', 'page-tools'],
  ])('%s is refused whatever its arguments are, and the refusal names %s', async (tool, capability) => {
    for (const args of [{}, { url: site.url('/hit'), expr: '1', surprise: { deep: [1] } }]) {
      const { code, meta } = await gatewright.call(tool, args);
      expect(code).toBe('policy.capability-off');
      expect(JSON.stringify(meta)).toContain(`capability ${capability}`);
    }
    expect(site.seen).toEqual([]);
  });

  it.each(['constructor', '__proto__', 'toString', 'browser_click ', 'BROWSER_SNAPSHOT', ''])(
    'a tool called %j does not exist',
    async (name) => {
      expect((await gatewright.call(name, {})).code).toBe('call.unknown-tool');
    },
  );

  it.each([
    ['an unknown name', 'read,everything', 'config.unknown-capability'],
    ['a name that nobody has', 'read,time-travel', 'config.unknown-capability'],
  ])('%s refuses to start', (_, capabilities, code) => {
    const { status, stderr } = runCommand(gatewright.workspace, ['--capabilities', capabilities]);
    expect(status).toBe(2);
    expect(stderr).toContain(code);
    if (code === 'config.unknown-capability') expect(stderr).toContain('navigation');
  });
});
