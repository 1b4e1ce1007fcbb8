import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const SESSIONS = 50;
/** Clients give up at 60 seconds. */
const MAX_MS = 56_000;

let site: Site;
let gatewright: Running;

beforeAll(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1><button>Fine</button>') });
  gatewright = await start({
    args: ['--allow-private', site.host],
    config: { sessions: { maxConcurrent: SESSIONS } },
  });
});

afterAll(async () => {
  await gatewright.close();
  await site.close();
});

const timed = async (call: Promise<Reply>): Promise<{ reply: Reply; ms: number }> => {
  const began = Date.now();
  const reply = await call;
  return { reply, ms: Date.now() - began };
};

const open = (session: string): ReturnType<typeof timed> =>
  timed(gatewright.call('browser_navigate', { url: site.url(`/?${session}`), session }));

/** As an agent would: a call that says that it may be made again is made again. */
async function openAtLast(session: string): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let tries = 0; tries < 5; tries += 1) {
    const { reply, ms } = await open(session);
    expect(ms).toBeLessThan(MAX_MS);
    codes.push(reply.code ?? 'ok');
    if (!reply.isError) return codes;
  }
  throw new Error(`${session} did not open: ${codes.join(', ')}`);
}

const names = Array.from({ length: SESSIONS }, (_, i) => `s${String(i)}`);

it('fifty first calls at once open fifty sessions, none is lost, and one more is refused at once', async () => {
  const opening = Promise.all(names.map(openAtLast));
  // All are known to the server before the first is open.
  await new Promise((resolve) => setTimeout(resolve, 1000));
  const { reply: refused, ms } = await open('one-too-many');
  expect(refused.code).toBe('session.too-many');
  expect(ms).toBeLessThan(5000);
  const codes = (await opening).flat();
  // Whoever could not be served in time was told to come back, and nobody lost anything.
  for (const code of codes) expect(['ok', 'call.busy', 'call.deadline', 'page.not-loaded']).toContain(code);
  const started = gatewright.record().filter(({ event }) => event === 'browser.started');
  const ended = gatewright.record().filter(({ event }) => event === 'session.ended');
  expect(started).toHaveLength(1);
  expect(ended).toEqual([]);
}, 240_000);

it('all fifty have their page, also when all are asked at once', async () => {
  const seen = await Promise.all(
    names.map(async (session) => {
      const { reply, ms } = await timed(gatewright.call('browser_snapshot', { session }));
      expect(ms).toBeLessThan(MAX_MS);
      // A machine that has too much to do says so, once.
      return reply.code === 'call.deadline' || reply.code === 'call.busy'
        ? gatewright.call('browser_snapshot', { session })
        : reply;
    }),
  );
  for (const reply of seen) expect(reply.text).toContain('button "Fine"');
}, 120_000);

it('a session that is closed makes room for another', async () => {
  await gatewright.call('browser_close', { session: 's0' });
  expect(await openAtLast('another')).toContain('ok');
}, 120_000);
