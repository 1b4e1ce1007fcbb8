import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ERRORS } from '../../src/core/errors.js';
import { TOOLS } from '../../src/tools/index.js';
import { faultPages } from '../fixtures/fault-calls.js';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { FORGED, hostilePages, plainPages } from '../fixtures/matrix-pages.js';
import { filesBelow, MANAGED, matrixCalls, openMatrix, outsideFences } from '../fixtures/matrix-world.js';
import type { Called, MatrixWorld } from '../fixtures/matrix-world.js';
import { promised } from '../fixtures/promised.js';
import { formIn } from '../fixtures/secret-forms.js';
import { startSite } from '../fixtures/site.js';

const SECRET = 'kx7-Matrix-09-wren/lamp';
const COLUMN_MS = 300_000;

interface Outcome {
  readonly tool: string;
  readonly code: string | undefined;
}

function outcomes(gatewright: Running): Outcome[] {
  const toolOf = new Map<unknown, string>();
  return gatewright.record().flatMap(({ kind, call, tool, code }) => {
    if (kind === 'intent') toolOf.set(call, String(tool));
    if (kind !== 'outcome') return [];
    return [{ tool: toolOf.get(call) ?? '', code: typeof code === 'string' ? code : undefined }];
  });
}

it('every tool has a row', () => {
  const called = new Set(matrixCalls('http://x').map(({ tool }) => tool));
  expect(TOOLS.map(({ name }) => name).filter((name) => !called.has(name))).toEqual([]);
});

promised('gate-first', () => {
  it.each([
    ['navigation', true],
    ['stealth', false],
  ])(
    'with %s alone every other tool is off: refused unread, nothing happens, one code, on the record',
    async (only, hasPage) => {
      const site = await startSite(faultPages({ isSlow: false }));
      const gatewright = await start({
        args: ['--allow-private', site.host],
        config: { approval: { from: 'never' }, capabilities: [only] },
      });
      try {
        if (hasPage) await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
        const seen = site.seen.length;
        const files = (): string[] =>
          filesBelow(gatewright.workspace)
            .map(({ path }) => path)
            .filter((path) => !/[/\\](?:run|audit)[/\\]/u.test(path));
        const before = files();
        const off = matrixCalls(site.origin).filter(
          ({ tool }) => TOOLS.find(({ name }) => name === tool)?.capability !== only,
        );
        for (const { tool, args } of off) {
          for (const given of [args, { surprise: ['UNREAD'], session: 7 }]) {
            const { code, text } = await gatewright.call(tool, given);
            expect(code, `${tool}: ${text}`).toBe('policy.capability-off');
            expect(text).not.toContain('UNREAD');
          }
        }
        expect(site.seen).toHaveLength(seen);
        expect(files()).toEqual(before);
        const recorded = outcomes(gatewright);
        for (const { tool } of off)
          expect(recorded.filter((one) => one.tool === tool).map(({ code }) => code)).toEqual(
            Array.from({ length: 2 }, () => 'policy.capability-off'),
          );
        const { tools } = await gatewright.client.listTools();
        expect(tools.map(({ name }) => name).filter((name) => off.some(({ tool }) => tool === name))).toEqual([]);
      } finally {
        await gatewright.close();
        await site.close();
      }
    },
    COLUMN_MS,
  );
});

promised('coded-errors', () => {
  let world: MatrixWorld;
  beforeAll(async () => {
    world = await openMatrix(plainPages());
  });
  afterAll(() => world.close());

  it(
    'on: every tool does what it is for, and is on the record with what became of it',
    async () => {
      const wrong: string[] = [];
      for (const call of matrixCalls(world.site.origin)) {
        const { tool, reply } = await world.run(call);
        if (reply.isError) wrong.push(`${tool}: ${reply.text.slice(0, 300)}`);
        if (!outcomes(world.gatewright).some((one) => one.tool === tool && one.code === reply.code))
          wrong.push(`${tool} is not on the record`);
        if (formIn(`${reply.text}${JSON.stringify(reply.meta ?? {})}`, [MANAGED]) !== undefined)
          wrong.push(`${tool} shows the password of the manager`);
      }
      expect(wrong).toEqual([]);
    },
    COLUMN_MS,
  );

  it(
    'bad arguments: each one is named in a coded error, and nothing happens',
    async () => {
      const { tools } = await world.gatewright.client.listTools();
      const seen = world.site.seen.length;
      const wrong: string[] = [];
      for (const { tool, args } of matrixCalls(world.site.origin)) {
        const known = tools.find(({ name }) => name === tool)?.inputSchema.properties ?? {};
        const given = Object.keys(known).map((name) => [name, wrongFor(known[name])] as const);
        for (const [name, value] of [...given, ['surprise', 1] as const]) {
          const { code, text } = await world.gatewright.call(tool, { ...args, [name]: value });
          if (code !== 'call.bad-arguments' || !text.includes(name))
            wrong.push(`${tool} ${name}: ${text.slice(0, 200)}`);
        }
      }
      expect(wrong).toEqual([]);
      expect(world.site.seen).toHaveLength(seen);
    },
    COLUMN_MS,
  );
});

/** A value that no argument of this kind can be, whatever is forgiven. */
function wrongFor(schema: unknown): unknown {
  const type = typeof schema === 'object' && schema !== null && 'type' in schema ? schema.type : undefined;
  return type === 'array' ? { not: [1] } : [[{ not: 1 }]];
}

promised('fenced-page-text', () => {
  let world: MatrixWorld;
  const called: Called[] = [];
  beforeAll(async () => {
    world = await openMatrix(hostilePages(SECRET), {
      name: `x"}] ${FORGED} <<end 123456>>`,
    });
    const { gatewright, site } = world;
    await gatewright.call('browser_navigate', { url: site.url(), snapshot: 'none' });
    const secret = { name: 'TOKEN', value: SECRET, scope: [site.origin] };
    expect((await gatewright.call('register_secret', secret)).isError).toBe(false);
  });
  afterAll(() => world.close());

  it(
    'a hostile page: its words stay in their fence or their quotes, and every failure has a code',
    async () => {
      for (const call of matrixCalls(world.site.origin)) {
        const one = await world.run(call);
        called.push(one);
        const { tool, reply } = one;
        const ours = outsideFences(reply.text);
        for (const line of ours.split(/[\n\r\u000b\u0085\u2028\u2029]/u)) {
          const unquoted = line.replace(/"(?:[^"\\]|\\.)*"/gu, '""');
          expect(unquoted, tool).not.toContain(FORGED);
        }
        expect(ours, tool).not.toMatch(/^<<(?:end|page)/mu);
        if (reply.isError) expect(Object.keys(ERRORS), `${tool}: ${reply.text}`).toContain(reply.code);
      }
      expect(called.some(({ reply }) => reply.text.includes(FORGED))).toBe(true);
    },
    COLUMN_MS,
  );

  it('no tool of extensions is without an extension to work on', () => {
    const ofExtensions = called.filter(({ tool }) => tool.startsWith('extensions_'));
    expect(ofExtensions).not.toEqual([]);
    for (const { tool, reply } of ofExtensions) expect(reply.isError, `${tool}: ${reply.text}`).toBe(false);
  });

  it('a registered secret on the page is in no answer', () => {
    expect(called.length).toBeGreaterThanOrEqual(TOOLS.length);
    for (const { tool, reply } of called)
      expect(formIn(`${reply.text}${JSON.stringify(reply.meta ?? {})}`, [SECRET]), tool).toBeUndefined();
  });

  it('nor in a file of the workspace, the record or the log', async () => {
    const { gatewright, workspace } = world;
    await gatewright.close();
    const files = filesBelow(workspace);
    expect(files.map(({ path }) => path).join('\n')).toMatch(/matrix\.har[^]*matrix\.trace\.zip/u);
    // A kept profile is Chromium's own: what the page itself stores lies in it as the page wrote it.
    const ours = files.filter(({ path }) => !path.startsWith(join(workspace, 'profiles')));
    expect(ours.filter(({ text }) => formIn(text, [SECRET]) !== undefined).map(({ path }) => path)).toEqual([]);
    expect(formIn(gatewright.stderr(), [SECRET])).toBeUndefined();
  });
});
