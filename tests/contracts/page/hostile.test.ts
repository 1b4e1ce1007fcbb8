import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { codeOf, named, PLAIN, createPageSetup, the } from './page-setup.js';
import type { PageSetup } from './page-setup.js';

let stage: PageSetup;
let site: Site;
let thief: Site;

const note = (what: string): string => `fetch('/did?${what}', { method: 'POST', keepalive: true })`;

beforeAll(async () => {
  thief = await startSite({
    '/': html('<input autofocus aria-label=Catch><script>onkeydown = (e) => fetch("/key?" + e.key)</script>'),
  });
  site = await startSite({
    '/renamed': html(
      `<button onmouseenter="this.textContent = 'Delete all'" onclick="${note('clicked')}">Save</button>`,
    ),
    '/evasive': html(`<button style="position:absolute;left:50px;top:50px" onclick="${note('save')}" id=b>Save</button>
      <script>b.onmouseenter = () => { b.style.left = '300px'; const d = document.createElement('button'); d.textContent = 'Delete';
        d.style = 'position:absolute;left:40px;top:40px;width:120px;height:60px'; d.onclick = () => ${note('delete')}; document.body.append(d); };</script>`),
    '/fleeing': html(`<button style="position:absolute;left:50px;top:50px" onclick="${note('save')}" id=b>Save</button>
      <script>onmousemove = () => { b.style.left = Math.random() * 900 + 'px'; b.style.top = Math.random() * 600 + 'px'; };</script>`),
    '/covered': html(`<button onclick="${note('save')}">Save</button>
      <div role=button aria-label=Veil onclick="${note('veil')}" style="position:fixed;inset:0;background:#fff8"></div>`),
    '/vanishing': html(`<button onmousedown="this.remove()" onclick="${note('clicked')}">Save</button>`),
    '/swapped': html(`<button id=b onclick="${note('first')}">Save</button>`),
    '/carried-off': html(
      `<input aria-label=Name oninput="if (this.value.length === 3) location.href = decodeURIComponent(location.search.slice(1))">`,
    ),
    '/stealing': html(`<input aria-label=Name><iframe src="/inner"></iframe>`),
    '/inner': html(
      `<input id=i><script>setInterval(() => i.focus(), 5); i.oninput = () => fetch('/stolen?' + i.value)</script>`,
    ),
    '/alerts': html(
      `<button onclick="for (;;) alert('again and again')">Loop</button><button onclick="confirm('Sure?'); ${note('asked')}">Ask</button>`,
    ),
    '/busy': html(
      `<button onclick="for (;;);">Freeze</button><button onclick="setTimeout(() => { for (;;); }, 0)">Later</button>`,
    ),
    '/frozen': html(`<p>ok</p><script>setTimeout(() => { for (;;); }, 300)</script>`),
    '/crash': html('<button>Any</button>'),
    '/large': (_, response) => {
      response.writeHead(200, { 'content-type': 'text/html' });
      response.write('<title>Large</title><button>First</button>');
      const piece = `<p>${'lorem ipsum '.repeat(80)}</p>`.repeat(50);
      let sent = 0;
      const more = (): void => {
        while (sent < 50_000_000) {
          sent += piece.length;
          if (!response.write(piece)) {
            response.once('drain', more);
            return;
          }
        }
        response.end();
      };
      more();
    },
    '/did': (_, response) => response.writeHead(204).end(),
    '/stolen': (_, response) => response.writeHead(204).end(),
    '/fine': html('<h1>Fine</h1>'),
  });
});
afterAll(async () => {
  await site.close();
  await thief.close();
});
beforeEach(() => {
  stage = createPageSetup();
  site.seen.length = 0;
});
afterEach(async () => {
  await stage.close();
});

const did = (): string[] => site.seen.filter(({ path }) => path.startsWith('/did')).map(({ path }) => path.slice(5));
const stillWorks = async (): Promise<void> => {
  expect(await stage.open(site.url('/fine'))).toMatchObject({ ok: true });
};

describe('an element that', () => {
  it('takes another name when the pointer comes is not clicked', async () => {
    await stage.open(site.url('/renamed'));
    expect(await codeOf(stage.click('Save'))).toBe('policy.changed');
    expect(did()).toEqual([]);
  });

  it('makes way for another when the pointer comes is clicked, or nothing is', async () => {
    await stage.open(site.url('/evasive'));
    await codeOf(stage.click('Save'));
    expect(did()).not.toContain('delete');
  });

  it('runs from the pointer is given up', async () => {
    await stage.open(site.url('/fleeing'));
    expect(await codeOf(stage.click('Save'))).toBe('browser.not-actionable');
    expect(did()).toEqual([]);
  });

  it('is covered is not clicked', async () => {
    await stage.open(site.url('/covered'));
    expect(await codeOf(stage.click('Save'))).toBe('browser.covered');
    expect(did()).toEqual([]);
  });

  it('goes when the button is pressed is reported as gone', async () => {
    await stage.open(site.url('/vanishing'));
    expect(await stage.click('Save')).toMatchObject({ ok: true, element: { attached: false } });
    expect(did()).toEqual([]);
  });

  it('was changed after it was judged is not clicked', async () => {
    await stage.open(site.url('/swapped'));
    const call = stage.call([{ at: named('Save') }], async (page, [target]) => page.click(the(target), PLAIN), {
      meanwhile: () => stage.open(site.url('/swapped')),
    });
    expect(await codeOf(call)).toBe('policy.changed');
    expect(did()).toEqual([]);
  });
});

describe('typing', () => {
  it('stops when the page goes, and the next page gets nothing', async () => {
    await stage.open(site.url(`/carried-off?${encodeURIComponent(thief.url())}`));
    const text = 'a longer text that is meant for this page only';
    const call = stage.call([{ at: named('Name'), text }], (page, [target]) =>
      page.type(the(target), { clearFirst: false, submit: false }),
    );
    expect(await codeOf(call)).toBe('browser.outcome-unknown');
    expect(thief.seen.filter(({ path }) => path.startsWith('/key')).length).toBeLessThan(10);
  });

  it('of a secret never lands in another field', async () => {
    stage.secrets.set('PIN', mintSecret('PIN', { value: '87654321', origins: [site.origin] }));
    await stage.open(site.url('/stealing'));
    await codeOf(
      stage.call([{ at: named('Name'), text: '<PIN>' }], (page, [target]) =>
        page.type(the(target), { clearFirst: false, submit: false }),
      ),
    );
    expect(site.seen.filter(({ path }) => path.startsWith('/stolen'))).toEqual([]);
  });
});

describe('dialogs', () => {
  it('fail the action that met them', async () => {
    await stage.open(site.url('/alerts'));
    const result = await stage.click('Ask');
    expect(result).toMatchObject({
      ok: false,
      dialogs: [{ kind: 'confirm', answer: 'dismissed' }],
      failure: { source: 'app', code: 'page.dialog' },
    });
    await stage.call([], (page) => page.setDialogPolicy('allow'));
    // Nobody is here who could judge what it says, so the agent's wish allows nothing.
    expect(await stage.click('Ask')).toMatchObject({ ok: false, dialogs: [{ answer: 'dismissed' }] });
  });

  it('without end are left behind', async () => {
    await stage.open(site.url('/alerts'));
    const start = performance.now();
    const result = await stage.click('Loop');
    expect(result).toMatchObject({ ok: false, failure: { source: 'app', code: 'page.dialog' } });
    expect(performance.now() - start).toBeLessThan(20_000);
    await stillWorks();
  });
});

describe('a page that stops answering', () => {
  it.each(['Freeze', 'Later'])('leaves the outcome of a click unknown: %s', async (name) => {
    await stage.open(site.url('/busy'));
    expect(await codeOf(stage.click(name))).toBe('browser.outcome-unknown');
    await stillWorks();
  });

  it('cannot be read, and says so in time', async () => {
    await stage.open(site.url('/frozen'));
    await new Promise((resolve) => setTimeout(resolve, 600));
    const read = stage.call([], (page) => page.snapshot({}), { signal: AbortSignal.timeout(6_000) });
    expect(['call.deadline', 'page.too-large', 'policy.changed', 'browser.crashed']).toContain(await codeOf(read));
    await stillWorks();
  });
});

describe('the end of a call', () => {
  it('before anything was sent is no unknown outcome', async () => {
    await stage.open(site.url('/swapped'));
    const over = new AbortController();
    const call = stage.call(
      [{ at: named('Save') }],
      (page, [target]) => {
        over.abort(new Failure('call.cancelled'));
        return page.click(the(target), PLAIN);
      },
      { signal: over.signal },
    );
    expect(await codeOf(call)).toBe('call.cancelled');
    expect(did()).toEqual([]);
  });
});

it('a page of 50 MB ends in time and can be left', async () => {
  const start = performance.now();
  const code = await codeOf(stage.navigate(site.url('/large'), 'interactive'));
  expect(performance.now() - start).toBeLessThan(30_000);
  expect(['ok', 'page.not-loaded', 'browser.crashed']).toContain(code);
  await stillWorks();
});
