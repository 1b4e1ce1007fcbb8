import { afterAll, beforeAll, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import { startCaptchaService } from '../fixtures/captcha-service.js';
import type { CaptchaService } from '../fixtures/captcha-service.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { filesBelow } from '../fixtures/matrix-world.js';
import { answerFirst } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { startSocketSite } from '../fixtures/socket-site.js';
import type { SocketSite } from '../fixtures/socket-site.js';
import { toolPage } from '../fixtures/tool-pages.js';

const SECRET = 'kx7-Vault-09-wren';
/** So many of its letters stand before each cut. */
const BEFORE = 9;
const CODED = Buffer.from(SECRET).toString('base64');
const PIECES = [SECRET.slice(0, 6), SECRET.slice(-6), CODED.slice(0, 8)];
const CAPABILITIES =
  'read,navigation,action,human,secrets,eval,page-tools,device-emulation,storage,recording,captcha,clipboard';

/** Text that fills a place up to where the secret is cut. `filler` may be something that is dropped or folded later. */
const upTo = (limit: number, filler = 'y'): string => filler.repeat(limit - BEFORE);

promised('secrets-unseen', () => {
  let site: Site;
  let sockets: SocketSite;
  let service: CaptchaService;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const run = (expr: string): Promise<Reply> => call('eval_js', { expr });
  const open = (path = '/'): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  const holdsNone = (reply: Reply, what: string): void => {
    const all = `${reply.text}${JSON.stringify(reply.meta ?? {})}`;
    for (const piece of PIECES) expect(all, `${what}: ${all.slice(-300)}`).not.toContain(piece);
  };
  beforeAll(async () => {
    sockets = await startSocketSite();
    service = await startCaptchaService('the-key-of-the-service', 0);
    site = await startSite({
      '/': html(`<h1>Plain</h1><script>var s = '${SECRET}'</script>`),
      '/tools': toolPage(`offer('tell', () => '${upTo(100_000)}${SECRET}');
        offer('code', () => '${upTo(100_000)}${CODED}');
        offer('fail', () => { throw new Error('${upTo(1000 - 7)}${SECRET}') });`),
      '/hint': html(
        `<button data-tooltip="open the big drawer for ${'l'.repeat(40 - BEFORE - 24)}${SECRET}" style="width:40px;height:40px"></button>`,
      ),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', sockets.host, '--allow-private', service.host],
      env: {
        GATEWRIGHT_CAPABILITIES: CAPABILITIES,
        GATEWRIGHT_CAPTCHA_PROVIDER: '2captcha',
        GATEWRIGHT_CAPTCHA_API_KEY: 'the-key-of-the-service',
        GATEWRIGHT_CAPTCHA_API_BASE: service.origin,
      },
      config: { network: { allow: [site.origin, service.origin], load: [sockets.origin] } },
    });
    await open();
    const registered = { name: 'TOKEN', value: SECRET, scope: [site.origin] };
    expect((await call('register_secret', registered)).isError).toBe(false);
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await service.close();
    sockets.close();
  });

  it('the value of a script, as it is, encoded, and after characters that are dropped', async () => {
    await open();
    for (const [limit, secret, filler] of [
      [100_000 - 1, 's', 'y'],
      [100_000 - 1, 'btoa(s)', 'y'],
      [120_000 - 1, 's', '\\u200b'],
    ] as const) {
      const expr = `'${filler}'.repeat(${String(limit - BEFORE)}) + ${secret}`;
      const reply = await run(expr);
      expect(reply.isError).toBe(false);
      holdsNone(reply, `eval ${filler} ${secret}`);
    }
    const plain = await run(`'y'.repeat(${String(100_000 - 10)}) + 'an ordinary ending of a text'`);
    expect(plain.text).toContain('yyan ordi');
    expect(plain.text).toMatch(/The value is cut: \d+ characters more/u);
  });

  it('what a script throws', async () => {
    await open();
    for (const filler of ['z', ' ']) {
      const text = `'${filler}'.repeat(${String(1000 - 'Error: '.length - BEFORE)})`;
      const reply = await run(`throw new Error(${text} + s)`);
      expect(reply.code).toBe('page.script-error');
      holdsNone(reply, 'throw');
    }
  });

  it('the answer of a tool of the page, and what it throws', async () => {
    await open('/tools');
    for (const name of ['tell', 'code', 'fail']) {
      const calling = call('page_tools_call', { name });
      await answerFirst(gatewright);
      const reply = await calling;
      expect(reply.text).toMatch(/y{100}/u);
      holdsNone(reply, name);
    }
  });

  it('what a page asks of a device', async () => {
    await open();
    const head = '{"filters":[{"serialNumber":"'.length;
    await run(`navigator.usb.requestDevice({ filters: [{ serialNumber: '${upTo(500 - head)}' + s }] }).catch(() => 1)`);
    const reply = await call('device_requests');
    expect(reply.text).toMatch(/y{100}/u);
    holdsNone(reply, 'device_requests');
  });

  it('lines of the console and frames of a socket, whose white space is folded after the cut', async () => {
    await open();
    await run(`console.log(' '.repeat(${String(2000 - BEFORE - 6)}) + 'words ' + s)`);
    const logged = await call('browser_console_read');
    expect(logged.text).toContain('words');
    holdsNone(logged, 'console');
    const text = `' '.repeat(${String(400 - BEFORE - 6)}) + 'frame ' + s`;
    const said = await run(
      `new Promise((done) => { const s = new WebSocket('ws://${sockets.host}/'); s.onopen = () => { s.send(${text}); setTimeout(() => done(1), 300); }; s.onerror = () => done(0); })`,
    );
    expect(said.text, said.text).toMatch(/^1$/mu);
    const frames = await call('browser_ws_read');
    expect(frames.text).toContain('frame');
    holdsNone(frames, 'socket');
  });

  it('keys of storage, where characters are dropped after the cut', async () => {
    await open();
    await run(`localStorage.setItem('\\u200b'.repeat(${String(10_000 - BEFORE)}) + s, '1')`);
    const listed = await call('storage_list', { kind: 'local' });
    expect(listed.text).toContain('"length":1');
    holdsNone(listed, 'storage');
  });

  it('what a nameless button is like', async () => {
    const reply = await call('browser_navigate', { url: site.url('/hint') });
    expect(reply.text).toContain('open the big drawer');
    holdsNone(reply, 'hint');
  });

  it('what the captcha service answers', async () => {
    await open();
    service.refuseWith(`${upTo(100)}${SECRET}`);
    const reply = await call('solve_captcha', {
      type: 'recaptcha2',
      siteKey: '6Le-wvkSVVABCPBMRTvw0Q4Muexq1bi0DJwx_mJ-',
    });
    expect(reply.code).toBe('captcha.failed');
    holdsNone(reply, 'captcha');
  });

  it('messages and lines in a recording', async () => {
    await open();
    expect((await call('recording_start', { kinds: ['har', 'trace'], name: 'cuts' })).isError).toBe(false);
    const text = `' '.repeat(${String(2000 - BEFORE - 6)}) + 'words ' + s`;
    await run(
      `console.log(${text}); new Promise((done) => { const s = new WebSocket('ws://${sockets.host}/'); s.onopen = () => { s.send(${text}); setTimeout(() => done(1), 300); }; })`,
    );
    expect((await call('recording_stop')).isError).toBe(false);
    const har = filesBelow(gatewright.workspace).find(({ path }) => path.endsWith('.har'));
    const written = readFileSync(har?.path ?? '', 'utf8');
    expect(written).toContain('words');
    for (const { path, text: held } of filesBelow(gatewright.workspace))
      for (const piece of PIECES) expect(held.includes(piece), path).toBe(false);
  });
});
