import type { Cookie } from 'playwright-core';
import { Failure } from '../../../core/index.js';
import type { SavedCookie } from '../../../core/index.js';
import { cdpSessionOf } from '../../cdp/page-cdp-session.js';
import type { PageDeps } from '../page-deps.js';

const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;
const LOOPBACK = /^(?:localhost|.*\.localhost|127(?:\.\d+){3}|\[::1\])$/u;

/** The cookies that a document of this origin could be sent, whatever its path. */
export async function siteCookies({ session }: PageDeps, origin: string): Promise<readonly Cookie[]> {
  if (!/^https?:/u.test(origin)) throw new Failure('page.no-storage', 'this page has no origin of its own');
  const { protocol, hostname } = new URL(origin);
  const isSecure = protocol === 'https:' || LOOPBACK.test(hostname);
  const all = await session.context.cookies();
  return all.filter(({ domain, secure }) => isForHost(domain, hostname) && (isSecure || !secure));
}

/** A host where the vault has signed in may share cookies with its neighbours: those are its own all the same. */
export function refuseShared({ session }: PageDeps, cookies: readonly { readonly domain: string }[]): void {
  if (cookies.some(({ domain }) => session.identities.getsCookie(domain)))
    throw new Failure('policy.denied', 'a cookie here also goes to a host where an identity of the vault is signed in');
}

/** For the host alone. One of the same name keeps its path, flags and expiry. */
export async function setSiteCookie(deps: PageDeps, origin: string, name: string, value: string): Promise<void> {
  if (!TOKEN.test(name)) throw new Failure('call.bad-arguments', 'key: not a name that a cookie can have');
  if (/[;\r\n\0]/u.test(value)) throw new Failure('call.bad-arguments', 'value: no cookie can hold ; or a line break');
  const { hostname, protocol } = new URL(origin);
  const before = (await siteCookies(deps, origin)).find((known) => known.name === name && known.domain === hostname);
  const { path = '/', httpOnly = false, sameSite = 'Lax', expires = -1 } = before ?? {};
  const secure = before?.secure ?? protocol === 'https:';
  await putCookie(deps, origin, { name, value, domain: hostname, path, httpOnly, secure, sameSite, expires });
}

export async function removeCookie(deps: PageDeps, origin: string, name: string): Promise<number> {
  const gone = (await siteCookies(deps, origin)).filter((known) => known.name === name);
  // On its own host that is judged as what it is.
  if (!deps.session.identities.isOnHost(new URL(origin).hostname)) refuseShared(deps, gone);
  await deleteCookies(deps, gone);
  return gone.length;
}

export async function replaceCookies(deps: PageDeps, origin: string, cookies: readonly SavedCookie[]): Promise<number> {
  const now = Date.now() / 1000;
  const { hostname } = new URL(origin);
  const live = cookies.filter(({ domain, expires }) => isForHost(domain, hostname) && !(expires > 0 && expires <= now));
  await deleteCookies(deps, await siteCookies(deps, origin));
  for (const cookie of live) await putCookie(deps, origin, cookie);
  return live.length;
}

async function deleteCookies({ tab }: PageDeps, cookies: readonly Cookie[]): Promise<void> {
  const browser = await cdpSessionOf(tab.page);
  for (const { name, domain, path } of cookies) await browser.send('Network.deleteCookies', { name, domain, path });
}

async function putCookie({ tab }: PageDeps, origin: string, cookie: SavedCookie): Promise<void> {
  const { domain, expires, sameSite, ...rest } = cookie;
  const browser = await cdpSessionOf(tab.page);
  const { success } = await browser.send('Network.setCookie', {
    ...rest,
    // Without a Domain attribute a cookie is for the host of this address alone.
    url: `${origin}${cookie.path.startsWith('/') ? cookie.path : '/'}`,
    ...(domain.startsWith('.') ? { domain } : {}),
    ...(sameSite === 'None' && !cookie.secure ? {} : { sameSite }),
    ...(expires > 0 ? { expires } : {}),
  });
  if (!success) throw new Failure('page.no-storage', 'the browser did not take the cookie');
}

/** RFC 6265 5.1.3; without a leading dot the cookie is for the host alone. */
export function isForHost(domain: string, host: string): boolean {
  if (!domain.startsWith('.')) return domain === host;
  return host === domain.slice(1) || host.endsWith(domain);
}
