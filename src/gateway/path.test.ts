import { describe, expect, it } from 'vitest';
import { Failure, NOT_IN_THIS_VERSION } from '../core/index.js';
import type { Closing, Intent, Prepared, Tool } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';
import { compilePolicy } from '../policy/index.js';
import { ActiveCalls } from './active-calls.js';
import { handle } from './path.js';
import type { PathDeps } from './path-deps.js';
import { SecretWarnings } from './secret-warnings.js';
import { SessionPolicy } from './session-policy.js';

interface Setup {
  readonly run?: Prepared['run'];
  readonly effect?: Tool['effect'];
  readonly callMs?: number;
  readonly openFails?: boolean;
  readonly closeFails?: boolean;
  readonly capabilities?: PathDeps['access']['capabilities'];
}

function build(setup: Setup) {
  const steps: string[] = [];
  const intents: Intent[] = [];
  const closings: Closing[] = [];
  const tool: Tool = {
    name: 'browser_fake',
    description: '',
    capability: 'action',
    effect: setup.effect ?? 'act',
    risk: 'low',
    needs: ['page'],
    inputSchema: {},
    outputSchema: {},
    annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
    prepare: () => {
      steps.push('prepare');
      return {
        session: 'default',
        targets: [{ kind: 'session' }],
        arguments: {},
        run: setup.run ?? (() => Promise.resolve({ parts: [{ from: 'gateway', text: 'done' }] })),
      };
    },
  };
  const deps: PathDeps = {
    access: { tools: [tool], capabilities: setup.capabilities ?? ['action'] },
    policy: compilePolicy({ network: { block: [], observe: false }, rules: [], confirmRequired: [] }),
    sessions: {
      readFacts: () => {
        steps.push('facts');
        return Promise.resolve({ elements: new Map() });
      },
      lease: () => {
        steps.push('lease');
        return Promise.resolve({
          page: undefined as never,
          inject: () => Promise.resolve(),
          done: () => steps.push('done'),
          abandon: () => {
            steps.push('abandon');
            return Promise.resolve();
          },
        });
      },
      list: () => [],
      end: () => Promise.resolve(0),
      close: () => Promise.resolve(),
    },
    fetch: { fetch: () => Promise.reject(new Error('not here')), close: () => undefined },
    credentials: {
      provider: {
        password: () => Promise.reject(new Error('not here')),
        code: () => Promise.reject(new Error('not here')),
      },
      revealTotp: false,
    },
    secretWarnings: new SecretWarnings(() => undefined),
    people: {
      ask: () => Promise.resolve({ kind: 'nobody' }),
      useGrant: () => undefined,
      where: () => '',
      asksClient: () => false,
    },
    secrets: {
      keep: () => 'everywhere',
      namesAt: () => [],
      learn: () => undefined,
      find: () => undefined,
      maskedIn: () => [],
      all: () => [],
      forget: () => undefined,
    },
    record: {
      open: (intent) => {
        if (setup.openFails) throw new Error('disk full');
        steps.push('open');
        intents.push(intent);
      },
      close: (closing) => {
        if (setup.closeFails) throw new Error('disk full');
        steps.push('close');
        closings.push(closing);
      },
      note: () => undefined,
      end: () => undefined,
    },
    egress: { describe: () => ({ kind: 'blank' }), recheck: () => [] },
    sessionPolicy: new SessionPolicy(),
    activeCalls: new ActiveCalls(),
    times: { callMs: setup.callMs ?? 1000, hardMs: 5000, approvalMs: 100, approvalMaxMs: 100 },
  };
  const call = async (name = 'browser_fake', input: unknown = {}, signal = new AbortController().signal) =>
    openReleased(await handle(deps, { principal: { id: 'p' }, tool: name, input, signal, transport: 'test' }));
  return { steps, intents, closings, call };
}

/** One of those that this version does not have, as long as there are any. */
const LATER = Object.values(NOT_IN_THIS_VERSION.capabilities)
  .flat()
  .slice(0, 1)
  .map((name) => ['a tool of a later version', name, 'policy.capability-off'] as const);

describe('the path', () => {
  it('goes in its order, and is recorded before it is answered', async () => {
    const { steps, call, closings } = build({});
    expect((await call()).isError).toBe(false);
    expect(steps.filter((step) => step !== 'done')).toEqual(['open', 'prepare', 'facts', 'lease', 'close']);
    expect(closings[0]).toMatchObject({ outcome: 'ok', verdict: 'allow' });
  });

  it.each<readonly [string, string, string]>([
    ...LATER,
    ['an unknown tool', 'browser_nothing', 'call.unknown-tool'],
    ['an object member', 'constructor', 'call.unknown-tool'],
  ])('refuses %s before its arguments are read', async (_, name, code) => {
    const { steps, call, closings } = build({});
    expect((await call(name)).meta).toMatchObject({ failure: { code } });
    expect(steps).toEqual(['open', 'close']);
    expect(closings[0]?.code).toBe(code);
  });

  it('refuses a capability that is off and names it', async () => {
    const { steps, call } = build({ capabilities: ['read'] });
    expect((await call()).meta).toMatchObject({
      failure: { code: 'policy.capability-off', hint: expect.stringContaining('action') as string },
    });
    expect(steps).toEqual(['open', 'close']);
  });

  it('does nothing without a record', async () => {
    const { steps, call } = build({ openFails: true });
    expect((await call()).meta).toMatchObject({ failure: { code: 'audit.unavailable' } });
    expect(steps).toEqual([]);
  });

  it('gives no answer whose outcome is not on the record', async () => {
    const answer = await build({ closeFails: true }).call();
    expect(answer.meta).toMatchObject({ failure: { code: 'audit.outcome-lost', retry: 'no' } });
    expect(JSON.stringify(answer)).not.toContain('done');
  });

  it('never lets a raw error out', async () => {
    const { call, closings } = build({ run: () => Promise.reject(new Error('/home/me secret stack')) });
    const answer = await call();
    expect(answer.meta).toMatchObject({ failure: { code: 'internal.fault' } });
    expect(JSON.stringify(answer)).not.toContain('secret');
    expect(closings[0]?.outcome).toBe('failed');
  });

  it('calls an action that gave no answer in time unknown, and brings the page back', async () => {
    const { call, steps, closings } = build({ run: () => new Promise(() => undefined), callMs: 20 });
    expect((await call()).meta).toMatchObject({
      outcome: 'unknown',
      failure: { code: 'browser.outcome-unknown', retry: 'no' },
    });
    expect(steps).toContain('abandon');
    expect(closings[0]?.outcome).toBe('unknown');
  });

  it('calls a read that gave no answer in time late, and it may be repeated', async () => {
    const { call } = build({ run: () => new Promise(() => undefined), callMs: 20, effect: 'read' });
    expect((await call()).meta).toMatchObject({ failure: { code: 'call.deadline', retry: 'yes' } });
  });

  it('keeps what the tool itself said when it was cut short', async () => {
    const run: Prepared['run'] = (_, signal) =>
      new Promise((__, reject) => {
        signal.addEventListener('abort', () => {
          reject(new Failure('call.deadline'));
        });
      });
    expect((await build({ run, callMs: 20 }).call()).meta).toMatchObject({ failure: { code: 'call.deadline' } });
  });

  it('refuses oversized arguments unparsed', async () => {
    const { call, steps, intents } = build({});
    expect((await call('browser_fake', { a: 'x'.repeat(3_000_000) })).meta).toMatchObject({
      failure: { code: 'call.too-large' },
    });
    expect(steps).toEqual(['open', 'close']);
    expect(JSON.stringify(intents).length).toBeLessThan(2000);
  });
});
