import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { attachTo, PersonsChrome } from '../fixtures/attached-app.js';
import type { Attached } from '../fixtures/attached-app.js';
import type { Elicit } from '../fixtures/gatewright.js';
import { denyFirst, firstQuestion, pending } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const PAGE = html(`<h1>Your mail</h1><button onclick="fetch('/clicked')">Mark</button>
<input aria-label="Search" oninput="fetch('/typed')">
<form method="post" action="/send"><input type="hidden" name="to" value="bob"><button>Send</button></form>`);

let chrome: PersonsChrome;
let site: Site;
let other: Site;
/** Who asked for the front page. */
const visitors: string[] = [];
beforeAll(async () => {
  site = await startSite({
    '/sign-in': (_, response) => response.writeHead(200, { 'set-cookie': 'who=ada; Max-Age=9999' }).end('hello'),
    '/': (request, response) => {
      visitors.push(request.headers.cookie ?? 'nobody');
      response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE);
    },
    ...Object.fromEntries(['/clicked', '/typed', '/send'].map((path) => [path, html('ok')])),
  });
  other = await startSite({ '/': html('other') });
  chrome = await PersonsChrome.open();
  await chrome.openTab(site.url('/sign-in'));
  await vi.waitUntil(() => site.seen.length === 1, { timeout: 20_000 });
});
afterAll(async () => {
  await chrome.close();
  await site.close();
  await other.close();
});
beforeEach(() => {
  site.seen.length = 0;
  visitors.length = 0;
});

const seen = () => site.seen.map(({ method, path }) => `${method} ${path}`);

describe('in the person’s own browser', { timeout: 90_000 }, () => {
  let gatewright: Attached;
  beforeAll(async () => {
    gatewright = await attachTo(chrome, { opened: [site.host, other.host] });
  });
  afterAll(() => gatewright.close());
  const open = (to = site) => gatewright.call('browser_navigate', { url: to.url() });

  it('says at boot, in the log and on the record, that this is unsafe', () => {
    const unsafe = /unsafe: browser\.unsafeAttach: the browser is not behind the egress proxy/u;
    expect(gatewright.stderr()).toMatch(unsafe);
    expect(JSON.stringify(gatewright.noted('posture')[0])).toMatch(unsafe);
    expect(JSON.stringify(gatewright.noted('posture')[0])).toContain('provider: attach');
  });

  it('opening a page asks, and nothing is opened or sent before the yes', async () => {
    const before = await chrome.tabs();
    const opening = open();
    const { kind, tool } = await firstQuestion(gatewright);
    expect([kind, tool]).toEqual(['approve', 'browser_navigate']);
    const { stdout } = gatewright.command(['approvals']);
    expect(stdout).toContain("why you are asked: this acts in the operator's own browser");
    expect(stdout).toContain('rule: byob_action');
    expect(stdout).toContain(site.url());
    expect(seen()).toEqual([]);
    expect(await chrome.tabs()).toEqual(before);

    const reply = await gatewright.approved(opening);
    expect(reply.isError, reply.text).toBe(false);
    expect(reply.text).toContain('heading "Your mail"');
    expect(visitors).toEqual(['who=ada']);
    expect(seen()).toEqual(['GET /']);
    expect(pending(gatewright)).toEqual([]);
    expect(gatewright.noted('browser.started')).toMatchObject([{ provider: 'attach', jail: false }]);
  });

  it('reading asks nobody', async () => {
    const asked = gatewright.noted('approval.asked').length;
    const read = await Promise.all([
      gatewright.call('browser_snapshot'),
      gatewright.call('browser_read'),
      gatewright.call('browser_screenshot'),
      gatewright.call('browser_find', { query: 'mail' }),
      gatewright.call('browser_tabs', { action: 'list' }),
    ]);
    expect(read.map(({ isError, text }) => (isError ? text : 'ok'))).toEqual(['ok', 'ok', 'ok', 'ok', 'ok']);
    expect(read[2].images).toHaveLength(1);
    expect(gatewright.noted('approval.asked')).toHaveLength(asked);
  });

  it.each([
    ['a click', 'browser_click', { role: 'button', name: 'Mark' }, 'GET /clicked'],
    ['typing', 'browser_type', { role: 'textbox', name: 'Search', text: 'x' }, 'GET /typed'],
    ['filling in', 'browser_fill', { role: 'textbox', name: 'Search', value: 'y' }, 'GET /typed'],
    ['a form', 'browser_click', { role: 'button', name: 'Send' }, 'POST /send'],
  ])('%s asks, and happens once', async (_, tool, target, effect) => {
    const refused = gatewright.call(tool, target);
    expect((await firstQuestion(gatewright)).tool).toBe(tool);
    await denyFirst(gatewright);
    expect((await refused).code).toBe('approval.denied');
    expect(seen()).toEqual([]);

    const reply = await gatewright.approved(gatewright.call(tool, target));
    expect(reply.isError, reply.text).toBe(false);
    await expect.poll(seen).toEqual([effect]);
  });

  it('a denied page is not opened', async () => {
    const opening = gatewright.call('browser_navigate', { url: site.url('/?denied') });
    await denyFirst(gatewright);
    expect((await opening).code).toBe('approval.denied');
    expect(seen()).toEqual([]);
  });

  it('a grant covers its kind on its site, and no other', async () => {
    expect((await gatewright.approved(open(), '--for', '1h')).isError).toBe(false);
    const asked = gatewright.noted('approval.asked').length;
    expect((await open()).isError).toBe(false);
    expect(visitors).toEqual(['who=ada', 'who=ada']);
    expect(gatewright.noted('approval.asked')).toHaveLength(asked);
    expect(gatewright.noted('grant.used')).toHaveLength(1);

    const elsewhere = open(other);
    await denyFirst(gatewright);
    expect((await elsewhere).code).toBe('approval.denied');
    expect(other.seen).toEqual([]);
    const click = gatewright.call('browser_click', { role: 'button', name: 'Mark' });
    await denyFirst(gatewright);
    expect((await click).code).toBe('approval.denied');
    expect(seen()).toEqual(['GET /', 'GET /']);
  });

  it('every question and answer is on the record, with who gave it', () => {
    const asked = gatewright.noted('approval.asked').map(({ question }) => question);
    const answered = gatewright.noted('approval.answered');
    expect(asked.length).toBeGreaterThan(10);
    expect(answered.map(({ question }) => question)).toEqual(asked);
    expect(answered.every(({ by, channel }) => /^terminal/u.test(String(by)) && channel === 'cli')).toBe(true);
    const calls = gatewright
      .record()
      .filter((line) => line['kind'] === 'outcome' && line['approver'] !== undefined && line['grant'] === undefined);
    expect(calls.filter((line) => line['outcome'] === 'ok')).toHaveLength(
      answered.filter(({ yes }) => yes === true).length,
    );
    const { status, stdout } = gatewright.command(['audit', 'verify']);
    expect([status, stdout]).toEqual([0, expect.any(String)]);
  });
});

describe.each(['2025-11-25', '2026-07-28'] as const)('a client of %s that can show forms', (revision) => {
  const shown: string[] = [];
  let elicit: Elicit = () => ({ action: 'accept', content: { answer: true } });
  let gatewright: Attached;
  beforeAll(async () => {
    const show: Elicit = (message) => {
      shown.push(message);
      return elicit(message);
    };
    gatewright = await attachTo(chrome, { opened: [site.host], revision, elicit: show });
  });
  afterAll(() => gatewright.close());

  it('is asked, and opens the page once', async () => {
    elicit = (message) => {
      expect(message).toContain("this acts in the operator's own browser");
      expect(seen()).toEqual([]);
      return { action: 'accept', content: { answer: true } };
    };
    const reply = await gatewright.call('browser_navigate', { url: site.url() });
    expect(reply.isError, reply.text).toBe(false);
    expect(shown).toHaveLength(1);
    expect(visitors).toEqual(['who=ada']);
    expect(gatewright.noted('approval.answered')).toMatchObject([{ channel: 'elicitation', yes: true }]);
  });

  it('its no opens nothing', async () => {
    elicit = () => ({ action: 'accept', content: { answer: false } });
    expect((await gatewright.call('browser_navigate', { url: site.url('/?no') })).code).toBe('approval.denied');
    expect(seen()).toEqual([]);
    expect(gatewright.command(['audit', 'verify']).status).toBe(0);
  });
});

describe('a question that nobody answers', () => {
  it('is a no', async () => {
    const gatewright = await attachTo(chrome, { opened: [site.host], approval: { maxSeconds: 2 } });
    try {
      const before = await chrome.tabs();
      expect((await gatewright.call('browser_navigate', { url: site.url() })).code).toBe('approval.expired');
      expect(seen()).toEqual([]);
      expect(await chrome.tabs()).toEqual(before);
      expect(gatewright.noted('approval.asked')).toHaveLength(1);
    } finally {
      await gatewright.close();
    }
  });
});
