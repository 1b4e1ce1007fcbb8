import { describe, expect, it } from 'vitest';
import { NO_FACTS } from '../core/index.js';
import type { Call, FetchPermission, Fetched, Scope, UrlFacts, UrlTarget } from '../core/index.js';
import { compilePolicy } from '../policy/index.js';
import { createSecretRegistry } from '../vault/index.js';
import { fetchFor } from './fetch-for.js';
import { SessionPolicy } from './session-policy.js';

const scope: Scope = { principal: 'p', session: 'default' };
const target: UrlTarget = { kind: 'url', url: 'https://a.com/' };
const call: Call = {
  ...{ tool: 'web_fetch', capability: 'fetch', effect: 'act', principal: { id: 'p' }, scope },
  ...{ targets: [target], arguments: {} },
};
const GET = { method: 'GET', headers: {} } as const;

function web(host: string): UrlFacts {
  const origin = `https://${host}`;
  return { kind: 'web', url: `${origin}/`, origin, scheme: 'https', host, port: 443, name: 'public', isOpened: false };
}

async function build(answer: Partial<Fetched> = {}, rules: { then: 'ask' | 'deny'; origin?: string }[] = []) {
  let leave: FetchPermission | undefined;
  const secrets = createSecretRegistry();
  secrets.keep(scope, { name: 'PASSWORD', value: 'hunter2hunter2', origins: ['https://a.com'] });
  const stranger = { principal: 'q', session: 'default' };
  secrets.keep(stranger, { name: 'STRANGERS', value: 'strangers-4417-key', origins: ['https://a.com'] });
  const fetched: Fetched = {
    ...{ status: 200, url: 'https://a.com/', origin: 'https://a.com', redirects: 0, headers: {}, text: '' },
    ...{ omittedHeaders: 0, beyond: '' },
    ...answer,
  };
  const deps = {
    secrets,
    sessionPolicy: new SessionPolicy(),
    policy: compilePolicy({
      network: { allow: ['a.com', 'b.com'], load: ['cdn.com'], block: [], observe: false },
      rules: rules.map(({ then, origin }) => ({
        when: { tool: 'web_fetch', ...(origin === undefined ? {} : { origin }) },
        then,
        mode: 'enforce' as const,
      })),
      confirmRequired: ['navigate_off_allowlist'],
    }),
    fetch: {
      fetch: (_: string, __: unknown, given: FetchPermission) => {
        leave = given;
        return Promise.resolve(fetched);
      },
      close: () => undefined,
    },
  };
  const callFacts = { ...NO_FACTS, urls: new Map([[target, web('a.com')]]) };
  const port = fetchFor(deps, call, callFacts, new AbortController().signal);
  const result = await port.fetch(target, GET);
  return {
    result,
    port,
    judge: (to: string | UrlFacts) => leave?.judgeRedirect(typeof to === 'string' ? web(to) : to, GET),
  };
}

describe('a redirect', () => {
  it.each([
    ['b.com', 'allow', undefined],
    ['c.com', 'deny', 'policy.origin-not-allowed'],
    ['cdn.com', 'deny', 'policy.origin-not-allowed'],
  ])('to %s: %s', async (host, kind, code) => {
    const verdict = (await build()).judge(host);
    expect(verdict).toMatchObject(code === undefined ? { kind } : { kind, code });
  });

  it('to what is no web address is refused', async () => {
    const { judge } = await build();
    const file: UrlFacts = { kind: 'other-scheme', scheme: 'file' };
    expect(judge(file)).toMatchObject({ kind: 'deny', code: 'policy.scheme-not-allowed' });
    expect(judge({ kind: 'doubtful', why: 'x' })).toMatchObject({ kind: 'deny', code: 'policy.bad-url' });
  });

  it('a person’s yes is for the origin that they were asked about', async () => {
    const { judge } = await build({}, [{ then: 'ask' }]);
    expect(judge('a.com')).toMatchObject({ kind: 'allow' });
    expect(judge('b.com')).toMatchObject({ kind: 'deny', code: 'policy.denied' });
  });

  it('the operator’s rules hold for it', async () => {
    const { judge } = await build({}, [{ then: 'deny', origin: 'b.com' }]);
    expect(judge('b.com')).toMatchObject({ kind: 'deny', code: 'policy.denied' });
  });
});

it('an address that was not judged is not fetched', async () => {
  const { port } = await build();
  await expect(port.fetch({ kind: 'url', url: 'https://b.com/' }, GET)).rejects.toMatchObject({
    code: 'policy.denied',
  });
});

describe('the cut', () => {
  it.each([1, 2, 5, 7, 13])('leaves no part of a secret, %i characters before its end', async (shown) => {
    const whole = `${'x'.repeat(100)}hunter2hunter2${'y'.repeat(100)}`;
    const at = 114 - shown;
    const { result } = await build({ text: whole.slice(0, at), beyond: whole.slice(at), cut: 'size' });
    expect(result.text).not.toContain('hunter2');
    expect(result.text).toMatch(/^x{97}/u);
    expect(result.beyond).toBe('');
  });

  it('names no secret of another caller', async () => {
    const text = `${'x'.repeat(50)} strangers-4417-key `;
    expect((await build({ text, beyond: 'y'.repeat(50), cut: 'size' })).result.text).toBe(text);
  });

  it('is as long as it was when there is nothing to hide', async () => {
    const { result } = await build({ text: 'x'.repeat(50), beyond: 'y'.repeat(50), cut: 'size' });
    expect(result.text).toBe('x'.repeat(50));
  });
});
