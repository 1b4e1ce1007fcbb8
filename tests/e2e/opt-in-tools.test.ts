import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<h1>Tools</h1><p id="out">quiet</p><textarea id="to" aria-label="Final"></textarea>
  <iframe src="/frame" title="near"></iframe><iframe src="FAR" title="far"></iframe>`);

describe('eval, network-body and clipboard on a real page', () => {
  let site: Site;
  let far: Site;
  let gatewright: Running;
  const call = (tool: string, args: Record<string, unknown> = {}): Promise<Reply> => gatewright.call(tool, args);
  const value = async (expr: string, more: Record<string, unknown> = {}): Promise<string> => {
    const reply = await call('eval_js', { expr, ...more });
    expect(reply.isError, reply.text).toBe(false);
    return reply.text;
  };
  beforeAll(async () => {
    far = await startSite({ '/': html(`<p>Far</p><script>var place = 'far frame'</script>`) });
    site = await startSite({
      '/': PAGE.replace('FAR', far.url()),
      '/frame': html(`<p>Near</p><script>var place = 'near frame'</script>`),
      '/strict': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/html', 'content-security-policy': "script-src 'none'" })
          .end(html('<p>Strict</p>')),
      '/data.json': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'set-cookie': 'sid=cookie-value-1' })
          .end('{"a":{"b":[1,2]}}'),
      '/latin': (_, response) =>
        response
          .writeHead(200, { 'content-type': 'text/plain; charset=iso-8859-1' })
          .end(Buffer.from('caf\u00e9', 'latin1')),
      '/picture': (_, response) =>
        response.writeHead(200, { 'content-type': 'image/png' }).end(Buffer.from([137, 80, 78, 71, 0, 1, 2])),
    });
    gatewright = await start({
      args: ['--allow-private', site.host, '--allow-private', far.host],
      env: { GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,eval,network-body,clipboard' },
    });
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    await far.close();
  });

  it('says at boot what each of them exposes', () => {
    for (const line of [
      'script that the agent writes',
      'whole bodies of requests and responses',
      "session's own clipboard",
    ])
      expect(gatewright.stderr()).toContain(line);
  });

  it('runs expressions, functions, statements and promises, and fences the value', async () => {
    expect(await value('({ a: [1, "two"], b: document.title })')).toContain('{"a":[1,"two"],"b":"Test"}');
    expect(await value('() => 6 * 7')).toContain('42');
    expect(await value('const x = 20; const y = 3; x + y')).toContain('23');
    expect(await value('await Promise.resolve("later")')).toContain('"later"');
    expect(await value('fetch("/data.json").then((r) => r.json())')).toContain('{"a":{"b":[1,2]}}');
    expect(await value('[document.body, new Map([[1, 2]]), 10n, undefined]')).toMatch(
      /"\[body\]",\[\[1,2\]\],"10n",null/u,
    );
    const told = await value('document.querySelector("h1").textContent');
    expect(told).toContain(site.origin);
    expect(await value('out.textContent = "changed by script"')).toMatch(/changed by script/u);
  });

  it('what it throws is the page’s text, with a code', async () => {
    const thrown = await call('eval_js', { expr: 'null.nothing' });
    expect(thrown.code).toBe('page.script-error');
    expect(thrown.text).toMatch(/TypeError/u);
    expect((await call('eval_js', { expr: 'this is no script' })).code).toBe('page.script-error');
  });

  it('runs in the frame that a ref names, of this site or another', async () => {
    const snapshot = (await call('browser_snapshot')).text;
    for (const [title, place] of [
      ['near', 'near frame'],
      ['far', 'far frame'],
    ]) {
      const ref = new RegExp(`iframe "${String(title)}"[^\\n]*\\[ref=(e\\d+)\\]`, 'u').exec(snapshot)?.[1];
      expect(await value('place', { ref })).toContain(place);
    }
    expect((await call('eval_js', { expr: 'place' })).code).toBe('page.script-error');
  });

  it('works where the page’s own policy forbids scripts', async () => {
    await call('browser_navigate', { url: site.url('/strict'), snapshot: 'none' });
    expect(await value('const word = "str"; word + "ict"')).toContain('"strict"');
    await call('browser_navigate', { url: site.url(), snapshot: 'none' });
  });

  it('gives bodies by their charset, JSON in lines, and describes what is no text', async () => {
    await value(
      'Promise.all(["/data.json?new", "/latin", "/picture"].map((path) => fetch(path).then((r) => r.arrayBuffer())))',
    );
    await value('fetch("/latin?blob").then((r) => r.blob())');
    await value('fetch("/data.json", { method: "POST", body: "sent=1" }).then((r) => r.status)');
    const listed = (await call('browser_network_read')).text;
    const id = (pattern: string): string | undefined => new RegExp(`(n\\d+) ${pattern}`, 'u').exec(listed)?.[1];
    const json = await call('network_body', { request: id('GET [^\\n]*data\\.json\\?new') });
    expect(json.text).toContain('{\n  "a": {\n    "b": [');
    expect(json.text).not.toContain('cookie-value-1');
    expect((await call('network_body', { request: id('GET [^\\n]*latin(?!\\?)') })).text).toContain('café');
    expect((await call('network_body', { request: id('GET [^\\n]*latin\\?blob') })).code).toBe('page.no-body');
    const picture = (await call('network_body', { request: id('GET [^\\n]*picture') })).text;
    expect(picture).toMatch(/image\/png, 7 bytes, not text; SHA-256 [0-9a-f]{64}/u);
    const sent = await call('network_body', { request: id('POST [^\\n]*data\\.json'), part: 'request' });
    expect(sent.text).toContain('sent=1');
    expect((await call('network_body', { request: id('GET [^\\n]*latin'), part: 'request' })).code).toBe(
      'page.no-body',
    );
    expect((await call('network_body', { request: 'n9999' })).code).toBe('call.bad-arguments');
  });

  it('reads and writes the clipboard of the session, for the keys too', async () => {
    expect((await call('clipboard_read', { session: 'default' })).text).toContain('empty');
    expect((await call('clipboard_write', { text: 'From the agent' })).isError).toBe(false);
    expect((await call('browser_press', { selector: '#to', key: 'Control+v' })).isError).toBe(false);
    expect((await call('browser_snapshot')).text).toMatch(/textbox "Final" [^\n]*From the agent/u);
    expect((await call('clipboard_read')).text).toBe('From the agent');
    await call('browser_fill', { selector: '#to', value: 'From the page' });
    await call('browser_press', { selector: '#to', key: 'Control+a' });
    await call('browser_press', { selector: '#to', key: 'Control+c' });
    expect((await call('clipboard_read')).text).toMatch(/127\.0\.0\.1[^]*From the page/u);
  });
});
