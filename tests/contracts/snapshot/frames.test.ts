import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openRoom, refusal, type Room } from './room.js';

let room: Room;
beforeAll(async () => {
  room = await openRoom();
});
afterAll(async () => {
  await room.close();
});

/** The same site under another name: another origin, and with --site-per-process another process. */
const elsewhere = (path: string): string => `http://localhost:${room.site.port}${path}`;
const frame = (src: string, style = 'width:400px;height:150px'): string =>
  `<iframe src="${src}" style="${style}"></iframe>`;
const INNER = '<p>Inner text</p><button onclick="this.textContent = \'Pressed\'">Press</button>';

describe.each([
  ['of the same origin', (path: string) => path],
  ['in a process of its own', elsewhere],
])('a frame %s', (_, place) => {
  it('is read in its place, found and hit', async () => {
    await room.show(`<h1>Top</h1>${frame(place(room.put(INNER)))}<p>After</p>`);
    const text = await room.snapshot();
    expect(text).toMatch(
      /- iframe \[ref=e\d+\](?: \[origin=[^\]\n]+\])?\n {2}- text: "Inner text"\n {2}- button "Press" \[ref=e\d+\]\n- text: "After"/u,
    );
    const seen = await room.view.locate({ by: 'role', role: 'button', name: 'Press' });
    expect(new URL(seen.frame.url()).origin).toBe(seen.facts.frameOrigin);
    expect(seen.facts.frameOrigin).toBe(new URL(place('/'), room.site.origin).origin);
    const { x, y } = await room.view.aim(seen, { needsEnabled: true });
    await room.page.mouse.click(x, y);
    expect(await room.snapshot()).toContain('button "Pressed"');
  });

  it('is scrolled to and hit through borders, padding, scale and scrolling', async () => {
    const inner = room.put(`<div style="height:900px"></div>${INNER}`);
    const style = 'width:400px;height:150px;border:7px solid;padding:11px;transform:scale(1.5);transform-origin:0 0';
    await room.show(`<div style="height:1500px"></div>${frame(place(inner), style)}<div style="height:1500px"></div>`);
    const seen = await room.view.locate({ by: 'role', role: 'button', name: 'Press' });
    const { x, y } = await room.view.aim(seen, { needsEnabled: true });
    await room.page.mouse.click(x, y);
    expect(await room.snapshot()).toContain('button "Pressed"');
  });

  it('is covered when something lies on it', async () => {
    await room.show(
      `<div style="position:relative">${frame(place(room.put(INNER)))}<div role="dialog" aria-label="Cookies" style="position:absolute;inset:0">Accept?</div></div>`,
    );
    const seen = await room.view.locate({ by: 'role', role: 'button', name: 'Press' });
    const refused = await refusal(room.view.aim(seen, { needsEnabled: true }));
    expect(refused.code).toBe('browser.covered');
    expect(refused.detail?.text).toBe('covered by dialog "Cookies"');
  });

  it('that is transparent cannot be clicked', async () => {
    await room.show(`<p>Win</p>${frame(place(room.put(INNER)), 'width:400px;height:150px;opacity:.05')}`);
    expect(await room.snapshot()).not.toContain('Press');
  });

  it('loses its refs when it navigates', async () => {
    await room.show(frame(place(room.put(INNER))));
    const ref = await room.refOf('button "Press"');
    const inner = room.page.frames().find((one) => one.parentFrame() !== null);
    await inner?.goto(inner.url());
    expect((await refusal(room.view.locate({ by: 'ref', ref }))).code).toBe('browser.stale-ref');
  });
});

it('frames in frames are read through both kinds', async () => {
  const innermost = room.put('<button>Deep</button>');
  const middle = room.put(`<p>Middle</p>${frame(innermost, 'width:200px;height:60px')}`);
  await room.show(frame(elsewhere(middle)));
  const seen = await room.view.locate({ by: 'role', name: 'Deep' });
  expect(seen.facts.frameOrigin).toBe(`http://localhost:${room.site.port}`);
  await expect(room.view.aim(seen, { needsEnabled: true })).resolves.toHaveProperty('x');
  const point = await room.view.aim(seen, { needsEnabled: true });
  expect((await room.view.locate({ by: 'coords', ...point })).facts.ref).toBe(seen.facts.ref);
});

it('the page may move to another process and back', async () => {
  await room.show('<button>One</button>');
  await room.snapshot();
  await room.page.goto(elsewhere(room.put('<button>Two</button>')));
  expect(await room.snapshot()).toContain('button "Two"');
  await room.page.goBack();
  expect(await room.snapshot()).toContain('button "One"');
});

it('a frame that does not answer is left out in time, and said', async () => {
  const stuck = room.put('<p>Stuck</p><script>addEventListener("message", () => { for (;;); })</script>');
  await room.show(`<button>Fine</button>${frame(elsewhere(stuck))}`);
  await room.run(`frames[0].postMessage(1, '*')`);
  const began = Date.now();
  const text = await room.snapshot();
  expect(Date.now() - began).toBeLessThan(15_000);
  expect(text).toContain('button "Fine"');
  expect(text).toContain('this frame does not answer');
  await room.page.goto('about:blank');
});

it('a page that does not answer ends the call', async () => {
  await room.show('<p>x</p>');
  const busy = room.page.waitForEvent('console');
  const loop = room.run('console.log("busy"); for (const end = Date.now() + 9_000; Date.now() < end; );');
  await busy;
  const refused = await refusal(room.view.snapshot({}));
  expect(refused.code).toBe('call.deadline');
  await loop;
  expect(await room.snapshot()).toContain('"x"');
});

it('srcdoc and blank frames belong to their parent’s origin', async () => {
  await room.show(`<iframe srcdoc="<button>In srcdoc</button>"></iframe>`);
  const seen = await room.view.locate({ by: 'role', name: 'In srcdoc' });
  expect(seen.facts.frameOrigin).toBe(room.site.origin);
});
