import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { replyOf, start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { promised } from '../fixtures/promised.js';

const ENDS = [
  ['stdio', '2025-11-25'],
  ['stdio', '2026-07-28'],
  ['http', '2025-11-25'],
  ['http', '2026-07-28'],
] as const;

const NO_OBJECTS: readonly (readonly [string, unknown])[] = [
  ['an array', [{ url: 'http://a.example/' }]],
  ['an empty array', []],
  ['a string', '{"url":"http://a.example/"}'],
  ['a number', 7],
  ['a truth', true],
];

/** What a client sends that does not keep to the schema of the protocol. */
async function callWith(running: Running, name: unknown, given: unknown): Promise<Reply> {
  return replyOf(await running.client.callTool({ name: name as string, arguments: given as Record<string, unknown> }));
}

promised('coded-errors', () => {
  describe.each(ENDS)('%s, %s', (transport, revision) => {
    let gatewright: Running;
    beforeAll(async () => {
      gatewright = await start({ transport, revision, args: ['--capabilities', 'read,navigation,secrets'] });
    });
    afterAll(() => gatewright.close());
    const last = (kind: string) => gatewright.record().findLast((line) => line['kind'] === kind);

    it('null is the same as no arguments', async () => {
      const reply = await callWith(gatewright, 'list_named_refs', null);
      expect(reply.code).toBe((await callWith(gatewright, 'list_named_refs', {})).code);
      expect(reply.code).not.toBe('call.bad-arguments');
      expect(last('intent')).toMatchObject({ tool: 'list_named_refs', arguments: {} });
      expect((await callWith(gatewright, 'browser_navigate', null)).text).toMatch(
        /^call\.bad-arguments: .*url: is missing/su,
      );
    });

    it.each(NO_OBJECTS)('%s is refused by us, says what to send, and is on record', async (_, given) => {
      const reply = await callWith(gatewright, 'browser_navigate', given);
      expect(reply.code).toBe('call.bad-arguments');
      expect(reply.text).toMatch(/arguments: .*object/u);
      expect(reply.meta).toMatchObject({ failure: { code: 'call.bad-arguments' } });
      const intent = last('intent');
      expect(intent).toMatchObject({ tool: 'browser_navigate', transport, arguments: { input: given } });
      expect(last('outcome')).toMatchObject({ call: intent?.['call'], outcome: 'failed', code: 'call.bad-arguments' });
    });

    it('a secret in them is not on record', async () => {
      const value = randomBytes(16).toString('hex');
      for (const given of [value, [value], JSON.stringify({ name: 'n', value })]) {
        expect((await callWith(gatewright, 'register_secret', given)).code).toBe('call.bad-arguments');
      }
      expect(JSON.stringify(gatewright.record())).not.toContain(value);
    });

    it('the gate is before them: a tool that is off says so', async () => {
      expect((await callWith(gatewright, 'eval_js', 'x')).code).toBe('policy.capability-off');
    });
  });

  it.each([
    ['a number', 7],
    ['absent', undefined],
    ['an object', {}],
  ])('a name that is %s is no tool, and on record', async (_, name) => {
    const gatewright = await start({ args: ['--capabilities', 'read'] });
    try {
      expect((await callWith(gatewright, name, {})).code).toBe('call.unknown-tool');
      expect(gatewright.record().find((line) => line['kind'] === 'outcome')).toMatchObject({
        code: 'call.unknown-tool',
      });
    } finally {
      await gatewright.close();
    }
  });
});
