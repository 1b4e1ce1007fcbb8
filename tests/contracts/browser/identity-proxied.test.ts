import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Identity } from '../../../src/core/index.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { codeOf, openRoom } from './browser-setup.js';
import { goAs, identity, page, secret, startNamedSite } from './identity-site.js';
import type { NamedSite } from './identity-site.js';

let site: NamedSite;
let app: App;

beforeAll(async () => {
  site = await startNamedSite((_, response) => {
    page(response, '<script>fetch(`/report?${localStorage.token}-${sessionStorage.token}`)</script><p>here</p>');
  });
  app = await openNetwork({ unsafeAllowPrivate: [`127.0.0.1:${site.port}`] });
});
afterAll(async () => {
  await app.close();
  await site.close();
});

function everything(): Identity {
  const origins = [`http://127.0.0.1:${site.port}`];
  return identity(origins, {
    cookies: [{ name: 'sid', value: secret('c00kie-7f3a9b21', origins), path: '/', httpOnly: true }],
    headers: [{ name: 'X-Key', value: secret('k3y-5d81c0aa', origins) }],
    localStorage: [{ key: 'token', value: secret('l0cal', origins) }],
    sessionStorage: [{ key: 'token', value: secret('s3ssion', origins) }],
  });
}

describe('behind the egress proxy', () => {
  it.each([true, false])('an identity is put in, whether or not documents are held: %s', async (loadsMore) => {
    const setup = openRoom({ egress: app.egress, loadsMore });
    try {
      site.seen.length = 0;
      const url = `http://127.0.0.1:${site.port}/`;
      for (const asked of [url, `${url}again`])
        expect(await goAs(setup, everything(), asked)).toMatchObject({ ok: true });
      const told = site.seen.map(({ path, cookie, key }) => [path, cookie, key].join(' '));
      const rest = 'sid=c00kie-7f3a9b21 k3y-5d81c0aa';
      expect(new Set(told)).toEqual(new Set([`/ ${rest}`, `/again ${rest}`, `/report?l0cal-s3ssion ${rest}`]));
      // An origin that the session may not visit gets nothing, and is not in the way.
      expect(await codeOf(goAs(setup, undefined, 'http://127.0.0.1:1/'))).not.toBe('ok');
    } finally {
      await setup.close();
    }
  });
});
