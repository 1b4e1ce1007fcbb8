import type { IncomingMessage, ServerResponse } from 'node:http';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

/** What differs between two worlds: a secret that is known, and a password that stands in its field. */
interface Hidden {
  readonly key: string;
  readonly password: string;
}
type Call = readonly [tool: string, args: Readonly<Record<string, unknown>>];

/** As wide as any other of its length: what a page lays out is not to tell them apart. */
const page = ({ key, password }: Hidden): string =>
  html(
    `<title>Account ${key}</title><h1>Account</h1><p>Your key is ${key}.</p>
    <a id="out" href="leave?key=${key}">Leave</a> <button id="named">Copy ${key}</button><button id="plain">Copy</button>
    <div id="data" data-key="${key}" title="${key}" tabindex="0">Box</div>
    <ul><li>${key.slice(0, 6)}</li><li>${key.slice(6)}</li></ul><div id="host"></div>
    <select aria-label="Keys"><option>none</option><option value="${key}">${key}</option></select>
    <input id="shown" aria-label="Shown" value="${key}"><input id="q" aria-label="Search">
    <form id="login"><input id="pw" type="password" name="pw" aria-label="Pass" value="${password}"></form>
    <script>host.attachShadow({ mode: 'closed' }).innerHTML = '<p>closed ${key}</p>';
      console.log('key ${key}'); history.replaceState(null, '', '?key=${key}');
      fetch('api?key=${key}').then((answer) => answer.text()).then(() => { ready.textContent = 'Nothing is under way.' });
    </script><p id="ready"></p>`,
    '<style>* { font: 16px monospace }</style><link rel="icon" href="data:,">',
  );

const LETTERS = 'bdfghjkqvwxzBDFGHJKQVWXZ23456789';
const secret = fc
  .array(fc.constantFrom(...Array.from(LETTERS)), { minLength: 12, maxLength: 12 })
  .map((all) => all.join(''));
const hidden = fc.record({ key: secret, password: secret });

/** A piece of one of them, too short to be known for it, or something that the page says. */
const guessOf = (values: readonly string[]): fc.Arbitrary<string> =>
  fc.oneof(
    { weight: 1, arbitrary: fc.constantFrom('Copy', 'key is', '<KEY', 'Account', 'zz') },
    {
      weight: 5,
      arbitrary: fc
        .tuple(fc.constantFrom(...values), fc.nat(10), fc.integer({ min: 1, max: 6 }), fc.boolean())
        .map(([value, from, size, isLower]) => {
          const piece = value.slice(from, from + size);
          return isLower ? piece.toLowerCase() : piece;
        }),
    },
  );

const callWith = (guess: string): fc.Arbitrary<Call> =>
  fc.constantFrom<Call>(
    ['browser_text_search', { text: guess }],
    ['browser_text_search', { text: guess, exact: true }],
    ['browser_text_search', { text: `key is ${guess}` }],
    ['browser_find', { query: guess }],
    ['browser_wait_for', { text: guess, seconds: 0.1 }],
    ['browser_wait_for', { gone: guess, seconds: 0.1 }],
    ['browser_wait_for', { selector: `[data-key^="${guess}"]`, seconds: 0.1 }],
    ['browser_inspect', { name: guess }],
    ['browser_inspect', { role: 'button', name: `Copy ${guess}` }],
    ['browser_inspect', { selector: `a[href*="${guess}"]` }],
    ['browser_inspect', { selector: `body:has([title*="${guess}" i]) #plain` }],
    ['browser_inspect', { selector: `#pw[value^="${guess}"]` }],
    ['browser_inspect', { selector: `#login:not(:has([value*="${guess}"]))` }],
    ['browser_hover', { role: 'button', name: guess }],
    ['browser_console_read', { filter: guess }],
    ['browser_network_read', { filter: guess, limit: 1 }],
    ['browser_select', { name: 'Keys', values: [guess] }],
    ['browser_choose_option', { name: 'Keys', option: guess }],
    ['browser_fill', { selector: '#q', value: guess }],
    ['browser_press', { selector: '#shown', key: guess.slice(0, 1) }],
    ['browser_press', { selector: '#shown', key: 'Backspace' }],
    ['browser_press', { selector: '#named', key: 'Tab' }],
    ['browser_snapshot', { mode: 'diff' }],
    ['browser_snapshot', {}],
    ['browser_read', {}],
    ['browser_inspect', { selector: '#named' }],
  );

const worlds = fc.tuple(hidden, hidden).chain(([one, other]) =>
  fc.tuple(
    fc.constant([one, other] as const),
    fc.array(guessOf([one.key, other.key, one.password, other.password]).chain(callWith), {
      minLength: 12,
      maxLength: 12,
    }),
  ),
);

/** Another seed finds other sequences: `ORACLE_SEED=7`. */
const RUNS = { numRuns: 5, seed: Number(process.env['ORACLE_SEED'] ?? 12), endOnFailure: true };

let run = 0;

promised('no-oracle', () => {
  let site: Site;
  let servers: Running[];
  const shown: Hidden[] = [];
  beforeAll(async () => {
    const world = (at: number) => ({
      [`/${at}/`]: (_: IncomingMessage, response: ServerResponse) => {
        response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' });
        response.end(page(shown[at] ?? { key: '', password: '' }));
      },
      [`/${at}/api`]: '{}',
    });
    // One site for both: a guess may stand in a port, too. Its two worlds are told apart by digits that no guess has.
    site = await startSite({ ...world(0), ...world(1) });
    servers = await Promise.all(
      [0, 1].map(() =>
        start({
          args: ['--allow-private', site.host],
          config: { capabilities: ['read', 'navigation', 'action', 'human', 'secrets'] },
        }),
      ),
    );
  });
  afterAll(async () => {
    await Promise.all([...servers.map((server) => server.close()), site.close()]);
  });

  /** Everything that the agent is told, without what is new in every answer and where the site stands. */
  const answersIn = async (at: number, { key, password }: Hidden, run: number, calls: readonly Call[]) => {
    const server = servers[at];
    if (server === undefined) throw new Error('no such world');
    shown[at] = { key, password };
    const session = `run-${String(run)}`;
    const answers: string[] = [];
    const call = async (tool: string, args: Readonly<Record<string, unknown>>): Promise<void> => {
      const { text, meta, code } = await server.call(tool, { ...args, session });
      const told = JSON.stringify([tool, args, text, meta, code])
        .replaceAll(site.url(`/${at}/`), 'WORLD/')
        .replace(/<<(page|end) [0-9a-f]+/gu, '<<$1')
        .replace(/\d+(?:\.\d+)? (?:ms|s)\b/gu, 'TIME');
      answers.push(told);
    };
    await server.call('browser_navigate', { url: site.url(`/${at}/api`), session });
    await server.call('register_secret', { name: `KEY_${String(run)}`, value: key, scope: [site.origin], session });
    await server.call('browser_navigate', { url: site.url(`/${at}/`), session });
    const ready = await server.call('browser_wait_for', { text: 'Nothing is under way', seconds: 25, session });
    expect(ready.isError, ready.text).toBe(false);
    for (const [tool, args] of calls) await call(tool, args);
    await server.call('browser_close', { session });
    return answers;
  };

  it('for any secret and any sequence of calls, the answers do not depend on it', { timeout: 180_000 }, async () => {
    await fc.assert(
      fc.asyncProperty(worlds, async ([[one, other], calls]) => {
        run += 1;
        const [here, there] = await Promise.all([answersIn(0, one, run, calls), answersIn(1, other, run, calls)]);
        expect(here.join('\n')).not.toContain(one.key);
        expect(here).toEqual(there);
      }),
      RUNS,
    );
  });

  it('and would be noticed if they did: a page that says something else of the secret is told apart', async () => {
    const calls: Call[] = [['browser_inspect', { selector: '#named' }]];
    const wider = { key: 'bdfghjkqvwxzBDFGHJKQ', password: 'x' };
    const [here, there] = await Promise.all([
      answersIn(0, { key: 'bdfghjkqvwxz', password: 'x' }, 99, calls),
      answersIn(1, wider, 99, calls),
    ]);
    expect(here).not.toEqual(there);
  });
});
