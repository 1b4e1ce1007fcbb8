import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Vault-09-wren';
const ON = 'read,navigation,action,human,secrets,eval,emulation';

let site: Site;
let gatewright: Running;
const agents: string[] = [];
const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
const open = (session?: string): Promise<Reply> =>
  call('browser_navigate', { url: site.url(), snapshot: 'none', ...(session === undefined ? {} : { session }) });

beforeAll(async () => {
  site = await startSite({
    '/': (request, response) => {
      agents.push(JSON.stringify(request.headers));
      response.writeHead(200, { 'content-type': 'text/html' }).end(html('<p>Plain</p><input type="password" id="p">'));
    },
  });
  gatewright = await start({ args: ['--allow-private', site.host], env: { GATEWRIGHT_CAPABILITIES: ON } });
  await open();
});
afterAll(async () => {
  await gatewright.close();
  await site.close();
});

promised('secrets-stay', () => {
  it('a user agent, which goes to every origin, carries no secret, however it is written', async () => {
    const registered = { name: 'TOKEN', value: SECRET, scope: [site.origin] };
    expect((await call('register_secret', registered)).isError).toBe(false);
    for (const agent of [SECRET, `Bot ${Buffer.from(SECRET).toString('base64')}`, encodeURIComponent(`${SECRET}/1`)])
      expect((await call('browser_emulate', { user_agent: agent })).code, agent).toBe('policy.secret-leaving');
    for (const args of [{ locale: `en-x-${SECRET}` }, { locale: SECRET }, { timezone: SECRET }, { device: SECRET }])
      expect((await call('browser_emulate', args)).code, JSON.stringify(args)).toBe('policy.secret-leaving');
    expect((await call('browser_emulate', { locale: 'de-DE', timezone: 'Europe/Berlin' })).isError).toBe(false);
    expect((await call('browser_emulate', { locale: 'default', timezone: 'default' })).isError).toBe(false);
    expect((await call('browser_emulate', { user_agent: 'Bot <TOKEN>' })).isError).toBe(false);
    await open();
    expect(agents.join('\n')).not.toContain('wren');
    expect(agents.at(-1)).toContain('Bot <TOKEN>');
    expect((await call('browser_emulate', { user_agent: 'default' })).isError).toBe(false);
  });
});

promised('sessions-apart', () => {
  it('what one session emulates no other session sees, and nothing of it outlives the session', async () => {
    await call('browser_emulate', {
      user_agent: 'First/1',
      locale: 'de-DE',
      timezone: 'Asia/Tokyo',
      offline: 'on',
      cpu: 3,
    });
    await open('second');
    const facts =
      '[navigator.userAgent, navigator.language, Intl.DateTimeFormat().resolvedOptions().timeZone, navigator.onLine]';
    const second = await call('eval_js', { expr: facts, session: 'second' });
    expect(second.text).not.toMatch(/First|de-DE|Tokyo|false/u);
    expect(agents.at(-1)).not.toMatch(/First|de-DE/u);
    await call('browser_close');
    await open();
    const again = await call('eval_js', { expr: facts });
    expect(again.text).not.toMatch(/First|de-DE|Tokyo|false/u);
  });
});

promised('coded-errors', () => {
  it('header injection, scripts in names and endless texts are refused by name, and nothing changes', async () => {
    for (const args of [
      { user_agent: 'a\nCookie: x=1' },
      { user_agent: 'ü' },
      { user_agent: 'x'.repeat(501) },
      { device: '__proto__' },
      { device: 'constructor' },
      { locale: "en'); alert(1); ('" },
      { timezone: '../../etc/passwd' },
      { geolocation: '{}' },
      { geolocation: '1e400,0' },
      { cpu: 0.1 },
      { network: 'none' },
    ])
      expect((await call('browser_emulate', args)).code, JSON.stringify(args)).toBe('call.bad-arguments');
    expect((await call('browser_emulate')).text).toBe('ok: nothing is emulated');
  });
});

promised('no-password-values', () => {
  it('a phone with other pixels hides the same fields in its pictures', async () => {
    await call('browser_emulate', { device: 'iPhone 15' });
    await open();
    const typed = await call('eval_js', { expr: `document.getElementById('p').value = 'hunter2-hunter2'` });
    expect(typed.text).toContain('withheld');
    const picture = await call('browser_screenshot');
    expect(picture.images.length + (picture.code === undefined ? 0 : 1)).toBe(1);
    expect((await call('browser_snapshot')).text).not.toContain('hunter2');
  });
});

promised('gate-first', () => {
  it('while the capability is off the tool is unlisted, and refused unread', async () => {
    const off = await start();
    try {
      const { tools } = await off.client.listTools();
      expect(tools.map((tool) => tool.name)).not.toContain('browser_emulate');
      expect((await off.call('browser_emulate', { nonsense: true })).code).toBe('policy.capability-off');
    } finally {
      await off.close();
    }
  });
});
