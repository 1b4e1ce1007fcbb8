import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { firstQuestion } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SECRET = 'kx7-Vault-09-wren';
const PAGE = html(`<h1>Plain</h1><p><span id="shown">${SECRET}</span></p><input id="to" aria-label="Copy">
  <textarea id="from" aria-label="Draft">${SECRET}</textarea><p><span id="ordinary">ordinary</span></p>
  <iframe id="other" src="FRAME" title="other"></iframe>`);

/** Sessions with every door of this file open. */
const ON = 'read,navigation,action,human,secrets,eval,network-body,clipboard';

promised('secrets-unseen', () => {
  let site: Site;
  let other: Site;
  let gatewright: Running;
  const answers: string[] = [];
  const call = async (tool: string, args: Record<string, unknown>): Promise<Reply> => {
    const reply = await gatewright.call(tool, args);
    answers.push(reply.text, JSON.stringify(reply.meta ?? {}));
    return reply;
  };
  const run = (expr: string, more: Record<string, unknown> = {}): Promise<Reply> => call('eval_js', { expr, ...more });
  const open = (path = '/'): Promise<Reply> => call('browser_navigate', { url: site.url(path), snapshot: 'none' });
  beforeAll(async () => {
    other = await startSite({
      '/': html(`<p>Inner</p><script>var here = 'inner frame'</script>`),
      '/login': html('<input type="password" aria-label="Password">'),
    });
    site = await startSite({
      '/': PAGE.replace('FRAME', other.url()),
      '/password': html('<input type="password" value="hunter2-hunter2"><p>Sign in</p>'),
      '/framed': html('<p id="p">Outer words</p><iframe src="/empty"></iframe>'),
      '/empty': html(
        '<div id="host"></div><script>host.attachShadow({ mode: "open" }).innerHTML = "<input type=password>"</script>',
      ),
      '/framed-elsewhere': html(`<p id="p">Outer words</p><iframe src="${other.url('/login')}"></iframe>`),
      '/framed-plain': html('<p id="p">Outer words</p><iframe srcdoc="<input type=text>"></iframe>'),
      '/packed': ({ url }, response) =>
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .end(
            Buffer.concat([
              Buffer.from([0, 8, 1]),
              Buffer.from(url === '/packed' ? SECRET : 'a picture'),
              Buffer.from([0xff]),
            ]),
          ),
      '/oauth.json': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(
            '{"access_token":"eyJ0.9d8f7a6b5c4e.3d2c","idToken":"9d8f7a6b5c4e3d2c","access_token_type":"bearer","id_token":"unchanged-default"}',
          ),
      '/cuts.json': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ pad: 'x'.repeat(256 * 1024 - 30), token: SECRET, coded: btoa(SECRET) })),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', other.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { network: { allow: [site.origin], load: [other.origin] } },
    });
    await open();
    const registered = { name: 'TOKEN', value: SECRET, scope: [site.origin] };
    expect((await gatewright.call('register_secret', registered)).isError).toBe(false);
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await other.close();
  });

  it('a script shows no secret, in whatever spelling, and nothing while a password field is there', async () => {
    await open();
    for (const expr of [
      'document.body.innerText',
      'btoa(shown.textContent)',
      'shown.textContent.split("")',
      '({ ...shown.textContent })',
      'throw new Error(shown.textContent)',
      'encodeURIComponent(document.body.textContent)',
    ])
      await run(expr);
    await open('/password');
    for (const expr of [
      'document.querySelector("input").value',
      'const field = document.querySelector("input"); field.remove(); field.value',
      'throw new Error(document.querySelector("input").value)',
    ]) {
      const reply = await run(expr);
      expect(reply.text).toContain('withheld');
      await open('/password');
    }
    expect(answers.join('\n')).not.toMatch(/kx7-Vault|hunter2/u);
    expect(answers.join('\n')).toContain('<TOKEN>');
  });

  it('an empty password field in a frame counts too: a script may wait for what is filled in', async () => {
    for (const path of ['/framed', '/framed-elsewhere']) {
      await open(path);
      expect((await run('p.textContent')).text, path).toContain('withheld');
      const thrown = await run('throw new Error(p.textContent)');
      expect(thrown.text, path).not.toContain('Outer words');
    }
    await open('/framed-plain');
    expect((await run('p.textContent')).text).toContain('"Outer words"');
  });

  it('a script reaches neither our own program nor a frame that policy does not let it act in', async () => {
    await open();
    const own = await run(
      'Object.getOwnPropertyNames(window).filter((name) => /gatewright|playwright|cdc_/i.test(name))',
    );
    expect(own.text).toContain('[]');
    expect((await run('other.contentWindow.document.title')).code).toBe('page.script-error');
    const snapshot = (await call('browser_snapshot', {})).text;
    const ref = /iframe[^\n]*\[ref=(e\d+)\]/u.exec(snapshot)?.[1];
    expect(ref).toBeDefined();
    expect((await run('here', { ref })).code).toBe('policy.origin-not-allowed');
  });

  it('a script that never ends, and one that answers with megabytes, cost their own call', async () => {
    await open();
    expect((await run('while (true) {}', { timeout_ms: 500 })).code).toBe('page.script-error');
    expect((await run('new Promise(() => {})', { timeout_ms: 500 })).code).toBe('page.script-error');
    const large = await run('"y".repeat(50_000_000)');
    expect(large.isError).toBe(false);
    expect(large.text.length).toBeLessThan(110_000);
    expect(large.text).toContain('cut');
    expect((await run('1 + 1')).text).toContain('2');
  });

  it('a body is masked before it is cut into pages', async () => {
    await open('/');
    await run('fetch("/cuts.json").then((r) => r.text()).then((t) => t.length)');
    const id = /(n\d+) [^\n]*cuts\.json/u.exec((await call('browser_network_read', {})).text)?.[1];
    expect(id).toBeDefined();
    const first = await call('network_body', { request: id });
    const cursor = /cursor=(\d+)/u.exec(first.text)?.[1];
    expect(cursor).toBeDefined();
    const second = await call('network_body', { request: id, cursor });
    expect(second.isError).toBe(false);
    const all = first.text + second.text;
    expect(all).not.toMatch(/kx7-|Vault-09|-wren/u);
    expect(all).not.toContain(btoa(SECRET).slice(0, 12));
  });

  it('a body that is no text has no digest when a secret is in it, and has one otherwise', async () => {
    await open();
    await run('Promise.all(["/packed", "/packed?plain"].map((path) => fetch(path).then((r) => r.arrayBuffer())))');
    const listed = (await call('browser_network_read', {})).text;
    const body = async (row: RegExp): Promise<string> =>
      (await call('network_body', { request: row.exec(listed)?.[1] })).text;
    expect(await body(/(n\d+) [^\n]*packed(?!\?)/u)).toContain('SHA-256 withheld');
    expect(await body(/(n\d+) [^\n]*packed\?plain/u)).toMatch(/not text; SHA-256 [0-9a-f]{64}/u);
  });

  it('a token that a site issues is withheld in a body, and what stands beside it is not', async () => {
    await open();
    await run('fetch("/oauth.json").then((r) => r.arrayBuffer()).then((b) => b.byteLength)');
    const id = /(n\d+) [^\n]*oauth\.json/u.exec((await call('browser_network_read', {})).text)?.[1];
    const { text } = await call('network_body', { request: id });
    expect(text).not.toMatch(/9d8f7a6b|3d2c/u);
    for (const part of ['<TOKEN withheld>', 'bearer', 'unchanged-default']) expect(text).toContain(part);
  });

  it('half a secret cannot be copied, whole text and ordinary text can', async () => {
    await open();
    const press = (key: string, selector = '#from'): Promise<Reply> => call('browser_press', { selector, key });
    await press('Control+Home');
    for (let i = 0; i < 4; i += 1) await press('Shift+ArrowRight');
    expect((await press('Control+c')).code).toBe('policy.password-field');
    await call('browser_click', { selector: '#shown', double: true });
    const word = await call('browser_press', { key: 'Control+c' });
    expect((await call('clipboard_read', {})).text).not.toMatch(/kx7|Vault|wren/u);
    expect(word.text).not.toMatch(/kx7|Vault|wren/u);
    await press('Control+a');
    expect((await press('Control+c')).isError).toBe(false);
    expect((await call('clipboard_read', {})).text).toContain('<TOKEN>');
    await call('browser_click', { selector: '#ordinary', double: true });
    const ordinary = await call('browser_press', { key: 'Control+c' });
    expect(ordinary.isError, ordinary.text).toBe(false);
    expect((await call('clipboard_read', {})).text).toMatch(/ordinary|words|here/u);
  });
});

promised('secrets-stay', () => {
  it('a secret in a script goes to its own origin alone', async () => {
    const own = await startSite({ '/': html('<p>Own</p>') });
    const far = await startSite({ '/': html(`<p>Far</p><iframe src="${own.url()}" title="own"></iframe>`) });
    const gatewright = await start({
      args: ['--allow-private', own.host, '--allow-private', far.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { network: { allow: [own.origin, far.origin] } },
    });
    const open = (site: Site): Promise<Reply> =>
      gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
    const run = (value: string, more: Record<string, unknown> = {}): Promise<Reply> =>
      gatewright.call('eval_js', { expr: `fetch('/got?' + '${value}').then((r) => r.status)`, ...more });
    const heard = (site: Site): boolean => site.seen.some(({ path }) => path.startsWith('/got'));
    try {
      await open(own);
      await gatewright.call('register_secret', { name: 'TOKEN', value: SECRET, scope: [own.origin] });
      expect((await run(SECRET)).isError).toBe(false);
      expect(heard(own)).toBe(true);
      await open(far);
      for (const value of [SECRET, Buffer.from(SECRET).toString('base64'), Array.from(SECRET).join("'+'")])
        expect((await run(value)).code).toBe('policy.secret-leaving');
      expect(heard(far)).toBe(false);
      expect((await run('an-ordinary-word')).isError).toBe(false);
      expect(heard(far)).toBe(true);
      // A frame of its own origin stands in a page of another.
      const snapshot = (await gatewright.call('browser_snapshot')).text;
      const ref = /iframe "own"[^\n]*\[ref=(e\d+)\]/u.exec(snapshot)?.[1];
      expect(ref).toBeDefined();
      const before = own.seen.length;
      expect((await run(SECRET, { ref })).code).toBe('policy.secret-leaving');
      expect(own.seen).toHaveLength(before);
    } finally {
      await gatewright.close();
      await own.close();
      await far.close();
    }
  });
});

promised('people-decide', () => {
  it('where an identity of the vault is signed in a script has a high risk, elsewhere it has not', async () => {
    const signed = await startSite({ '/': html('<p>Signed in</p>') });
    const plain = await startSite({ '/': html('<p>Plain</p>') });
    const gatewright = await start({
      args: ['--allow-private', signed.host, '--allow-private', plain.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { approval: { from: 'high' }, network: { allow: [signed.origin, plain.origin] } },
    });
    try {
      const cookies = [{ name: 'sid', value: 'vault-cookie-5522' }];
      const record = JSON.stringify({ domain: signed.host, origins: [signed.origin], cookies });
      expect(gatewright.command(['vault', 'add', signed.host], record).status).toBe(0);
      await gatewright.call('browser_navigate', { url: plain.url(), snapshot: 'none' });
      const free = await gatewright.call('eval_js', { expr: 'document.title' });
      expect(free.text).toContain('"Test"');
      await gatewright.call('browser_navigate', { url: signed.url(), snapshot: 'none' });
      const asked = gatewright.call('eval_js', { expr: 'fetch("/ran")' }, { timeoutMs: 60_000 });
      const { id } = await firstQuestion(gatewright);
      expect(gatewright.command(['approvals', '--json']).stdout).toContain('high');
      expect(gatewright.command(['approvals', 'deny', id]).status).toBe(0);
      expect((await asked).code).toBe('approval.denied');
      expect(signed.seen.some(({ path }) => path === '/ran')).toBe(false);
    } finally {
      await gatewright.close();
      await signed.close();
      await plain.close();
    }
  });

  it('a person who is asked is shown the whole script, and it does not run before', async () => {
    const site = await startSite({ '/': html('<p id="p">before</p>') });
    const gatewright = await start({
      args: ['--allow-private', site.host],
      env: { GATEWRIGHT_CAPABILITIES: ON },
      config: { rules: [{ when: { tool: 'eval_js' }, then: 'ask' }] },
    });
    try {
      await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
      const expr = `/* ${'a'.repeat(900)} */ document.getElementById('p').textContent = 'the end of it'`;
      const asked = gatewright.call('eval_js', { expr }, { timeoutMs: 60_000 });
      const { id } = await firstQuestion(gatewright);
      const { stdout } = gatewright.command(['approvals', '--json']);
      expect(stdout).toContain('the end of it');
      expect(gatewright.command(['approvals', 'deny', id]).status).toBe(0);
      expect((await asked).isError).toBe(true);
      expect((await gatewright.call('browser_snapshot')).text).toContain('before');
    } finally {
      await gatewright.close();
      await site.close();
    }
  });
});

promised('gate-first', () => {
  it('while their capabilities are off the tools are unlisted, and refused unread', async () => {
    const gatewright = await start();
    try {
      const { tools } = await gatewright.client.listTools();
      for (const name of ['eval_js', 'network_body', 'clipboard_read', 'clipboard_write']) {
        expect(tools.map((tool) => tool.name)).not.toContain(name);
        expect((await gatewright.call(name, { nonsense: true })).code).toBe('policy.capability-off');
      }
    } finally {
      await gatewright.close();
    }
  });
});
