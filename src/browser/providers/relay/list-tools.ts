import { Failure } from '../../../core/index.js';
import { locateUpstream, startUpstream, waysFor } from './start-upstream.js';
import type { UpstreamDeps } from './start-upstream.js';

/** In the jail's own loopback, where nothing else listens. Nothing is sent there: no browser is started. */
const NOWHERE = 'http://127.0.0.1:3128';

/** Starts an upstream as a session would, without its browser, and asks what it can do. */
export async function listUpstreamTools(deps: UpstreamDeps): Promise<ReadonlySet<string>> {
  const [way] = await waysFor(deps, locateUpstream(deps).browser);
  if (way === undefined) throw new Failure('browser.no-jail');
  const upstream = await startUpstream(way, deps, {
    proxy: NOWHERE,
    serveAsProxy: (connection) => connection.destroy(),
  });
  await upstream.kill();
  return upstream.tools;
}
