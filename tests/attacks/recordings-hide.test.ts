import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { decodePng } from '../../src/browser/png.js';
import { attend, openSessionPage, pressOn } from '../fixtures/console-person.js';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { harIn, keptFiles, textIn, unzip } from '../fixtures/recorded-files.js';
import type { Kept } from '../fixtures/recorded-files.js';
import { formIn } from '../fixtures/secret-forms.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { startSocketSite } from '../fixtures/socket-site.js';
import type { SocketSite } from '../fixtures/socket-site.js';

const SECRET = 'kx7-Record-09-wren-lamp';
const LATER = 'qq4-Learned-77-later-on';
const PASSWORD = 'Tr0ub4dor-and-three';
const ALL = ['har', 'video', 'trace'];
const ON = 'read,navigation,action,human,secrets,network-body,recording';
/** Secrets are written in a colour that stands nowhere else. */
const STYLE = '<style>body { margin: 0; background: white } b { color: rgb(255, 0, 0); font-size: 40px }</style>';

/** Says the secret in every way that a page has. */
const LOUD = (secret: string, socket: string): string =>
  html(
    `<b id="out">${secret}</b><button>Calm</button>
    <script>
      const secret = ${JSON.stringify(secret)};
      document.title = secret;
      document.cookie = 'loud=' + secret;
      console.log(secret, btoa(secret), encodeURIComponent(secret));
      console.log('x'.repeat(1990) + secret);
      const ways = [secret, btoa(secret), encodeURIComponent(secret), [...secret].reverse().join('')];
      for (const way of ways)
        fetch('/echo?q=' + encodeURIComponent(way) + '#' + way, { method: 'POST', headers: { 'x-way': way, 'content-type': 'application/json' }, body: JSON.stringify({ way }) });
      fetch('/path/' + secret);
      const socket = new WebSocket(${JSON.stringify(socket)} + '/?at=' + secret);
      socket.onopen = () => ways.forEach((way) => socket.send('a'.repeat(380) + way));
    </script>`,
    STYLE,
  );

promised('recordings-hide', () => {
  let site: Site;
  let sockets: SocketSite;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const ok: Running['ok'] = (tool, args) => gatewright.ok(tool, args);
  const open = (path: string, session: string): Promise<Reply> =>
    ok('browser_navigate', { session, url: site.url(path), snapshot: 'none' });
  const files = (reply: Reply): readonly Kept[] => keptFiles(gatewright, reply);
  const pictures = (kept: readonly Kept[]): readonly ReturnType<typeof decodePng>[] =>
    [...unzip(kept.find(({ kind }) => kind === 'trace')?.bytes ?? Buffer.alloc(0))]
      .filter(([name]) => name.endsWith('.png'))
      .map(([, bytes]) => decodePng(bytes));
  const redIn = (kept: readonly Kept[]): number => {
    let red = 0;
    for (const { bytes, channels } of pictures(kept))
      for (let i = 0; i < bytes.length; i += channels)
        if ((bytes[i] ?? 0) > 200 && (bytes[i + 1] ?? 255) < 80 && (bytes[i + 2] ?? 255) < 80) red += 1;
    return red;
  };
  const wait = (session: string, seconds = 1): Promise<Reply> => call('browser_wait_for', { session, seconds });
  beforeAll(async () => {
    sockets = await startSocketSite();
    const socket = sockets.origin.replace('http', 'ws');
    site = await startSite({
      '/plain': html('<h1>Plain</h1><b>ordinary red words</b>', STYLE),
      '/calm': html('<h1>Calm</h1>', STYLE),
      '/loud': LOUD(SECRET, socket),
      '/later': LOUD(LATER, socket),
      '/echo': (request, response) =>
        response
          .writeHead(200, {
            'content-type': 'text/plain',
            'set-cookie': `sid=${SECRET}`,
            authorization: `Bearer ${SECRET}`,
            'x-back': SECRET,
            etag: `"${SECRET}"`,
          })
          .end(`${request.url ?? ''} ${SECRET}`),
      '/flash': html(
        `<b id="out">&nbsp;</b><script>
          let isOn = false;
          setInterval(() => { isOn = !isOn; out.textContent = isOn ? ${JSON.stringify(SECRET)} : '\u00a0'; }, 17);
        </script>`,
        STYLE,
      ),
      '/form': html(
        `<input type="password" name="pw" value="${PASSWORD}" style="color:rgb(255,0,0);font-size:40px">
        <script>
          const field = document.querySelector('input');
          fetch('/echo', { method: 'POST', headers: { 'content-type': 'application/x-www-form-urlencoded' }, body: 'pw=' + field.value });
          setInterval(() => { field.type = field.type === 'text' ? 'password' : 'text'; }, 40);
        </script>`,
        STYLE,
      ),
      '/flood': html(
        `<b id="out">.</b><script>
          for (let i = 0; i < 300; i++) fetch('/plain?' + i + 'x'.repeat(9000)).catch(() => 0);
          const socket = new WebSocket(${JSON.stringify(socket)});
          socket.onopen = () => { for (let i = 0; i < 2000; i++) socket.send('m'.repeat(100) + i); };
          for (let i = 0; i < 1000; i++) console.log('line '.repeat(1000) + i);
          let n = 0;
          const paint = () => { document.body.style.background = 'hsl(' + (n++ % 360) + ' 50% 50%)'; requestAnimationFrame(paint); };
          paint();
        </script>`,
        STYLE,
      ),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', sockets.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { sessions: { maxDownloads: 4 } },
    });
    const scope = [site.origin, sockets.origin];
    await ok('register_secret', { session: 'loud', name: 'LOUD_KEY', value: SECRET, scope });
  });
  afterAll(async () => {
    await gatewright.close();
    sockets.close();
    await site.close();
  });

  it('ordinary red words are in the pictures: the colour would be found', async () => {
    await open('/plain', 'plain');
    await ok('recording_start', { session: 'plain', kinds: ['trace'], name: 'plain' });
    await wait('plain');
    expect(redIn(files(await ok('recording_stop', { session: 'plain' })))).toBeGreaterThan(100);
  });

  it('a page that says a secret in every way leaves none of it in any file', async () => {
    await open('/calm', 'loud');
    await ok('recording_start', { session: 'loud', kinds: ALL, name: 'loud' });
    await open('/loud', 'loud');
    await wait('loud', 1);
    await call('browser_click', { session: 'loud', name: 'Calm' });
    const kept = files(await ok('recording_stop', { session: 'loud' }));
    expect(kept.map(({ kind }) => kind)).toEqual(ALL);
    const text = textIn(kept);
    expect(formIn(text, [SECRET])).toBeUndefined();
    expect(text).not.toMatch(/set-cookie|"authorization"|"cookie"/iu);
    const log = harIn(kept);
    expect(log.entries.length).toBeGreaterThan(5);
    expect(JSON.stringify(log)).toContain('<LOUD_KEY>');
    expect(redIn(kept.filter(({ kind }) => kind === 'trace'))).toBe(0);
  });

  it('a secret that flashes is in no picture', async () => {
    await ok('register_secret', { session: 'flash', name: 'FLASH_KEY', value: SECRET, scope: [site.origin] });
    await open('/flash', 'flash');
    await ok('recording_start', { session: 'flash', kinds: ['trace'] });
    await wait('flash', 2);
    expect(redIn(files(await ok('recording_stop', { session: 'flash' })))).toBe(0);
  });

  it('the value of a secret field is in no file, whatever the field does', async () => {
    await open('/calm', 'form');
    await ok('recording_start', { session: 'form', kinds: ALL });
    await open('/form', 'form');
    await wait('form', 1);
    const kept = files(await ok('recording_stop', { session: 'form' }));
    expect(formIn(textIn(kept), [PASSWORD])).toBeUndefined();
    expect(redIn(kept)).toBe(0);
  });

  it('what became a secret later is taken out of what was recorded before', async () => {
    await ok('recording_start', { session: 'later', kinds: ALL });
    await open('/later', 'later');
    await wait('later', 1);
    await open('/calm', 'later');
    await ok('register_secret', { session: 'later', name: 'LATE_KEY', value: LATER, scope: [site.origin] });
    await wait('later', 1);
    const reply = await ok('recording_stop', { session: 'later' });
    const kept = files(reply);
    expect(formIn(textIn(kept), [LATER])).toBeUndefined();
    expect(reply.text).toMatch(/withheld/u);
    // The ordinary page that came after it is still there.
    expect(pictures(kept).length).toBeGreaterThan(0);
    expect(redIn(kept)).toBe(0);
  });

  it('a flood ends within its limits, and the session goes on', async () => {
    await open('/plain', 'flood');
    await ok('recording_start', { session: 'flood', kinds: ALL });
    await call('browser_navigate', { session: 'flood', url: site.url('/flood'), wait_for: 'domcontentloaded' });
    await wait('flood', 2);
    const kept = files(await ok('recording_stop', { session: 'flood' }));
    const { entries } = harIn(kept);
    expect(entries.reduce((sum, { _webSocketMessages: said = [] }) => sum + said.length, 0)).toBeLessThanOrEqual(1_000);
    // An address of 9,000 letters is not cut where a secret may stand, but left out.
    expect(entries.some(({ request }) => request.url === site.url('/plain?left-out='))).toBe(true);
    expect(kept.every(({ bytes }) => bytes.length < 20_000_000)).toBe(true);
    await open('/plain', 'flood');
  }, 90_000);

  it.each([
    ['a path', { kinds: ['har'], name: '../../etc/passwd' }],
    ['a folder', { kinds: ['har'], name: 'a/b' }],
    ['a hidden file', { kinds: ['har'], name: '.bashrc' }],
    ['a letter that looks like none', { kinds: ['har'], name: 'a\u202eb' }],
    ['a very long name', { kinds: ['har'], name: 'a'.repeat(41) }],
    ['no kind', { kinds: [] }],
    ['an unknown kind', { kinds: ['screen'] }],
    ['an argument of nobody', { kinds: ['har'], path: '/tmp/x' }],
  ])('%s is refused', async (_, args) => {
    expect((await call('recording_start', { session: 'plain', ...args })).code).toBe('call.bad-arguments');
    expect((await call('recording_stop', { session: 'plain' })).code).toBe('session.no-recording');
  });

  it('a name that is a secret is refused', async () => {
    const args = { session: 'loud', kinds: ['har'], name: SECRET };
    expect((await call('recording_start', args)).code).toBe('policy.secret-leaving');
  });

  it('one at a time, in its own session, and once', async () => {
    await ok('recording_start', { session: 'plain', kinds: ['har'] });
    expect((await call('recording_start', { session: 'plain', kinds: ['har'] })).code).toBe('session.recording-runs');
    expect((await call('recording_stop', { session: 'loud' })).code).toBe('session.no-recording');
    await open('/plain', 'plain');
    const entries = harIn(files(await ok('recording_stop', { session: 'plain' }))).entries;
    expect(entries).not.toEqual([]);
    expect(entries.every(({ request }) => request.url.startsWith(site.origin))).toBe(true);
    expect((await call('recording_stop', { session: 'plain' })).code).toBe('session.no-recording');
  });

  it('a session that is closed keeps what was recorded, and nothing is left elsewhere', async () => {
    const folders = join(gatewright.workspace, 'downloads');
    await open('/plain', 'closed');
    await ok('recording_start', { session: 'closed', kinds: ALL, name: 'unfinished' });
    await open('/plain', 'closed');
    await ok('browser_close', { session: 'closed' });
    const kept = (): string[] =>
      readdirSync(folders)
        .filter((name) => name.startsWith('closed-'))
        .flatMap((name) => readdirSync(join(folders, name)))
        .sort();
    await expect.poll(kept, { timeout: 20_000 }).toEqual(['unfinished.har', 'unfinished.trace.zip', 'unfinished.webm']);
    const scratch = (): string[] =>
      readdirSync(join(gatewright.workspace, 'run'), { recursive: true, encoding: 'utf8' }).filter((name) =>
        name.includes('recording-'),
      );
    await expect.poll(scratch, { timeout: 10_000 }).toEqual([]);
    expect(existsSync(join(gatewright.workspace, 'recording'))).toBe(false);
  });

  it('keeps no more files than a session may', async () => {
    await open('/plain', 'many');
    await ok('recording_start', { session: 'many', kinds: ALL });
    await ok('recording_stop', { session: 'many' });
    await ok('recording_start', { session: 'many', kinds: ALL });
    const second = await ok('recording_stop', { session: 'many' });
    expect(files(second)).toHaveLength(1);
    expect(second.text).toMatch(/not kept: video: session\.limit: .*sessions\.maxDownloads/u);
    expect((await call('recording_start', { session: 'many', kinds: ['har'] })).code).toBe('session.limit');
  });
});

promised('takeover-apart', () => {
  it('what a person does is in no recording', async () => {
    const site = await startSite({
      '/': html(
        `<button onclick="fetch('/typed-by-a-person'); console.log('a-person-was-here')" style="position:fixed;left:0;top:0;width:200px;height:100px">Press</button>`,
      ),
    });
    const attended = await attend({
      network: { unsafeAllowPrivate: [site.host] },
      capabilities: ['read', 'navigation', 'action', 'human', 'recording'],
    });
    try {
      const { gatewright, page } = attended;
      await gatewright.call('browser_navigate', { url: site.url('/') });
      await gatewright.call('recording_start', { kinds: ALL });
      await openSessionPage(attended);
      await page.getByRole('button', { name: 'Take over' }).click();
      const picture = page.getByRole('application').getByRole('img');
      await picture.waitFor();
      await pressOn(picture, 100, 50);
      await expect
        .poll(() => site.seen.some(({ path }) => path === '/typed-by-a-person'), { timeout: 20_000 })
        .toBe(true);
      await page.getByRole('button', { name: 'Give back' }).click();
      await page.getByText('Given back').waitFor();
      const stopped = await gatewright.call('recording_stop');
      expect(stopped.isError, stopped.text).toBe(false);
      expect(textIn(keptFiles(gatewright, stopped))).not.toMatch(/person/u);
    } finally {
      await attended.close();
      await site.close();
    }
  }, 90_000);
});
