import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, refusal, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

/** The same site under another name: another origin, and with --site-per-process another process. */
const elsewhere = (path: string): string => `http://localhost:${setup.site.port}${path}`;
const frame = (src: string, style = 'width:400px;height:150px'): string =>
  `<iframe src="${src}" style="${style}"></iframe>`;
const INNER = '<p>Inner text</p><button onclick="this.textContent = \'Pressed\'">Press</button>';

describe.each([
  ['of the same origin', (path: string) => path],
  ['in a process of its own', elsewhere],
])('a frame %s', (_, place) => {
  it('is read in its place, found and hit', async () => {
    await setup.show(`<h1>Top</h1>${frame(place(setup.put(INNER)))}<p>After</p>`);
    const text = await setup.snapshot();
    expect(text).toMatch(
      /- iframe \[ref=e\d+\](?: \[origin=[^\]\n]+\])?\n {2}- text: "Inner text"\n {2}- button "Press" \[ref=e\d+\]\n- text: "After"/u,
    );
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Press' });
    expect(new URL(seen.frame.url()).origin).toBe(seen.facts.frameOrigin);
    expect(seen.facts.frameOrigin).toBe(new URL(place('/'), setup.site.origin).origin);
    const { x, y } = await setup.view.aim(seen, { needsEnabled: true });
    await setup.page.mouse.click(x, y);
    expect(await setup.snapshot()).toContain('button "Pressed"');
  });

  it('is scrolled to and hit through borders, padding, scale and scrolling', async () => {
    const inner = setup.put(`<div style="height:900px"></div>${INNER}`);
    const style = 'width:400px;height:150px;border:7px solid;padding:11px;transform:scale(1.5);transform-origin:0 0';
    await setup.show(`<div style="height:1500px"></div>${frame(place(inner), style)}<div style="height:1500px"></div>`);
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Press' });
    const { x, y } = await setup.view.aim(seen, { needsEnabled: true });
    await setup.page.mouse.click(x, y);
    expect(await setup.snapshot()).toContain('button "Pressed"');
  });

  it('is covered when something lies on it', async () => {
    await setup.show(
      `<div style="position:relative">${frame(place(setup.put(INNER)))}<div role="dialog" aria-label="Cookies" style="position:absolute;inset:0">Accept?</div></div>`,
    );
    const seen = await setup.view.locate({ by: 'role', role: 'button', name: 'Press' });
    const refused = await refusal(setup.view.aim(seen, { needsEnabled: true }));
    expect(refused.code).toBe('browser.covered');
    expect(refused.detail?.text).toBe('covered by dialog "Cookies"');
  });

  it('that is transparent cannot be clicked', async () => {
    await setup.show(`<p>Win</p>${frame(place(setup.put(INNER)), 'width:400px;height:150px;opacity:.05')}`);
    expect(await setup.snapshot()).not.toContain('Press');
  });

  it('loses its refs when it navigates', async () => {
    await setup.show(frame(place(setup.put(INNER))));
    const ref = await setup.refOf('button "Press"');
    const inner = setup.page.frames().find((one) => one.parentFrame() !== null);
    await inner?.goto(inner.url());
    expect((await refusal(setup.view.locate({ by: 'ref', ref }))).code).toBe('browser.stale-ref');
  });
});

it('frames in frames are read through both kinds', async () => {
  const innermost = setup.put('<button>Deep</button>');
  const middle = setup.put(`<p>Middle</p>${frame(innermost, 'width:200px;height:60px')}`);
  await setup.show(frame(elsewhere(middle)));
  const seen = await setup.view.locate({ by: 'role', name: 'Deep' });
  expect(seen.facts.frameOrigin).toBe(`http://localhost:${setup.site.port}`);
  await expect(setup.view.aim(seen, { needsEnabled: true })).resolves.toHaveProperty('x');
  const point = await setup.view.aim(seen, { needsEnabled: true });
  expect((await setup.view.locate({ by: 'coords', ...point })).facts.ref).toBe(seen.facts.ref);
});

it('the page may move to another process and back', async () => {
  await setup.show('<button>One</button>');
  await setup.snapshot();
  await setup.page.goto(elsewhere(setup.put('<button>Two</button>')));
  expect(await setup.snapshot()).toContain('button "Two"');
  await setup.page.goBack();
  expect(await setup.snapshot()).toContain('button "One"');
});

it('a frame that does not answer is left out in time, and said', async () => {
  const stuck = setup.put('<p>Stuck</p><script>addEventListener("message", () => { for (;;); })</script>');
  await setup.show(`<button>Fine</button>${frame(elsewhere(stuck))}`);
  await setup.run(`frames[0].postMessage(1, '*')`);
  const began = Date.now();
  const text = await setup.snapshot();
  expect(Date.now() - began).toBeLessThan(15_000);
  expect(text).toContain('button "Fine"');
  expect(text).toContain('this frame does not answer');
  await setup.page.goto('about:blank');
});

it('a page that does not answer ends the call', async () => {
  await setup.show('<p>x</p>');
  const busy = setup.page.waitForEvent('console');
  const loop = setup.run('console.log("busy"); for (const end = Date.now() + 9_000; Date.now() < end; );');
  await busy;
  const refused = await refusal(setup.view.reader.snapshot({}));
  expect(refused.code).toBe('call.deadline');
  await loop;
  expect(await setup.snapshot()).toContain('"x"');
});

it('srcdoc and blank frames belong to their parent’s origin', async () => {
  await setup.show(`<iframe srcdoc="<button>In srcdoc</button>"></iframe>`);
  const seen = await setup.view.locate({ by: 'role', name: 'In srcdoc' });
  expect(seen.facts.frameOrigin).toBe(setup.site.origin);
});
