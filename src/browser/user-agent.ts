import type { Browser } from 'playwright-core';

const known = new WeakMap<Browser, Promise<string | undefined>>();

/** What sites are told that the browser is, asked once for each browser. Undefined: it does not say. */
export function userAgentOf(browser: Browser): Promise<string | undefined> {
  const asked = known.get(browser) ?? askUserAgent(browser).catch(() => undefined);
  known.set(browser, asked);
  return asked;
}

async function askUserAgent(browser: Browser): Promise<string | undefined> {
  const devtools = await browser.newBrowserCDPSession();
  try {
    const { userAgent } = await devtools.send('Browser.getVersion');
    return userAgent.slice(0, 300);
  } finally {
    await devtools.detach();
  }
}
