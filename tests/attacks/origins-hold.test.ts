import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Handler, Site } from '../fixtures/site.js';

promised('origins-hold', () => {
  let allowed: Site;
  let forbidden: Site;
  let gatewright: Running;
  beforeAll(async () => {
    forbidden = await startSite({ '/': html('<p>forbidden</p>') });
    const away = forbidden.url('/');
    const redirect =
      (status: number): Handler =>
      (_, response) => {
        response.writeHead(status, { location: away }).end();
      };
    allowed = await startSite({
      '/': html(`<a id="link" href="${away}">Link</a> <a id="blank" target="_blank" href="${away}">Blank</a>
        <a id="noopener" target="_blank" rel="noopener" href="${away}">Noopener</a>
        <form method="post" action="${away}"><button id="post">By POST</button></form>
        <form method="get" action="${away}"><button id="get">Get</button></form>
        <button id="script" onclick="location.href='${away}'">Script</button>
        <button id="replace" onclick="location.replace('${away}')">Replace</button>
        <button id="open" onclick="window.open('${away}')">Open</button>
        <button id="late" onclick="setTimeout(() => { location.href='${away}' }, 300)">Late</button>
        <a id="hop" href="/302">Hop</a>`),
      '/301': redirect(301),
      '/302': redirect(302),
      '/303': redirect(303),
      '/307': redirect(307),
      '/308': redirect(308),
      '/meta': html('wait', `<meta http-equiv="refresh" content="0;url=${away}">`),
      '/header': (_, response) =>
        response.writeHead(200, { refresh: `0;url=${away}`, 'content-type': 'text/html' }).end('x'),
      '/js': html(`<script>location = '${away}'</script>`),
      '/top': html(`<iframe srcdoc="<script>top.location='${away}'</script>"></iframe>`),
    });
    const lists = ['--allow', allowed.origin, '--allow-private', `${allowed.host},${forbidden.host}`];
    gatewright = await start({ args: lists, env: { GATEWRIGHT_CONFIRM_REQUIRED: '' } });
  });
  afterAll(async () => {
    await gatewright.close();
    await allowed.close();
    await forbidden.close();
  });
  beforeEach(async () => {
    await gatewright.call('browser_close');
    expect((await gatewright.call('browser_navigate', { url: allowed.url() })).isError).toBe(false);
  });

  it('the agent is refused by code', async () => {
    const reply = await gatewright.call('browser_navigate', { url: forbidden.url() });
    expect(reply.code).toBe('policy.origin-not-allowed');
    expect((await gatewright.call('browser_tabs', { action: 'new', url: forbidden.url() })).code).toBe(
      'policy.origin-not-allowed',
    );
    expect(forbidden.connections()).toBe(0);
  });

  it.each(['/301', '/302', '/303', '/307', '/308', '/meta', '/header', '/js', '/top'])(
    'a page that leads away: %s',
    async (path) => {
      await gatewright.call('browser_navigate', { url: allowed.url(path) });
      await gatewright.call('browser_wait_for', { seconds: 0.5 });
      expect(forbidden.connections()).toBe(0);
      const { text } = await gatewright.call('browser_snapshot');
      expect(text).not.toContain('forbidden');
    },
  );

  it.each(['link', 'blank', 'noopener', 'post', 'get', 'script', 'replace', 'open', 'late', 'hop'])(
    'a click that leads away: %s',
    async (id) => {
      await gatewright.call('browser_click', { selector: `#${id}` });
      await gatewright.call('browser_wait_for', { seconds: 0.6 });
      expect(forbidden.connections()).toBe(0);
    },
  );

  it('and the session still works', async () => {
    expect((await gatewright.call('browser_snapshot')).text).toContain('Link');
  });
});
