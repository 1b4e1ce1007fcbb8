import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connectHttp, connectStdio, REVISIONS, type End } from './ends.js';
import { RAW_ERROR_TEXT } from './fixture-gateway.js';

const ENDS = REVISIONS.flatMap((revision) => [
  { name: 'stdio', revision, connect: connectStdio },
  { name: 'http', revision, connect: connectHttp },
]);

describe.each(ENDS)('$name, $revision', { timeout: 120_000 }, ({ name, revision, connect }) => {
  let end: End;
  beforeEach(async () => {
    end = await connect(revision);
  });
  afterEach(async () => {
    await end.close();
  });

  const reasonOf = (call: Promise<unknown>) =>
    call.then(
      () => 'answered',
      (error: unknown) => String(error),
    );
  const until = async (isSo: () => boolean) => {
    for (let i = 0; i < 200 && !isSo(); i += 1) await new Promise((resolve) => setTimeout(resolve, 10));
    expect(isSo()).toBe(true);
  };

  it('negotiates the revision and says who it is', () => {
    expect(end.client.getNegotiatedProtocolVersion()).toBe(revision);
    expect(end.client.getServerCapabilities()).toEqual({ tools: { listChanged: true } });
    expect(end.client.getInstructions()).toBe(end.gateway.instructions);
  });

  it("lists what the gateway lists for this caller, without the operator's words", async () => {
    const { tools } = await end.client.listTools();
    expect(tools.map((tool) => tool.name)).toEqual(['echo', 'fail', 'wait', 'progress', 'throw']);
    expect(tools[0]).toEqual({
      name: 'echo',
      title: 'Title of echo',
      description: 'echo for ann',
      inputSchema: { type: 'object', properties: { text: { type: 'string' } }, additionalProperties: false },
      outputSchema: expect.objectContaining({ required: ['said'] }) as unknown,
      annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    });
  });

  it('hands the arguments on as they came and the released result back as it is', async () => {
    await end.client.listTools();
    const input = { text: 1, extra: { __deep: [null, 'ü'] } };
    const result = await end.client.callTool({ name: 'echo', arguments: input });
    expect(end.gateway.calls[0]).toMatchObject({ tool: 'echo', input, transport: name, client: 'contract/9' });
    expect(end.gateway.calls[0]?.principal).toEqual({ id: 'ann' });
    expect(end.gateway.calls[0]?.connection !== undefined).toBe(name === 'http' && revision === '2025-11-25');
    expect(result.content).toEqual([
      { type: 'text', text: JSON.stringify(input) },
      { type: 'image', data: 'AAAA', mimeType: 'image/png' },
    ]);
    expect(result.structuredContent).toEqual({ said: true });
    expect(result._meta?.['gatewright/result']).toEqual({ principal: 'ann' });
    expect(result.isError).toBe(false);
  });

  it('passes an error result whose structure is not the declared one', async () => {
    await end.client.listTools();
    const result = await end.client.callTool({ name: 'fail' });
    expect(result.isError).toBe(true);
    expect(result.structuredContent).toMatchObject({ failure: { code: 'policy.denied' } });
    expect(end.gateway.calls[0]?.input).toEqual({});
  });

  it('leaves an unknown tool to the gateway', async () => {
    const result = await end.client.callTool({ name: 'no-such-tool', arguments: {} });
    expect(result.structuredContent).toMatchObject({ failure: { code: 'call.unknown-tool' } });
    expect(end.gateway.calls.map((call) => call.tool)).toEqual(['no-such-tool']);
  });

  it('never lets the text of a thrown error out', async () => {
    const reason = await reasonOf(end.client.callTool({ name: 'throw', arguments: {} }));
    expect(reason).toContain('internal.fault');
    expect(reason + end.log.join()).not.toContain(RAW_ERROR_TEXT);
    const cursed =
      name === 'stdio' ? await connectStdio(revision, { id: 'cursed' }) : await connectHttp(revision, 'cursed');
    const list = await reasonOf(cursed.client.listTools());
    await cursed.close();
    expect(list).toContain('internal.fault');
    expect(list + cursed.log.join()).not.toContain(RAW_ERROR_TEXT);
  });

  it('refuses a method that it does not have', async () => {
    await expect(reasonOf(end.client.request({ method: 'prompts/list' }))).resolves.toMatch(/not support|not found/i);
    await end.client.callTool({ name: 'echo', arguments: {} });
  });

  it("aborts the call's signal when the client cancels, and goes on", async () => {
    const stop = new AbortController();
    const call = reasonOf(end.client.callTool({ name: 'wait', arguments: { text: 'a' } }, { signal: stop.signal }));
    await until(() => end.gateway.calls.length === 1);
    stop.abort('enough');
    expect(await call).not.toBe('answered');
    await until(() => end.gateway.aborted.includes('a'));
    expect((await end.client.callTool({ name: 'echo', arguments: {} })).isError).toBe(false);
  });

  it("aborts the call's signal when the client goes away", async () => {
    void reasonOf(end.client.callTool({ name: 'wait', arguments: { text: 'b' } }));
    await until(() => end.gateway.calls.length === 1);
    await end.leave();
    await until(() => end.gateway.aborted.includes('b'));
  });

  it('sends progress only to who asked for it', async () => {
    const seen: (string | undefined)[] = [];
    const onprogress = (progress: { message?: string }) => seen.push(progress.message);
    await end.client.callTool({ name: 'progress', arguments: {} }, { onprogress });
    expect(seen).toEqual(['one', 'two', 'three']);
    await end.client.callTool({ name: 'progress', arguments: {} });
    expect(end.gateway.calls.map((call) => call.progress !== undefined)).toEqual([true, false]);
  });

  it('refuses 10 MB of arguments with a code, and the next call works', async () => {
    const reason = await reasonOf(end.client.callTool({ name: 'echo', arguments: { text: 'x'.repeat(10_500_000) } }));
    expect(reason).toContain('call.too-large');
    expect(end.gateway.calls).toEqual([]);
    expect((await end.client.callTool({ name: 'echo', arguments: {} })).isError).toBe(false);
  });

  it('ends each of a thousand calls at once with a result or a code', async () => {
    const calls = Array.from({ length: 1000 }, () => reasonOf(end.client.callTool({ name: 'echo', arguments: {} })));
    const ends = await Promise.all(calls);
    const answered = ends.filter((reason) => reason === 'answered').length;
    expect(ends.filter((reason) => reason !== 'answered' && !reason.includes('call.busy'))).toEqual([]);
    expect(answered).toBe(end.gateway.calls.length);
    expect(answered).toBeGreaterThanOrEqual(name === 'stdio' ? 1000 : 150);
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect((await end.client.callTool({ name: 'echo', arguments: {} })).isError).toBe(false);
  });
});
