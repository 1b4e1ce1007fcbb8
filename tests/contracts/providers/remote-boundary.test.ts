import { connect as connectPlain } from 'node:net';
import { connect } from 'node:tls';
import { afterEach, describe, expect, it } from 'vitest';
import { remoteOptions } from '../../../src/browser/options.js';
import { BareChromium, ChromiumBroker } from '../../fixtures/remote-browsers.js';
import type { RemoteSetup } from '../../fixtures/remote-browsers.js';
import { openFalseWayOut } from '../../fixtures/false-way-out.js';
import { html, startSite } from '../../fixtures/site.js';
import { codeOf, openRoom } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork, SCOPE } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

const closing: (() => Promise<unknown>)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function openSite() {
  const site = await startSite({ '/': html('<h1>Hello</h1>') });
  closing.push(() => site.close());
  return site;
}

async function openWith(elsewhere: RemoteSetup, host: string, remote = elsewhere.remote): Promise<Room & { app: App }> {
  closing.push(() => elsewhere.close());
  const app = await openNetwork({ unsafeAllowPrivate: [host], remoteProxy: remoteOptions.parse(remote).proxy });
  closing.push(() => app.close());
  const room = openRoom({ egress: app.egress, browser: { provider: 'remote' }, remote });
  closing.push(() => room.close());
  return { ...room, app };
}

/** The rule for names holds addresses back too, so that any other protection is missed only without it. */
const without = (start: string) => (all: readonly string[]) =>
  all
    .filter((one) => !one.startsWith(start))
    .map((one) => (one.startsWith('--host-resolver-rules') ? `${one}, EXCLUDE 127.0.0.1` : one));

describe('a browser elsewhere that does not show its boundary is not used', () => {
  it.each([
    ['no proxy of its own', without('--proxy-server')],
    ['loopback past the proxy', without('--proxy-bypass-list')],
    ['a proxy whose key it does not trust', without('--ignore-certificate-errors-spki-list')],
  ])('%s', async (_, change) => {
    const site = await openSite();
    const room = await openWith(await BareChromium.setUp(change), site.host);
    const failure = room.navigate(site.url());
    expect(await codeOf(failure)).toBe('browser.leaks');
    expect(site.seen).toEqual([]);
  });
});

describe('datagrams past the proxy', () => {
  it('are seen, where there is a network to send them on', async () => {
    const wayOut = openFalseWayOut();
    closing.push(() => Promise.resolve(wayOut?.close()));
    const site = await openSite();
    const room = await openWith(await BareChromium.setUp(without('--webrtc-ip-handling-policy')), site.host);
    expect(await codeOf(room.navigate(site.url()))).toBe(wayOut === undefined ? 'ok' : 'browser.leaks');
  });
});

describe('the label of a session', () => {
  const proxy = { host: '127.0.0.1', listen: '0.0.0.0', port: 0 };
  const openPort = async (nodes?: readonly string[]) => {
    const app = await openNetwork({ remoteProxy: { ...proxy, nodes } });
    closing.push(() => app.close());
    const admission = await app.egress.admitRemote?.(SCOPE);
    if (admission === undefined) throw new Error('no port');
    const { hostname, port } = new URL(admission.server);
    return { app, hostname, port: Number(port) };
  };
  /** The first line of the answer; what else happened instead. */
  const ask = (port: number, servername: string, localAddress = '127.0.0.1') =>
    new Promise<string>((resolve) => {
      const line = connectPlain({ host: '127.0.0.1', port, localAddress });
      line.on('error', () => undefined);
      const socket = connect({ socket: line, servername, rejectUnauthorized: false });
      socket.on('secureConnect', () => socket.write('GET http://10.1.2.3/ HTTP/1.1\r\nHost: 10.1.2.3\r\n\r\n'));
      socket.on('data', (bytes: Buffer) => {
        resolve(bytes.toString().split('\r\n')[0] ?? '');
        socket.destroy();
      });
      socket
        .on('error', () => undefined)
        .on('close', () => {
          resolve('closed');
        });
    });

  it('is 128 bits, needed for the handshake, bound to one address, and ends with the session', async () => {
    const { app, hostname, port } = await openPort();
    expect(hostname).toMatch(/^[0-9a-f]{32}\.gatewright\.internal$/u);
    const nobody = hostname.replace(/^./u, (first) => (first === '0' ? '1' : '0'));
    expect(await ask(port, nobody)).toBe('closed');
    expect(await ask(port, 'gatewright.internal')).toBe('closed');
    expect(await ask(port, hostname.replace('.internal', '.example'))).toBe('closed');
    // Its own requests are judged like any other session's.
    expect(await ask(port, hostname)).toContain('403');
    expect(await ask(port, hostname, '127.0.0.2')).toBe('closed');
    expect(app.notes.filter(({ event }) => event === 'network.label-refused')).toHaveLength(1);
    expect(await ask(port, hostname)).toContain('403');
    app.egress.dismiss(SCOPE);
    expect(await ask(port, hostname)).toBe('closed');
  });

  it('is worth nothing away from the machines that the operator named, also for who is first', async () => {
    const { app, hostname, port } = await openPort(['127.0.0.3', '127.0.1.0/24']);
    expect(await ask(port, hostname)).toBe('closed');
    expect(app.notes.filter(({ event }) => event === 'network.label-refused')).toHaveLength(1);
    expect(await ask(port, hostname, '127.0.1.7')).toContain('403');
    expect(await ask(port, hostname, '127.0.0.3')).toBe('closed');
  });

  it('ends a connection that is open when the session ends', async () => {
    const { app, hostname, port } = await openPort();
    const socket = connect({ host: '127.0.0.1', port, servername: hostname, rejectUnauthorized: false });
    await new Promise((resolve) => socket.once('secureConnect', resolve));
    const closed = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined);
    await new Promise((resolve) => setTimeout(resolve, 50));
    app.egress.dismiss(SCOPE);
    await closed;
  });
});

describe('secrets of the address', () => {
  it('stand in no error, no log and no event', async () => {
    const site = await openSite();
    const elsewhere = await ChromiumBroker.setUp();
    const { token } = elsewhere.broker;
    const create = { url: `http://127.0.0.1:1/s?token=${token}`, body: {} };
    const room = await openWith(elsewhere, site.host, { ...elsewhere.remote, create });
    const failure: unknown = await room.navigate(site.url()).catch((error: unknown) => error);
    expect(await codeOf(Promise.reject(failure instanceof Error ? failure : new Error('none')))).toBe(
      'browser.start-failed',
    );
    const said = [
      failure instanceof Error ? [failure.message, 'hint' in failure ? failure.hint : ''] : '',
      room.logged,
      room.events,
    ];
    expect(JSON.stringify(said)).not.toContain(token);
    expect(JSON.stringify(said)).toContain('127.0.0.1:1');
  });
});

describe('a vendor that has no browser free', () => {
  it.each([429, 503])('the call hears it, and when to ask again (HTTP %i)', async (status) => {
    const site = await openSite();
    const elsewhere = await ChromiumBroker.setUp();
    elsewhere.broker.full = status;
    const room = await openWith(elsewhere, site.host);
    const failure: unknown = await room.navigate(site.url()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'session.too-many', retryAfterMs: 5000 });
    elsewhere.broker.full = undefined;
    expect(await codeOf(room.navigate(site.url()))).toBe('ok');
  });
});

describe('a session that could not be given back', () => {
  it('is given back later, and nobody waits for that', async () => {
    const site = await openSite();
    const elsewhere = await ChromiumBroker.setUp();
    elsewhere.broker.refusals = 1;
    const room = await openWith(elsewhere, site.host);
    await room.navigate(site.url());
    await room.sessions.end({}, 'test');
    expect(await elsewhere.elsewhere.inUse()).toBe(1);
    await expect.poll(() => elsewhere.elsewhere.inUse(), { timeout: 20_000 }).toBe(0);
  });
});

describe('a browser elsewhere that falls silent', () => {
  it('ends the call that waits for it, and the session, within the time of the probe', async () => {
    const site = await openSite();
    const elsewhere = await BareChromium.setUp();
    const room = await openWith(elsewhere, site.host);
    await room.navigate(site.url());
    const [pid = 0] = elsewhere.elsewhere.pids();
    process.kill(pid, 'SIGSTOP');
    try {
      const began = performance.now();
      expect(await codeOf(room.navigate(site.url('/?again')))).toBe('browser.crashed');
      expect(performance.now() - began).toBeLessThan(20_000);
      expect(room.sessions.list()).toEqual([]);
    } finally {
      process.kill(pid, 'SIGCONT');
    }
    expect(site.seen.filter(({ path }) => path === '/?again').length).toBeLessThan(2);
  });
});
