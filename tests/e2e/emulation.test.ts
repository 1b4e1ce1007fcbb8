import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

const FACTS = `({ ua: navigator.userAgent, langs: navigator.languages.join(), zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  number: (1234.5).toLocaleString() })`;
const WORKER = `const tell = (port) => port.postMessage(JSON.stringify(${FACTS})); self.onconnect = (e) => tell(e.ports[0]); if (self.postMessage) tell(self); fetch('/?from=' + (self.postMessage ? 'worker' : 'shared'));`;
const script: Handler = (_, response) => response.writeHead(200, { 'content-type': 'text/javascript' }).end(WORKER);
const ON = ['read', 'navigation', 'action', 'human', 'eval', 'emulation'];
const BOT = 'ExampleBot/1.0';

describe('browser_emulate on real pages', () => {
  let site: Site;
  let far: Site;
  let gatewright: Running;
  const agents: { path: string; agent: string; languages: string }[] = [];
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const open = async (path = '/'): Promise<void> => {
    const reply = await call('browser_navigate', { url: site.url(path), snapshot: 'none' });
    expect(reply.isError, reply.text).toBe(false);
  };
  const emulate = async (args: Record<string, unknown>): Promise<string> => {
    const reply = await call('browser_emulate', args);
    expect(reply.isError, reply.text).toBe(false);
    return reply.text;
  };
  const value = async (expr: string, more: Record<string, unknown> = {}): Promise<unknown> => {
    const reply = await call('eval_js', { expr, ...more });
    expect(reply.isError, reply.text).toBe(false);
    return JSON.parse(/^<<page[^\n]*\n([^]*?)\n<<end/mu.exec(reply.text)?.[1] ?? 'null');
  };
  const facts = async (where: 'page' | 'frame' | 'worker' | 'shared'): Promise<Record<string, string>> => {
    if (where === 'page') return (await value(FACTS)) as Record<string, string>;
    if (where === 'frame') {
      const ref = /iframe "far"[^\n]*\[ref=(e\d+)\]/u.exec((await call('browser_snapshot')).text)?.[1];
      return (await value(FACTS, { ref })) as Record<string, string>;
    }
    const made = where === 'worker' ? 'new Worker("/w.js")' : 'new SharedWorker("/w.js?" + Math.random()).port';
    return JSON.parse(
      String(
        await value(`new Promise((done) => { const w = ${made}; w.onmessage = (e) => done(e.data); w.start?.(); })`),
      ),
    ) as Record<string, string>;
  };
  beforeAll(async () => {
    far = await startSite({ '/': html('<p>Far</p>') });
    site = await startSite({
      '/': (request, response) => {
        agents.push({
          path: request.url ?? '',
          agent: request.headers['user-agent'] ?? '',
          languages: request.headers['accept-language'] ?? '',
        });
        response.writeHead(200, { 'content-type': 'text/html' }).end(
          html(
            `<meta name="viewport" content="width=device-width"><button onclick="this.textContent='Pressed'">Press</button>
               <a target="_blank" href="/?popup">more</a><iframe title="far" src="http://localhost:${String(far.port)}/"></iframe>`,
          ),
        );
      },
      '/wide': html(`<div style="margin-left:600px"><button onclick="this.textContent='Hit'">Right</button></div>`),
      '/w.js': script,
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', `localhost:${String(far.port)}`],
      config: { capabilities: ON, browser: { userAgent: BOT, grantablePermissions: ['geolocation'] } },
    });
  });
  beforeEach(async () => {
    await call('browser_close');
    await open();
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await far.close();
  });

  it('says at boot, in doctor and in the record what it exposes', () => {
    const line = 'capability emulation is on: it exposes';
    expect(gatewright.stderr()).toContain(line);
    expect(JSON.stringify(gatewright.record())).toContain(line);
    const doctor = gatewright.command(['doctor', '--json']);
    expect(doctor.stdout).toContain('made-up facts');
  });

  it('tells every page, frame and worker the operator’s user agent', async () => {
    for (const where of ['page', 'frame', 'worker', 'shared'] as const)
      expect((await facts(where)).ua, where).toBe(BOT);
    await expect.poll(() => agents.map(({ path }) => path), { timeout: 15_000 }).toContain('/?from=shared');
    expect(agents.map(({ path, agent }) => `${path} ${agent}`).filter((line) => !line.endsWith(BOT))).toEqual([]);
  });

  it('puts locale, timezone and user agent in force in pages, frames and workers, those that are there and new ones', async () => {
    const told = await emulate({
      locale: 'de-DE',
      timezone: 'Asia/Tokyo',
      user_agent: 'Mozilla/5.0 (Windows NT 10.0) Test/2',
    });
    expect(told).toBe(
      'ok: in force: locale de-DE; timezone Asia/Tokyo; user_agent Mozilla/5.0 (Windows NT 10.0) Test/2',
    );
    const wanted = {
      ua: 'Mozilla/5.0 (Windows NT 10.0) Test/2',
      langs: 'de-DE',
      zone: 'Asia/Tokyo',
      number: '1.234,5',
    };
    for (const where of ['page', 'frame', 'worker', 'shared'] as const)
      expect(await facts(where), where).toEqual(wanted);
    await open('/?again');
    for (const where of ['page', 'frame', 'worker'] as const) expect(await facts(where), where).toEqual(wanted);
    expect(agents.find(({ path }) => path === '/?again')).toEqual({
      path: '/?again',
      agent: wanted.ua,
      languages: 'de-DE',
    });
    await call('browser_click', { name: 'more' });
    const opened = () => agents.find(({ path }) => path === '/?popup')?.agent;
    await expect.poll(opened, { timeout: 15_000 }).toBe(wanted.ua);
    const tabs = (await call('browser_tabs', { action: 'list' })).text;
    const popup = /(t\d+) [^\n]*popup/u.exec(tabs)?.[1];
    expect(await value(FACTS, { tab: popup })).toEqual(wanted);
    await call('browser_tabs', { action: 'close', tab: popup });
    expect(await emulate({ locale: 'fr-FR', timezone: 'default' })).toContain('locale fr-FR; user_agent');
    expect(await facts('page')).toMatchObject({ langs: 'fr-FR', number: '1\u202f234,5' });
    expect(await emulate({ locale: 'default', user_agent: 'default' })).toBe('ok: nothing is emulated');
    for (const where of ['page', 'frame', 'worker'] as const) expect((await facts(where)).ua, where).toBe(BOT);
    expect((await facts('page')).number).toBe('1,234.5');
  });

  it('is a phone: size, scale, touch and user agent, in new tabs too, and its buttons can be pressed', async () => {
    const told = await emulate({ device: 'pixel 7' });
    expect(told).toBe('ok: in force: device Pixel 7 (412x839, scale 2.625, mobile); touch on');
    const shape = '[innerWidth, innerHeight, devicePixelRatio, navigator.maxTouchPoints, screen.height]';
    const phone = [412, 839, 2.625, 5, 915];
    expect(await value(shape)).toEqual(phone);
    expect((await facts('page')).ua).toMatch(/Pixel 7.*Mobile/u);
    expect((await call('browser_click', { name: 'Press' })).text).toContain('Pressed');
    await open('/wide');
    expect((await call('browser_click', { name: 'Right' })).text).toContain('Hit');
    const picture = await call('browser_screenshot');
    expect(picture.images).toHaveLength(1);
    await call('browser_tabs', { action: 'new', url: site.url() });
    expect(await value(shape)).toEqual(phone);
    await call('browser_set_viewport', { width: 500, height: 600 });
    expect(await value('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([500, 600, 2.625]);
    expect(await emulate({ touch: false })).toContain('touch off');
    expect(await value('navigator.maxTouchPoints')).toBe(0);
    expect(await emulate({ device: 'default', touch: 'default' })).toBe('ok: nothing is emulated');
    expect(await value('[innerWidth, innerHeight, devicePixelRatio]')).toEqual([1280, 720, 1]);
    expect((await facts('page')).ua).toBe(BOT);
  });

  it('emulates media, place, network and processor', async () => {
    await open();
    const media =
      '[matchMedia("(prefers-color-scheme: dark)").matches, matchMedia("(prefers-reduced-motion: reduce)").matches]';
    await emulate({ color_scheme: 'dark', reduced_motion: 'reduce' });
    expect(await value(media)).toEqual([true, true]);
    await open();
    expect(await value(media)).toEqual([true, true]);
    await emulate({ color_scheme: 'default', reduced_motion: 'default' });
    expect(await value(media)).toEqual([false, false]);
    const position = `new Promise((done) => navigator.geolocation.getCurrentPosition(
      ({ coords }) => done([coords.latitude, coords.longitude]), (error) => done(error.code)))`;
    expect(await emulate({ geolocation: '52.52, 13.4' })).toContain('only with its permission');
    expect((await call('eval_js', { expr: position })).code).toBe('page.permission');
    await call('set_permission_policy', { mode: 'allow', permission: 'geolocation' });
    expect(await value(position)).toEqual([52.52, 13.4]);
    await emulate({ geolocation: { latitude: -1, longitude: 2 } });
    expect(await value(position)).toEqual([-1, 2]);
    await emulate({ geolocation: 'default', offline: true });
    const reach = 'fetch("/?reach").then((r) => r.status, () => "unreachable")';
    expect(await value(reach)).toBe('unreachable');
    expect(await value('navigator.onLine')).toBe(false);
    await emulate({ offline: 'default', network: 'fast-4g', cpu: 2 });
    expect(
      await value(`const began = performance.now(); ${reach}.then((s) => [s, performance.now() - began > 150])`),
    ).toEqual([200, true]);
    expect(await emulate({ network: 'default', cpu: 'default' })).toBe('ok: nothing is emulated');
  });

  it('says what does not fit, and changes nothing then', async () => {
    for (const [args, says] of [
      [{ device: 'iPhoen 15' }, 'did you mean iPhone 15'],
      [{ locale: 'no locale!' }, 'language tag'],
      [{ timezone: 'Mars/Olympus' }, 'Europe/Berlin'],
      [{ geolocation: 'north' }, 'latitude,longitude'],
      [{ geolocation: '91,0' }, 'latitude'],
      [{ cpu: 50 }, 'cpu'],
      [{ user_agent: 'a\r\nX-Evil: 1' }, 'printable'],
      [{ colour: 'x' }, 'no such argument'],
    ] as const) {
      const reply = await call('browser_emulate', args);
      expect(reply.code, JSON.stringify(args)).toBe('call.bad-arguments');
      expect(reply.text).toContain(says);
    }
    expect(await emulate({})).toBe('ok: nothing is emulated');
  });
});
