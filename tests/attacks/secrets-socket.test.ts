import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';
import { startSocketSite } from '../fixtures/socket-site.js';
import type { SocketSite } from '../fixtures/socket-site.js';

const VALUE = 'zebra-Quartz_91+7';
const PIECE = /zebra|quartz|emVicmEt|7a656272|5a656272/iu;

/** What a page that was given a secret does with a plain WebSocket to another origin. `v` is the secret, `s` the socket. */
const WAYS: readonly (readonly [string, string])[] = [
  ['text', 's.send(v)'],
  ['text in a longer one', 's.send(JSON.stringify({ note: "x".repeat(200), v }))'],
  ['a long message', 's.send("x".repeat(300000) + v)'],
  ['bytes', 's.send(new TextEncoder().encode(v))'],
  ['a blob', 's.send(new Blob([v]))'],
  ['base64', 's.send(btoa(v))'],
  ['hex', 's.send([...v].map((c) => c.charCodeAt(0).toString(16)).join(""))'],
  ['two bytes a letter', 's.send(new Uint16Array([...v].map((c) => c.charCodeAt(0))))'],
  ['the reason of the close', 's.close(1000, v)'],
  [
    'a worker',
    'new Worker(URL.createObjectURL(new Blob(["const s = new WebSocket(\'" + to + "\'); s.onopen = () => s.send(" + JSON.stringify(v) + "); s.onclose = () => postMessage(1)"])))',
  ],
];

const page = (to: string) =>
  html(`<input id="key" aria-label="Key"><button id="early">Connect</button><output></output>
    ${WAYS.map((_, index) => `<button id="way-${index}">Way ${index}</button>`).join('')}
    <script>
      const to = ${JSON.stringify(to)};
      const out = document.querySelector('output');
      const early = new WebSocket(to);
      early.onclose = () => { out.textContent += ' early closed'; };
      early.onmessage = ({ data }) => { out.textContent += ' said ' + data; };
      document.querySelector('#early').onclick = () => early.send(early.sentBefore ? key.value : 'hello there');
      key.oninput = () => { early.sentBefore = true; };
      const ways = [${WAYS.map(([, way]) => `(s, v) => { ${way} }`).join(',')}];
      ways.forEach((way, index) => {
        document.querySelector('#way-' + index).onclick = () => {
          const s = new WebSocket(to);
          s.onopen = () => way(s, key.value);
          s.onclose = () => { out.textContent += ' closed ' + index + '.'; };
        };
      });
    </script>`);

promised('secrets-stay', () => {
  let other: SocketSite;
  let home: Site;
  let gatewright: Running;
  beforeAll(async () => {
    other = await startSocketSite();
    home = await startSite({ '/': page(`ws://${other.host}/`) });
    gatewright = await start({
      args: ['--allow-private', `${home.host},${other.host}`, '--capabilities', 'read,navigation,action,human,secrets'],
    });
    await gatewright.call('browser_navigate', { url: home.url() });
  });
  afterAll(async () => {
    await gatewright.close();
    await home.close();
    other.close();
  });
  beforeEach(() => {
    other.received.length = 0;
  });

  it('an ordinary conversation goes both ways, and is not compressed', async () => {
    await gatewright.call('browser_click', { selector: '#early' });
    expect((await gatewright.call('browser_wait_for', { text: 'said hello there' })).isError).toBe(false);
    expect(other.received).toEqual(['hello there']);
    expect(other.extensions).toEqual([undefined]);
  });

  it('a socket that was open before there was a secret carries none', async () => {
    await gatewright.call('register_secret', { name: 'KEY', value: VALUE, scope: [home.origin] });
    expect((await gatewright.call('browser_fill', { name: 'Key', value: '<KEY>' })).isError).toBe(false);
    await gatewright.call('browser_click', { selector: '#early' });
    expect((await gatewright.call('browser_wait_for', { text: 'early closed' })).isError).toBe(false);
    expect(other.received.filter((text) => PIECE.test(text))).toEqual([]);
  });

  it.each(WAYS.map(([name], index) => [name, index] as const))('nor does a new one, as %s', async (name, index) => {
    await gatewright.call('browser_click', { selector: `#way-${index}` });
    if (name !== 'a worker') {
      const closed = await gatewright.call('browser_wait_for', { text: `closed ${index}.` });
      expect(closed.isError, closed.text).toBe(false);
    } else await gatewright.call('browser_wait_for', { seconds: 1 });
    expect(other.received.filter((text) => PIECE.test(text.replaceAll('\0', '')))).toEqual([]);
  });

  it('and it is told, and on the record, like any refusal', () => {
    const refused = gatewright.record().filter(({ event }) => event === 'network.refused');
    expect(JSON.stringify(refused)).toContain('secret-leaving');
    expect(JSON.stringify(refused)).toContain(other.origin);
    expect(JSON.stringify(gatewright.record())).not.toMatch(PIECE);
  });
});
