import { expect, it } from 'vitest';
import { startMockDns } from '../contracts/network/mock-dns.js';
import { runCommand, start } from '../fixtures/gatewright.js';
import type { Reply } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';

const VAULT_COOKIE = 'vault-cookie-5522';
const MINTED = 'minted-by-the-site-77';

promised('identities-unseen', () => {
  it('a cookie that a signed-in host shares with its neighbours is shown, saved, replaced and removed nowhere', async () => {
    const dns = await startMockDns();
    const names = ['app.site.example', 'www.site.example', 'www.apart.example'];
    for (const name of names) dns.set(name, ['127.0.0.1']);
    const site = await startSite({
      '/': (request, response) => {
        const host = request.headers.host ?? '';
        const shared = host.startsWith('www.site.')
          ? []
          : [`shared=${MINTED}; Domain=${host.replace(/^\w+\.|:.*$/gu, '')}; Path=/`];
        response
          .writeHead(200, { 'content-type': 'text/html', 'set-cookie': ['own=ordinary-value-31; Path=/', ...shared] })
          .end(html(`<p>cookie ${request.headers.cookie ?? 'none'}</p>`));
      },
    });
    const [app = '', www = '', apart = ''] = names.map((name) => `http://${name}:${site.port}`);
    const gatewright = await start({
      env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,storage' },
      config: {
        storage: { unsafeRevealValues: true },
        approval: { from: 'never' },
        network: { resolver: [dns.server], unsafeAllowPrivate: names.map((name) => `${name}:${site.port}`) },
      },
    });
    const call = (tool: string, args: Record<string, unknown>): Promise<Reply> => gatewright.call(tool, args);
    const open = async (url: string): Promise<void> => {
      const reply = await call('browser_navigate', { url, snapshot: 'none' });
      expect(reply.isError, reply.text).toBe(false);
    };
    try {
      await open(www);
      expect((await call('storage_state_save', { name: 'before' })).isError).toBe(false);
      const record = { origins: [app], cookies: [{ name: 'sid', value: VAULT_COOKIE }] };
      const added = runCommand(gatewright.workspace, ['vault', 'add', app], JSON.stringify(record));
      expect(added.status, added.stderr).toBe(0);
      await open(app);
      await open(www);
      const shown = await call('storage_get', { kind: 'cookies', key: 'shared' });
      expect(shown.text).toContain('"withheld":"an identity of the vault');
      expect(shown.text).not.toContain(MINTED);
      expect((await call('storage_state_save', { name: 'after' })).code).toBe('policy.denied');
      expect((await call('storage_state_load', { name: 'before' })).code).toBe('policy.denied');
      expect((await call('storage_remove', { kind: 'cookies', key: 'shared' })).code).toBe('policy.denied');
      expect((await call('storage_list', { kind: 'cookies' })).text).toContain('"name":"shared"');
      // What is the host's own, and a site that shares nothing with it, stay as they were.
      expect((await call('storage_get', { kind: 'cookies', key: 'own' })).text).toContain('ordinary-value-31');
      await open(apart);
      expect((await call('storage_get', { kind: 'cookies', key: 'shared' })).text).toContain(MINTED);
      expect((await call('storage_state_save', { name: 'apart' })).isError).toBe(false);
      expect((await call('storage_state_load', { name: 'apart' })).isError).toBe(false);
      expect((await call('storage_remove', { kind: 'cookies', key: 'shared' })).isError).toBe(false);
    } finally {
      await gatewright.close();
      await site.close();
      dns.close();
    }
  });
});
