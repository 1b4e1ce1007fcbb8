import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

/** @typedef {{ turns: number, commands: number, sent: string[][] }} Trips */
/** @typedef {{ ms: Record<string, number[]>, trips?: Record<string, Trips[]> }} Measured */

const SESSIONS = { timeoutSeconds: 3600, idleSeconds: 3600, maxActions: 1_000_000 };

/** @typedef {{ command: string, executablePath: string, site: { host: string, url: (path: string) => string }, folder: string }} Server */

/**
 * A server of its own, and a client of it.
 *
 * @param {import('./places.mjs').Place} place
 * @param {Server} server
 */
export async function connectServer(place, { command, executablePath, site, folder }) {
  const workspace = join(folder, 'workspace');
  mkdirSync(workspace, { mode: 0o700 });
  const config = { version: 1, sessions: SESSIONS, network: { unsafeAllowPrivate: [site.host] }, ...place.config };
  writeFileSync(join(workspace, 'gatewright.yaml'), JSON.stringify(config), { mode: 0o600 });
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [command, ...(place.isLocal ? ['--executable-path', executablePath] : [])],
    env: { ...process.env, GATEWRIGHT_WORKSPACE: workspace },
    stderr: 'ignore',
  });
  const client = new Client({ name: 'bench-providers', version: '1.0.0' });
  await client.connect(transport);
  const call = async (/** @type {string} */ name, /** @type {Record<string, unknown>} */ args) => {
    place.counter?.reset();
    const began = performance.now();
    const { isError, content } = await client.callTool({ name, arguments: args }, { timeout: 120_000 });
    const ms = performance.now() - began;
    if (isError === true) throw new Error(`${name}: ${JSON.stringify(content).slice(0, 300)}`);
    return { ms, trips: place.counter?.read(), text: JSON.stringify(content) };
  };
  return { call, close: () => client.close() };
}

/**
 * The same calls with one provider.
 *
 * @param {import('./places.mjs').Place} place
 * @param {Server} server
 * @param {number} rounds
 * @returns {Promise<Measured>}
 */
export async function measureProvider(place, server, rounds) {
  const { site } = server;
  /** @type {Measured} */
  const measured = { ms: {}, ...(place.counter === undefined ? {} : { trips: {} }) };
  const { call, close } = await connectServer(place, server);
  try {
    const keep = (/** @type {string} */ tool, /** @type {Awaited<ReturnType<typeof call>>} */ { ms, trips }) => {
      (measured.ms[tool] ??= []).push(ms);
      if (trips !== undefined && measured.trips !== undefined) (measured.trips[tool] ??= []).push(trips);
    };
    // The first opens the session, and is no sample.
    await call('browser_navigate', { url: site.url('/'), snapshot: 'none' });
    for (let i = 1; i <= rounds; i += 1) {
      keep('navigation', await call('browser_navigate', { url: site.url('/'), snapshot: 'none' }));
      const seen = await call('browser_snapshot', {});
      keep('snapshot', seen);
      const ref = /button \\"Press\\".*?\[ref=(\w+)\]/u.exec(seen.text)?.[1];
      if (ref === undefined) throw new Error(`no button in: ${seen.text.slice(0, 300)}`);
      keep('click', await call('browser_click', { ref }));
      // A quick answer to a click that never came is worth nothing.
      const after = await call('browser_snapshot', {});
      if (!after.text.includes('pressed 1')) throw new Error('the click did not arrive');
    }
  } finally {
    await close();
  }
  return measured;
}
