import type { Call, CallFacts, Identity, Lease, Principal } from '../core/index.js';
import type { PathDeps } from './path-deps.js';

type Deps = Pick<PathDeps, 'identities' | 'sessionPolicy' | 'egress'>;

/**
 * The identity to sign in with where this call goes. The origin is read from the address by our own parser; a domain that
 * the agent names is not used.
 */
export async function identityFor(
  { identities }: Deps,
  call: Call,
  callFacts: CallFacts,
  signal: AbortSignal,
): Promise<Identity | undefined> {
  if (identities === undefined) return undefined;
  for (const target of call.targets) {
    const url = target.kind === 'url' ? callFacts.urls.get(target) : undefined;
    if (url?.kind !== 'web') continue;
    const identity = await identities.find(url, signal);
    if (identity?.origins.includes(url.origin) === true && mayUseIdentity(call.principal, identity.name))
      return identity;
  }
  return undefined;
}

/** A team may have some of the identities only; at the others' sites it is a stranger. */
export function mayUseIdentity({ team }: Principal, name: string): boolean {
  return team?.identities?.includes(name) ?? true;
}

/**
 * Step 8: before anything is asked of the site, and all of it or nothing. The order matters: the other ports of its hosts
 * are closed and their tunnels cut before the first cookie is there.
 */
export async function signIn(
  { identities, sessionPolicy, egress }: Deps,
  { scope }: Call,
  lease: Lease,
  identity: Identity,
): Promise<void> {
  sessionPolicy.noteSignIn(scope, identity);
  await lease.inject(identity, egress.recheck(scope));
  identities?.bindIdentities(scope, identity);
}
