import type { Call, Identity, Lease, Sight } from '../core/index.js';
import type { PathDeps } from './path-facts.js';

type Deps = Pick<PathDeps, 'identities' | 'standing'>;

/**
 * Who the browser is to be where this call goes. Looked up by our own reading of the address; what the agent says about
 * domains is never asked.
 */
export async function identityFor(
  { identities }: Deps,
  call: Call,
  sight: Sight,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  if (identities === undefined) return undefined;
  for (const target of call.targets) {
    const url = target.kind === 'url' ? sight.urls.get(target) : undefined;
    if (url?.kind !== 'web') continue;
    const identity = await identities.find(url, signal);
    if (identity?.origins.includes(url.origin) === true) return identity;
  }
  return undefined;
}

/** Step 8: before anything is asked of the site, and all of it or nothing. */
export async function signIn(
  { identities, standing }: Deps,
  { scope }: Call,
  lease: Lease,
  identity: Identity,
): Promise<void> {
  await lease.bear(identity);
  identities?.lend(scope, identity);
  standing.bear(scope, identity);
}
