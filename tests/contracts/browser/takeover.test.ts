import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import type { PersonInput, SessionView, Takeover, Target } from '../../../src/core/index.js';
import { mintPermit } from '../../../src/core/seals/permit-mint.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { READING, codeOf, eventually, openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';

const PAGE = html(
  `<style>body { margin: 0 } input, button { position: absolute; left: 10px; width: 200px; height: 30px }</style>
  <input id="name" style="top:10px" onchange="console.log('changed to ' + value)">
  <button id="ask" style="top:60px" onclick="fetch('/said?' + confirm('Really?'))">Ask</button>
  <button id="open" style="top:110px" onclick="window.open('/second')">Open</button>
  <select id="list" style="position:absolute;top:260px;left:10px;width:200px;height:30px" onchange="fetch('/said?' + value)">
    <option>one<option>two<option>three</select>
  <button id="closing" style="top:310px" onclick="window.open('/closing')">Sign in</button>
  <button id="hold" style="top:160px" onmousedown="down = 1" onmouseup="down = 0">Hold</button>
  <a href="/second" style="position:absolute;top:210px;left:10px;width:200px;height:30px">Go</a>`,
);

// As the window of another site does, once somebody signed in there.
const CLOSING = html(
  '<button style="position:absolute;top:10px;left:10px;width:200px" onclick="window.close()">OK</button>',
);

let setup: Room;
let site: Site;
let driven: Takeover | undefined;
const scope = { principal: 'local', session: 'default' };
const clickAt = (y: number): PersonInput[] =>
  (['press', 'release'] as const).map((kind) => ({ kind, x: 50, y: y + 10, button: 'left', clicks: 1 }));

beforeAll(async () => {
  site = await startSite({ '/': PAGE, '/second': html('<h1>Second</h1>'), '/said': html(''), '/closing': CLOSING });
  setup = openRoom();
});
afterEach(async () => {
  driven?.giveBack('the test is over');
  await driven?.ended;
  site.seen.length = 0;
});
afterAll(async () => {
  await setup.close();
  await site.close();
});

async function take(idleMs = 60_000): Promise<Takeover> {
  const call = {
    tool: 'takeover',
    capability: 'human',
    effect: 'act',
    principal: { id: 'local' },
    scope,
    targets: [],
    arguments: {},
  } as const;
  const permit = mintPermit({
    call,
    callFacts: { elements: new Map(), urls: new Map(), granted: [] },
    rule: 'operator',
  });
  const taken = await setup.sessions.takeOver?.(permit, { by: 'tester', idleMs });
  if (taken === undefined) throw new Error('it cannot be taken over');
  driven = taken;
  return taken;
}

async function callFacts(): Promise<SessionView> {
  const seen = await setup.sessions.watch?.(scope, 800);
  if (seen === undefined) throw new Error('no such session');
  return seen;
}

it('a person’s pointer and keys reach the page, the agent is refused, and afterwards learns nothing of it', async () => {
  await setup.navigate(site.url());
  const before = await setup.run(READING, ({ page }) => page.snapshot({}));
  const ref = /\[ref=(e\d+)\]/u.exec(before.text)?.[1] ?? '';
  const person = await take();
  expect(setup.sessions.list()[0]).toMatchObject({ driver: { by: 'tester' } });
  expect(await codeOf(setup.lease(READING))).toBe('session.taken-over');
  expect(await codeOf(setup.lease({ tool: 'browser_close', effect: 'leave', targets: [{ kind: 'session' }] }))).toBe(
    'session.taken-over',
  );
  expect(await setup.sessions.frame?.(scope)).toBeUndefined();
  expect((await callFacts()).picture).toMatchObject({ width: 1280, height: 720, origin: site.origin });
  await person.input([...clickAt(10), { kind: 'text', text: 'Zoë' }, { kind: 'key', key: 'Tab' }]);
  await person.input([...clickAt(210)]);
  await eventually('the link was followed', () => site.seen.some(({ path }) => path === '/second'));
  person.giveBack('done');
  expect(await person.ended).toMatchObject({ why: 'done', inputs: 6 });
  expect(setup.sessions.takeEndedTakeover?.(scope)).toMatchObject({ origin: site.origin });
  expect(setup.sessions.takeEndedTakeover?.(scope)).toBeUndefined();

  const log = await setup.run(READING, ({ page }) => page.readConsole({}));
  expect(log.text).not.toContain('changed to');
  const network = await setup.run(READING, ({ page }) => page.readNetwork({}));
  expect(network.text).not.toContain('/second');
  const after = await setup.run(READING, ({ page }) => page.snapshot({}));
  expect(after.text).toContain('Second');
  const stale: Target = { kind: 'element', intent: 'click', at: { by: 'ref', ref } };
  expect(await codeOf(setup.sessions.readFacts(scope, [stale], AbortSignal.timeout(5000)))).toBe('browser.stale-ref');
});

it('refs from before are stale even where nothing changed', async () => {
  await setup.navigate(site.url());
  const before = await setup.run(READING, ({ page }) => page.snapshot({}));
  const ref = /\[ref=(e\d+)\]/u.exec(before.text)?.[1] ?? '';
  const target: Target = { kind: 'element', intent: 'click', at: { by: 'ref', ref } };
  expect(await codeOf(setup.sessions.readFacts(scope, [target], AbortSignal.timeout(5000)))).toBe('ok');
  const person = await take();
  person.giveBack('nothing was done');
  await person.ended;
  expect(await codeOf(setup.sessions.readFacts(scope, [target], AbortSignal.timeout(5000)))).toBe('browser.stale-ref');
});

it('dialogs go to the person, and what nobody answers is refused at the end', async () => {
  await setup.navigate(site.url());
  const person = await take();
  const clicking = person.input(clickAt(60));
  await expect.poll(async () => (await callFacts()).dialog?.message.text, { timeout: 5000 }).toBe('Really?');
  expect((await callFacts()).unseen).toBe('dialog');
  await person.input([{ kind: 'dialog', accept: true }]);
  await clicking;
  await eventually('the page heard yes', () => site.seen.some(({ path }) => path === '/said?true'));
  const again = person.input(clickAt(60));
  await expect.poll(async () => (await callFacts()).dialog?.kind, { timeout: 5000 }).toBe('confirm');
  person.giveBack('enough');
  await person.ended;
  await again;
  await eventually('the page heard no', () => site.seen.some(({ path }) => path === '/said?false'));
  await eventually('the queue is free', () => setup.sessions.list()[0]?.driver === undefined);
});

it('a new window comes to the front, and the person goes back to the first', async () => {
  await setup.navigate(site.url());
  const person = await take();
  await person.input(clickAt(110));
  await expect.poll(async () => (await callFacts()).tabs.length, { timeout: 5000 }).toBe(2);
  const [first, second] = (await callFacts()).tabs;
  expect([first?.current, second?.current]).toEqual([false, true]);
  await person.input([{ kind: 'tab', tab: first?.tab ?? '' }]);
  expect((await callFacts()).tabs[0]?.current).toBe(true);
  person.giveBack('done');
  await person.ended;
  const listed = await setup.run(READING, ({ page }) => page.listTabs());
  expect(listed.map(({ current }) => current)).toEqual([true, false]);
  await setup.sessions.end({}, 'a fresh start');
  await codeOf(setup.lease(READING));
});

it('a window that closes itself leaves the one that opened it, to be seen and driven', async () => {
  await setup.navigate(site.url());
  const person = await take();
  await person.input(clickAt(310));
  await expect.poll(async () => (await callFacts()).tabs.length, { timeout: 5000 }).toBe(2);
  await eventually('the window has its page', () => site.seen.some(({ path }) => path === '/closing'));
  await expect
    .poll(
      async () => {
        await person.input(clickAt(10));
        return (await callFacts()).tabs.length;
      },
      { timeout: 8000, interval: 500 },
    )
    .toBe(1);
  await expect.poll(async () => (await callFacts()).picture?.width, { timeout: 8000 }).toBe(1280);
  await person.input([...clickAt(260), { kind: 'key', key: 'ArrowDown' }, { kind: 'key', key: 'Enter' }]);
  await eventually('the list was chosen from', () => site.seen.some(({ path }) => path === '/said?two'));
  person.giveBack('done');
  await person.ended;
});

it('waits for the running call, refuses those behind it, and is one person’s', async () => {
  await setup.navigate(site.url());
  const running = await setup.lease(READING);
  const behind = codeOf(setup.lease(READING));
  await new Promise((resolve) => setTimeout(resolve, 50));
  const taking = take();
  expect(await behind).toBe('session.taken-over');
  expect(await codeOf(take())).toBe('session.taken-over');
  running.done();
  await taking;
  expect(await codeOf(setup.lease(READING))).toBe('session.taken-over');
});

it('ends when the person does nothing, with no button down, and with the session', async () => {
  await setup.navigate(site.url());
  const person = await take(300);
  await person.input([{ kind: 'press', x: 50, y: 170, button: 'left', clicks: 1 }]);
  expect(await person.ended).toMatchObject({ why: 'the person did nothing for a while', inputs: 1 });
  await setup.run({ ...READING, targets: [{ kind: 'page' }] }, async ({ page }) => page.snapshot({}));
  const again = await take();
  await setup.sessions.end({}, 'a person stopped it');
  expect(await again.ended).toMatchObject({ why: 'the session ended' });
  await again.input(clickAt(210));
  // Nobody of the agent's was there to hear it.
  expect(await codeOf(setup.lease(READING))).toBe('session.expired');
  expect(site.seen.filter(({ path }) => path === '/second')).toEqual([]);
});

it('a session that is not there, or another’s, cannot be taken', async () => {
  await setup.sessions.end({}, 'over');
  await codeOf(setup.lease(READING));
  expect(await codeOf(take())).toBe('session.none');
  expect(await setup.sessions.watch?.({ principal: 'other', session: 'default' }, 800)).toBeUndefined();
});
