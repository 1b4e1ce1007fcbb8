import { spawn, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { startHub, startNode, whyNoGrid } from '../../scripts/grid-for-tests.mjs';
import { countTrips } from './count-trips.mjs';
import { freePort, makeProxyKey, until } from './proxy-key.mjs';

/**
 * @typedef {{
 *   config: Record<string, unknown>,
 *   isLocal?: boolean,
 *   counter?: { reset: () => void, read: () => import('./measure.mjs').Trips },
 *   close: () => Promise<unknown>,
 * }} Place
 */

export const NAMES = ['local', 'container', 'grid', 'cdp', 'relay'];
const NO_SANDBOX = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
const IMAGE = 'localhost/gatewright-browser:latest';

/**
 * What the provider needs to run; a text says why this machine cannot have it.
 *
 * @param {string} name
 * @param {{ executablePath: string, folder: string }} here
 * @returns {Promise<Place | string>}
 */
export async function openPlace(name, here) {
  const close = () => Promise.resolve();
  switch (name) {
    case 'container':
      if (spawnSync('podman', ['image', 'exists', IMAGE]).status !== 0) return 'no image here';
      return { config: { browser: { provider: 'container' } }, close };
    case 'relay':
      return { config: { browser: { provider: 'relay' } }, isLocal: true, close };
    case 'grid':
      return openGrid(here);
    case 'cdp':
      return openCdp(here);
    default:
      return { config: {}, isLocal: true, close };
  }
}

/**
 * A hub and one node, as the tests have them.
 *
 * @param {{ executablePath: string, folder: string }} here
 * @returns {Promise<Place | string>}
 */
async function openGrid({ executablePath, folder }) {
  const why = whyNoGrid();
  if (why !== undefined) return why;
  const ports = { port: await freePort(), publish: await freePort(), subscribe: await freePort() };
  const hub = startHub(ports);
  const node = startNode({ port: await freePort(), hub: ports, slots: 1, timeoutSeconds: 300, folder });
  const url = `http://127.0.0.1:${ports.port}`;
  await until(async () => JSON.stringify(await (await fetch(`${url}/status`)).json()).includes('"UP"'));
  const counter = await countTrips(url);
  const remote = { kind: 'grid', url: counter.url, binary: executablePath, sessionArgs: NO_SANDBOX };
  return {
    config: { browser: { provider: 'remote' }, remote },
    counter,
    close: () => {
      counter.close();
      return Promise.all([node.end(), hub.end()]);
    },
  };
}

/**
 * One Chromium with a DevTools port, as docs/remote.md starts it.
 *
 * @param {{ executablePath: string, folder: string }} here
 * @returns {Promise<Place>}
 */
async function openCdp({ executablePath, folder }) {
  const [port, proxyPort] = [await freePort(), await freePort()];
  const { certFile, keyFile, keyHash } = makeProxyKey(folder);
  const child = spawn(
    executablePath,
    [
      ...['--headless', '--no-first-run', ...NO_SANDBOX, `--user-data-dir=${join(folder, 'profile')}`],
      ...[`--remote-debugging-port=${port}`, `--proxy-server=https://nobody.gatewright.internal:${proxyPort}`],
      ...['--proxy-bypass-list=<-loopback>', '--webrtc-ip-handling-policy=disable_non_proxied_udp', '--disable-quic'],
      '--host-resolver-rules=MAP *.gatewright.internal 127.0.0.1, MAP * ~NOTFOUND',
      `--ignore-certificate-errors-spki-list=${keyHash}`,
    ],
    { detached: true, stdio: 'ignore' },
  );
  const exited = new Promise((done) => child.once('exit', done));
  await until(async () => (await fetch(`http://127.0.0.1:${port}/json/version`)).ok);
  const counter = await countTrips(`http://127.0.0.1:${port}`);
  const proxy = { port: proxyPort, certFile, keyFile };
  return {
    config: { browser: { provider: 'remote' }, remote: { kind: 'cdp', url: counter.url, proxy } },
    counter,
    close: async () => {
      counter.close();
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
      await exited;
    },
  };
}
