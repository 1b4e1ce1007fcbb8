import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { ChromePlace } from '../fixtures/chrome-place.js';
import { startCommand } from '../fixtures/console.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst, denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const YES = { action: 'accept', content: { answer: true } } as const;

/** A development server on this machine, another one beside it, and a page that wants to reach both. */
promised('private-closed', () => {
  let dev: Site;
  let other: Site;
  let page: Site;
  let gatewright: Running | undefined;
  beforeAll(async () => {
    dev = await startSite({ '/': html('<h1>my dev server</h1>') });
    other = await startSite({ '/': html('<h1>another service</h1>') });
    page = await startSite({
      '/': html(`<a href="${other.url()}">go</a><img src="${other.url('/img')}"><iframe src="${other.url('/frame')}"></iframe>
        <script>fetch('${other.url('/fetch')}', { mode: 'no-cors' }).catch(() => 0)</script>`),
      '/redirect': (_, response) => response.writeHead(302, { location: other.url() }).end(),
    });
  });
  afterEach(async () => {
    await gatewright?.close();
    gatewright = undefined;
  });
  afterAll(async () => {
    await Promise.all([dev.close(), other.close(), page.close()]);
  });

  it('the client answers: one port is open for this session, by any name of this machine, and nothing else', async () => {
    const asked: string[] = [];
    gatewright = await start({
      elicit: (message) => {
        asked.push(message);
        return YES;
      },
      config: { capabilities: ['read', 'navigation', 'action', 'human', 'fetch'] },
    });
    const first = await gatewright.call('browser_navigate', { url: `localhost:${dev.port}` });
    expect(first.text).toContain('my dev server');
    expect(asked).toHaveLength(1);
    expect(asked[0]).toContain(`open localhost:${dev.port} for this session?`);
    for (const url of [
      `http://127.0.0.1:${dev.port}/`,
      `http://localhost:${dev.port}/x`,
      `app.localhost:${dev.port}`,
    ]) {
      expect((await gatewright.call('browser_navigate', { url })).code, url).toBeUndefined();
    }
    expect((await gatewright.call('web_fetch', { url: dev.url() })).text).toContain('my dev server');
    expect(asked).toHaveLength(1);
    // Another port has nothing of it, and a fetch asks nobody; another session asks for itself.
    expect((await gatewright.call('web_fetch', { url: other.url() })).code).toBe('policy.private-address');
    expect(asked).toHaveLength(1);
    expect((await gatewright.call('browser_navigate', { url: dev.url(), session: 'two' })).isError).toBe(false);
    expect(asked).toHaveLength(2);
    expect(other.connections()).toBe(0);
  });

  it('a page asks nobody, neither by itself nor by a redirect, a link, a frame, a picture or a fetch', async () => {
    const asked: string[] = [];
    gatewright = await start({
      args: ['--allow-private', page.host],
      elicit: (message) => {
        asked.push(message);
        return YES;
      },
    });
    await gatewright.call('browser_navigate', { url: page.url() });
    await gatewright.call('browser_click', { role: 'link', name: 'go' });
    await gatewright.call('browser_wait_for', { seconds: 0.5 });
    await gatewright.call('browser_navigate', { url: page.url('/redirect') });
    expect(asked).toEqual([]);
    expect(other.connections()).toBe(0);
  });

  it('a person at a terminal answers; a no is refused as ever and is not asked again', async () => {
    gatewright = await start();
    const opening = gatewright.call('browser_navigate', { url: dev.url() });
    expect(await firstQuestion(gatewright)).toMatchObject({ tool: 'browser_navigate' });
    await answerFirst(gatewright);
    expect((await opening).text).toContain('my dev server');
    const refused = gatewright.call('browser_navigate', { url: other.url() });
    await denyFirst(gatewright);
    expect(await refused).toMatchObject({ code: 'policy.private-address' });
    const again = await gatewright.call('browser_navigate', { url: `http://localhost:${other.port}/` });
    expect(again.code).toBe('policy.private-address');
    expect(again.text).toContain(`--allow-private localhost:${other.port}`);
    expect(pending(gatewright)).toEqual([]);
    expect(other.connections()).toBe(0);
  });

  it('nobody is there: refused with the flag, at once the next time', async () => {
    gatewright = await start();
    const reply = await gatewright.call('browser_navigate', { url: `localhost:${dev.port}` });
    expect(reply.code).toBe('policy.private-address');
    expect(reply.text).toContain(`--allow-private localhost:${dev.port}`);
    const began = performance.now();
    expect((await gatewright.call('browser_navigate', { url: dev.url() })).code).toBe('policy.private-address');
    expect(performance.now() - began).toBeLessThan(2000);
  });

  it('our own listeners, blocked origins and other private addresses are never asked about', async () => {
    const asked: string[] = [];
    gatewright = await start({
      transport: 'http',
      args: ['--http', '127.0.0.1:17719', '--allow-private', 'localhost', '--block', `http://localhost:${other.port}`],
      elicit: (message) => {
        asked.push(message);
        return YES;
      },
    });
    for (const host of ['127.0.0.1', 'localhost', '[::1]', 'x.localhost']) {
      const reply = await gatewright.call('browser_navigate', { url: `http://${host}:17719/healthz` });
      expect(reply.code, host).toBe('policy.private-address');
    }
    for (const url of ['http://10.0.0.1/', 'http://0.0.0.0:80/', 'http://[::ffff:127.0.0.1]:80/', 'http://wiki/']) {
      expect((await gatewright.call('browser_navigate', { url })).code, url).toBe('policy.private-address');
    }
    expect((await gatewright.call('browser_navigate', { url: `localhost:${other.port}` })).code).toBe(
      'policy.origin-blocked',
    );
    expect(asked).toEqual([]);
    // The flag opens every other port of this machine, by each of its names.
    for (const host of ['127.0.0.1', 'localhost', 'app.localhost']) {
      const opened = await gatewright.call('browser_navigate', { url: `${host}:${dev.port}` });
      expect(opened.text, host).toContain('my dev server');
    }
    expect(asked).toEqual([]);
  });

  it('what other processes of Gatewright listen on is never asked about, and what took the port of a dead one is', async () => {
    const workspace = mkdtempSync(join(tmpdir(), 'gw-loopback-'));
    const asked: string[] = [];
    const { server: console, link } = await startCommand(workspace, ['console', '--json'], 'link');
    const served = await start({ transport: 'http', workspace });
    const ended = new Promise((resolve) => console.once('exit', resolve));
    const taken = createServer((_, response) => response.end('a dev server in its place'));
    try {
      gatewright = await start({
        workspace,
        elicit: (message) => {
          asked.push(message);
          return YES;
        },
      });
      const port = new URL(link).port;
      for (const url of [
        `http://127.0.0.1:${port}/`,
        `localhost:${port}`,
        `http://[::1]:${port}/`,
        `http://127.0.0.2:${port}/`,
        served.url,
      ]) {
        expect((await gatewright.call('browser_navigate', { url })).code, url).toBe('policy.private-address');
      }
      expect(asked).toEqual([]);
      expect((await gatewright.call('browser_navigate', { url: dev.url() })).text).toContain('my dev server');
      expect(asked).toHaveLength(1);
      // Killed, it takes nothing of its own away; the port is anybody's again.
      console.kill('SIGKILL');
      await ended;
      expect(readdirSync(join(workspace, 'run')).filter((name) => name.startsWith('console-'))).not.toEqual([]);
      await new Promise<void>((resolve) => taken.listen(Number(port), '127.0.0.1', resolve));
      const opened = await gatewright.call('browser_navigate', { url: `localhost:${port}` });
      expect(opened.text).toContain('a dev server in its place');
      expect(asked).toHaveLength(2);
      // One that begins later is known as well.
      const later = await startCommand(workspace, ['console', '--json'], 'link');
      const refused = await gatewright.call('browser_navigate', { url: new URL(later.link).origin });
      later.server.kill('SIGTERM');
      expect(refused.code).toBe('policy.private-address');
      expect(asked).toHaveLength(2);
    } finally {
      taken.close();
      console.kill('SIGKILL');
      await served.close();
      await gatewright?.close();
      gatewright = undefined;
      rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
    }
  });

  it('the DevTools port of a browser that `chrome start` left running is never asked about', async () => {
    const place = await ChromePlace.open();
    const asked: string[] = [];
    try {
      expect((await place.start()).status).toBe(0);
      gatewright = await start({
        workspace: place.workspace,
        elicit: (message) => {
          asked.push(message);
          return YES;
        },
      });
      const { port } = place;
      for (const url of [`http://127.0.0.1:${port}/json/version`, `localhost:${port}/json/new?about:blank`])
        expect((await gatewright.call('browser_navigate', { url })).code, url).toBe('policy.private-address');
      expect(asked).toEqual([]);
      expect((await gatewright.call('browser_navigate', { url: dev.url() })).text).toContain('my dev server');
    } finally {
      await gatewright?.close();
      gatewright = undefined;
      await place.close();
    }
  });

  it('network.askLoopback: false asks nobody', async () => {
    const asked: string[] = [];
    gatewright = await start({
      config: { network: { askLoopback: false } },
      elicit: (message) => {
        asked.push(message);
        return YES;
      },
    });
    expect((await gatewright.call('browser_navigate', { url: dev.url() })).code).toBe('policy.private-address');
    expect(asked).toEqual([]);
  });

  it.each(['javascript:1', 'javascript:alert(1)', 'data:text/html,x', 'file:///etc/passwd'])(
    '%s stays refused',
    async (url) => {
      gatewright = await start();
      expect((await gatewright.call('browser_navigate', { url })).code).toBe('policy.scheme-not-allowed');
    },
  );
});
