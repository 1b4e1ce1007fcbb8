import type { CDPSession } from 'playwright-core';
import type { Identity } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';

interface Placed {
  readonly name: string;
  readonly value: string;
  readonly url: string;
  readonly path: string;
}

/** Each for the hosts themselves: a cookie without a Domain attribute goes to no subdomain. */
export async function putCookies(browser: CDPSession, identity: Identity): Promise<void> {
  const now = Date.now() / 1000;
  const live = identity.cookies.filter(({ expires }) => expires === undefined || expires > now);
  for (const origin of identity.origins) {
    for (const { name, value, path, httpOnly, sameSite, expires } of live) {
      const placed: Placed = { name, value: openSecret(value).value, url: `${origin}${path}`, path };
      const { success } = await browser.send('Network.setCookie', {
        ...placed,
        httpOnly,
        secure: origin.startsWith('https:'),
        ...(sameSite === undefined ? {} : { sameSite }),
        ...(expires === undefined ? {} : { expires }),
      });
      if (!success || !(await isThere(browser, placed))) throw new Error(`cookie ${name} was not kept`);
    }
  }
}

async function isThere(browser: CDPSession, { name, value, url, path }: Placed): Promise<boolean> {
  const { cookies } = await browser.send('Network.getCookies', { urls: [url] });
  const host = new URL(url).hostname;
  return cookies.some(
    (kept) => kept.name === name && kept.value === value && kept.path === path && kept.domain === host,
  );
}

export async function removeCookies(browser: CDPSession, identity: Identity): Promise<void> {
  for (const origin of identity.origins)
    for (const { name, path } of identity.cookies)
      await browser.send('Network.deleteCookies', { name, url: `${origin}${path}`, path });
}
