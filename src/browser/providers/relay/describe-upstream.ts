import { Failure } from '../../../core/index.js';
import type { BrowserProvider, LaunchRequest, ProviderDeps } from '../provider.js';
import { missingTools } from './mapped-tools.js';
import { locateUpstream, startUpstream, waysFor } from './start-upstream.js';
import { UPSTREAM } from './declaration.js';

/** What a slow machine may take while somebody waits for the doctor. */
const PATIENT_MS = 10_000;
const ANY_VIEWPORT = { width: 1280, height: 720 };

const CANNOT =
  'marks no hidden text; no takeover, identities, files, clipboard, console, network log or script; no picture of a page that holds a secret';

/** For the doctor: the upstream and its browser are really started in their jail, and it is asked what it can do. */
export async function describeUpstream(
  deps: ProviderDeps,
  request: LaunchRequest,
): ReturnType<NonNullable<BrowserProvider['describe']>> {
  const [way] = await waysFor(deps, locateUpstream(deps).browser);
  if (way === undefined) throw new Failure('browser.no-jail');
  const relay = { idleTtlMs: PATIENT_MS, handshakeMs: PATIENT_MS };
  const upstream = await startUpstream(way, { ...deps, relay, viewport: ANY_VIEWPORT }, request);
  try {
    const answered = await upstream.call('browser_tabs', { action: 'list' });
    if (typeof answered === 'object' && answered !== null && 'isError' in answered && answered.isError === true)
      throw new Failure('browser.start-failed', 'The upstream could not start its browser.');
  } finally {
    await upstream.kill();
  }
  const { version, tools } = upstream;
  const missing = missingTools(tools).map(({ tool, needs }) => ({
    isFlaw: true,
    says: `${tool} is not offered: ${UPSTREAM} ${version} has no ${needs.join(', ')}`,
  }));
  const { sandbox, jail } = way;
  return { version: `for ${UPSTREAM} ${version}`, sandbox, jail, notes: [...missing, { isFlaw: false, says: CANNOT }] };
}
