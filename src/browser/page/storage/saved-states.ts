import { Failure } from '../../../core/index.js';
import type { SavedCookie, StateFacts, StateStore } from '../../../core/index.js';
import type { PageDeps } from '../page-deps.js';
import { READ_AREAS, REPLACE_AREAS } from './area-scripts.js';
import { pairsOf, runAtOrigin } from './run-at-origin.js';
import { refuseShared, replaceCookies, siteCookies } from './site-cookies.js';

/** Characters of local and session storage together. */
const MAX_STATE = 8_000_000;

export async function saveState(deps: PageDeps, origin: string, name: string): Promise<StateFacts> {
  const { store, principal } = statesOf(deps, origin);
  const cookies = (await siteCookies(deps, origin)).filter(({ partitionKey }) => partitionKey === undefined);
  refuseShared(deps, cookies);
  const areas = await runAtOrigin(deps, origin, READ_AREAS, [MAX_STATE]);
  const [local, session] = [pairsOf(areas, 'local'), pairsOf(areas, 'session')];
  await store.save(principal, name, {
    origin,
    cookies: cookies.map(({ name: key, value, domain, path, expires, httpOnly, secure, sameSite }): SavedCookie => ({
      ...{ name: key, value, domain, path, expires, httpOnly, secure, sameSite },
    })),
    localStorage: Object.fromEntries(local),
    sessionStorage: Object.fromEntries(session),
  });
  return { origin, cookies: cookies.length, local: local.length, session: session.length };
}

export async function loadState(deps: PageDeps, origin: string, name: string): Promise<StateFacts> {
  const { store, principal } = statesOf(deps, origin);
  const state = await store.load(principal, name);
  if (state === undefined) {
    const names = await store.names(principal);
    const there = names.length === 0 ? 'none is saved yet' : `there are ${names.slice(0, 20).join(', ')}`;
    throw new Failure('call.bad-arguments', `name: no such state; ${there}`);
  }
  if (state.origin !== origin)
    throw new Failure('call.bad-arguments', `name: it belongs to ${state.origin}; navigate there first`);
  refuseShared(deps, [...(await siteCookies(deps, origin)), ...state.cookies]);
  const [local, session] = [Object.entries(state.localStorage), Object.entries(state.sessionStorage)];
  await runAtOrigin(deps, origin, REPLACE_AREAS, [JSON.stringify({ local, session })], 'browser.outcome-unknown');
  const cookies = await replaceCookies(deps, origin, state.cookies);
  return { origin, cookies, local: local.length, session: session.length };
}

/** Where the vault has signed in, a state would hold what is the vault's: it would outlive the identity, and leave it. */
function statesOf(
  { storage, session, permit }: PageDeps,
  origin: string,
): { readonly store: StateStore; readonly principal: string } {
  if (storage.states === undefined) throw new Failure('policy.denied', 'this server keeps no states');
  if (permit.callFacts.isAttached === true)
    throw new Failure('policy.denied', "the browser is a person's own: what it is signed in to stays there");
  if (!/^https?:/u.test(origin)) throw new Failure('page.no-storage', 'this page has no origin of its own');
  if (session.identities.isOnHost(new URL(origin).hostname))
    throw new Failure('policy.denied', 'an identity of the vault is signed in here, and stays in the vault');
  return { store: storage.states, principal: session.scope.principal };
}
