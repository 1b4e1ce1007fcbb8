import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const VALUE = 'Tr0ub4dor & "three"';

/** A site that prints what it was given wherever it can. */
const ECHO = html(`
  <form onsubmit="return false"><input id="pw" type="password" aria-label="Password"><input id="plain" aria-label="Note"><button>In</button></form>
  <main></main>
  <script>
    document.querySelector('button').onclick = () => {
      const v = pw.value || plain.value;
      document.title = v;
      console.log(v);
      document.querySelector('main').innerHTML = '<p></p><button></button><a></a><code></code><i></i>';
      document.querySelector('p').textContent = v;
      document.querySelector('main button').setAttribute('aria-label', v);
      document.querySelector('a').textContent = encodeURIComponent(v);
      document.querySelector('a').href = '/?' + encodeURIComponent(v);
      document.querySelector('code').textContent = btoa(v);
      document.querySelector('i').textContent = JSON.stringify({ v });
      fetch('/login', { method: 'POST', body: v });
      history.pushState({}, '', '/?q=' + encodeURIComponent(v));
      setTimeout(() => alert(v), 0);
    };
  </script>`);

promised('secrets-unseen', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  const replies: string[] = [];
  beforeAll(async () => {
    site = await startSite({
      '/': ECHO,
      '/login': (_, response) => response.end(),
      '/sandbox': html('<iframe sandbox="allow-scripts" src="/framed"></iframe>'),
      '/framed': html('<input aria-label="Framed note">'),
    });
    other = await startSite({ '/': ECHO, '/login': (_, response) => response.end() });
    gatewright = await start({ args: ['--allow-private', `${site.host},${other.host}`] });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await other.close();
  });
  const call = async (tool: string, args: Record<string, unknown> = {}) => {
    const reply = await gatewright.call(tool, args);
    replies.push(JSON.stringify([reply.text, reply.meta]));
    return reply;
  };

  it('goes from a person into the page', async () => {
    await call('browser_navigate', { url: site.url() });
    const asked = call('await_human', { kind: 'input', prompt: 'The password, please', secret: 'PASSWORD' });
    await answerFirst(gatewright, VALUE);
    expect((await asked).text).toContain('<PASSWORD>');
    expect((await call('browser_fill', { name: 'Password', value: '<PASSWORD>' })).isError).toBe(false);
    await call('browser_click', { name: 'In', role: 'button', index: 0 });
    await expect.poll(() => site.seen.find(({ path }) => path === '/login')?.body).toBe(VALUE);
  });

  it('and the page that prints it everywhere does not get it to the model', async () => {
    for (const [tool, args] of [
      ['browser_snapshot', {}],
      ['browser_snapshot', { mode: 'full', hidden: true }],
      ['browser_read', {}],
      ['browser_read', { format: 'tree' }],
      ['browser_find', { query: 'three' }],
      ['browser_text_search', { text: 'ub4d' }],
      ['browser_console_read', {}],
      ['browser_network_read', {}],
      ['browser_tabs', { action: 'list' }],
      ['browser_inspect', { selector: 'main button' }],
      ['browser_inspect', { selector: '#pw' }],
    ] as const) {
      await call(tool, args);
    }
    const all = `${replies.join('\n')}\n${gatewright.stderr()}\n${JSON.stringify(gatewright.record())}`;
    for (const form of [
      VALUE,
      encodeURIComponent(VALUE),
      Buffer.from(VALUE).toString('base64').slice(2, -4),
      'Tr0ub4dor',
    ]) {
      expect(all.includes(JSON.stringify(form).slice(1, -1)), form).toBe(false);
    }
    expect(all).toContain('<PASSWORD>');
  });

  it('is not typed on another origin', async () => {
    await call('browser_navigate', { url: other.url() });
    const reply = await call('browser_fill', { name: 'Password', value: '<PASSWORD>' });
    expect(reply.code).toBe('policy.secret-origin');
    expect((await call('browser_fill', { name: 'Note', value: 'a <PASSWORD> b' })).code).toBe('policy.secret-origin');
    await call('browser_click', { name: 'In', role: 'button' });
    expect(other.seen.map(({ body }) => body).join('')).toBe('');
  });

  it('is not typed into a sandboxed frame, though its address is right', async () => {
    await call('browser_navigate', { url: site.url('/sandbox') });
    const reply = await call('browser_fill', { name: 'Framed note', value: '<PASSWORD>' });
    expect(reply.code).toBe('policy.secret-origin');
  });

  it('is gone with its session', async () => {
    await call('browser_close');
    await call('browser_navigate', { url: site.url() });
    expect((await call('browser_fill', { name: 'Password', value: '<PASSWORD>' })).isError).toBe(true);
  });
});
