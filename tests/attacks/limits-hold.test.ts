import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { codeOf, eventually, openRoom, READING } from '../contracts/browser/browser-setup.js';
import type { Room, RoomOptions } from '../contracts/browser/browser-setup.js';
import { openNetwork } from '../contracts/network/open-network.js';
import type { App } from '../contracts/network/open-network.js';
import { hasBubblewrap, hasContainers } from '../fixtures/needs.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const run = (script: string): string => html(`<h1>Here</h1><script>${script}</script>`);
/** Memory that is really there: the kernel gives nothing for pages that nobody wrote to. */
const EAT = 'const kept = []; const eat = (mb) => kept.push(new Uint8Array(mb << 20).fill(7));';

/** What a page does to get more than its share, and the key that ends it. */
const GREEDY: Readonly<Record<string, { readonly page: string; readonly key: string }>> = {
  '/eats': { page: run(`${EAT} setTimeout(() => { for (;;) eat(32); }, 300);`), key: 'sessions.memory' },
  '/eats-slowly': { page: run(`${EAT} setInterval(() => eat(16), 50);`), key: 'sessions.memory' },
  '/eats-in-worker': {
    page: run(
      `new Worker('data:text/javascript,const kept = []; setInterval(() => kept.push(new Uint8Array(16 << 20).fill(7)), 50)')`,
    ),
    key: 'sessions.memory',
  },
  '/spins-in-worker': {
    page: run(`for (let i = 0; i < 2; i++) new Worker('data:text/javascript,for (;;);')`),
    key: 'sessions.cpuSeconds',
  },
  '/spins-often': {
    page: run('setInterval(() => { const end = Date.now() + 60; while (Date.now() < end); }, 70);'),
    key: 'sessions.cpuSeconds',
  },
  '/frames': {
    page: run(
      `setInterval(() => { for (let i = 0; i < 10; i++) document.body.append(document.createElement('iframe')); }, 20);`,
    ),
    key: 'sessions.maxFrames',
  },
  '/loads': {
    page: run(`(async () => { for (;;) await (await fetch('/megabyte?' + Math.random())).text(); })();`),
    key: 'sessions.responseMb',
  },
};

const LIMITS = { memory: '400m', cpuSeconds: 6, maxFrames: 60, responseMb: 25 } as const;
/** The memory of a browser that is all one session's counts as a whole. */
const OF_WHOLE = { ...LIMITS, memory: '700m' } as const;

/** On a machine that has much else to do a page gets little to waste. */
const MAX_MS = 150_000;

/** What no other session notices, and how often it may be as slow as the machine was without the page. */
const UNNOTICED_MS = 1000;
const SLOWER = 4;
const USUAL_MS = 1500;

interface Case {
  readonly name: string;
  readonly browser: NonNullable<RoomOptions['browser']>;
  readonly limits: NonNullable<RoomOptions['sessions']>;
  readonly paths: readonly string[];
  /** Where the kernel has a limit of its own. */
  readonly memoryKey?: string;
}

const CASES: readonly Case[] = [
  { name: 'local', browser: {}, limits: LIMITS, paths: Object.keys(GREEDY) },
  ...(hasBubblewrap()
    ? [
        {
          name: 'a process each',
          browser: { isolation: 'process' } as const,
          limits: OF_WHOLE,
          paths: ['/eats', '/spins-in-worker'],
        },
      ]
    : []),
  ...(hasContainers()
    ? [
        {
          name: 'container',
          browser: { provider: 'container' } as const,
          limits: OF_WHOLE,
          paths: ['/eats', '/loads'],
          memoryKey: 'container.memory',
        },
      ]
    : []),
];

promised('limits-hold', () => {
  describe.each(CASES)('$name', { timeout: MAX_MS }, ({ name, browser, limits, paths, memoryKey }) => {
    let site: Site;
    let app: App;
    let setup: Room;

    beforeAll(async () => {
      const pages = Object.fromEntries(Object.entries(GREEDY).map(([path, { page }]) => [path, page]));
      const megabyte = Buffer.alloc(1 << 20, 'x');
      site = await startSite({
        ...pages,
        '/': html('<h1>Quiet</h1>'),
        '/eats-most': run(`${EAT} for (let i = 0; i < 20; i++) eat(17);`),
        '/megabyte': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(megabyte),
      });
      app = await openNetwork({ unsafeAllowPrivate: [site.host] });
      setup = openRoom({ egress: app.egress, browser, sessions: limits });
      await setup.navigate(site.url(), 'quiet');
    });

    afterAll(async () => {
      await setup.close();
      await app.close();
      await site.close();
    });

    const shown = async (): Promise<string> =>
      (await setup.run({ ...READING, session: 'quiet' }, ({ page }) => page.snapshot({}))).text;

    /** The slowest answer that the other session gets meanwhile. */
    const measureOthers = async (isOver: () => boolean): Promise<number> => {
      let slowest = 0;
      while (!isOver()) {
        const began = performance.now();
        expect(await shown()).toContain('Quiet');
        slowest = Math.max(slowest, performance.now() - began);
        await new Promise((resolve) => setTimeout(resolve, 250));
      }
      return slowest;
    };

    /** A second try has a session of its own: that of the first says once how it ended. */
    let tries = 0;

    it.each(paths)('%s ends its own session, and says which limit', async (path) => {
      const asked = GREEDY[path]?.key ?? '';
      const key = asked === 'sessions.memory' ? (memoryKey ?? asked) : asked;
      tries += 1;
      const session = `greedy-${path.slice(1)}-${String(tries)}`;
      const before = performance.now();
      const usual = await measureOthers(() => performance.now() - before > USUAL_MS);
      let failure = '';
      const navigated = setup.navigate(site.url(path), session).catch((error: unknown) => {
        failure = String(error);
      });
      const isOver = (): boolean => !setup.sessions.list().some((one) => one.session === session);
      await eventually('it began', () => !isOver() || failure !== '', 30_000);
      const others = measureOthers(isOver);
      await eventually('it ended', isOver, MAX_MS - 30_000);
      const slowest = await others;
      await navigated;
      if (failure === '')
        failure = await setup.navigate(site.url(), session).then(
          () => 'nothing was said',
          (error: unknown) => String(error),
        );
      expect(failure).toContain('session.limit');
      expect(failure).toContain(`(${key})`);
      expect(failure).toMatch(/\d/u);
      expect(await shown()).toContain('Quiet');
      expect(await codeOf(setup.navigate(site.url(), session))).toBe('ok');
      await setup.sessions.end({ session }, 'the test is over');
      expect(setup.started()).toBeGreaterThan(0);
      const [withIt, without] = [slowest, usual].map((ms) => `${ms.toFixed(0)} ms`);
      process.stderr.write(
        `${name} ${path}: the slowest answer to the other session took ${withIt}, before ${without}\n`,
      );
      expect(slowest).toBeLessThan(UNNOTICED_MS + SLOWER * usual);
    });

    it.runIf(name === 'local')('says that a limit is near, once, before it ends anything', async () => {
      const scope = { principal: 'local', session: 'near' };
      await setup.navigate(site.url('/eats-most'), 'near');
      let notice: string | undefined;
      await eventually('it was said', () => (notice ??= setup.sessions.takeLimitNotice?.(scope)) !== undefined, 30_000);
      expect(notice).toMatch(
        /^This session uses 3\d\d of 400 MB of memory \(sessions\.memory\)\. Beyond that it is ended/u,
      );
      expect(setup.sessions.takeLimitNotice?.(scope)).toBeUndefined();
      expect(setup.sessions.takeLimitNotice?.({ ...scope, session: 'quiet' })).toBeUndefined();
      expect(await codeOf(setup.navigate(site.url(), 'near'))).toBe('ok');
    });
  });
});
