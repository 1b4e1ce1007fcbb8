import { once } from 'node:events';
import { chmodSync, writeFileSync } from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { connectTo } from '../../../src/control/control-connection.js';
import { reachServers } from '../../../src/console/index.js';
import { SESSION, never, question, reach, reachOne, runFolder, serve } from './control-fixture.js';

/** Speaks to a socket as anything but our client would; returns everything it says until it hangs up. */
async function raw(address: string, bytes: string | Buffer): Promise<string> {
  const socket = net.connect(address);
  let said = '';
  socket.on('data', (chunk) => (said += String(chunk)));
  socket.on('error', () => undefined);
  socket.write(bytes);
  await once(socket, 'close');
  return said;
}

test('a terminal that was not run for a while finds its server all the same', async () => {
  const folder = runFolder();
  const { path: address } = await serve(folder, 'busy');
  const connecting = connectTo(address, 50);
  const until = performance.now() + 300;
  while (performance.now() < until);
  const socket = await connecting;
  expect(typeof socket).not.toBe('string');
  if (typeof socket !== 'string') socket.destroy();
});

test('a person sees, answers and stops through the socket', async () => {
  const folder = runFolder();
  const { broker, stopped } = await serve(folder, 'one');
  const server = await reachOne(folder);
  expect(await server.about()).toEqual({ id: 'one', pid: process.pid });
  expect(await server.sessions()).toEqual([SESSION]);
  expect(await server.pending()).toEqual([]);

  const asked = broker.ask(question(), never);
  const [shown] = await server.pending();
  expect(shown).toMatchObject({ prompt: 'Pay?', about: { elements: [{ name: 'Pay' }] } });
  expect(JSON.stringify(shown)).not.toContain('d1');
  expect(await server.answer('nothing', { yes: true, by: 'ann', channel: 'cli' })).toMatchObject({ ok: false });
  expect(await server.answer(shown?.id ?? '', { yes: true, value: 'x', by: 'ann', channel: 'cli' })).toMatchObject({
    ok: false,
  });
  expect(await server.answer(shown?.id ?? '', { yes: true, by: 'ann', channel: 'cli' })).toEqual({ ok: true });
  expect(await asked).toEqual({ kind: 'yes', by: 'ann' });

  expect(await server.stop({ session: 'default' })).toBe(1);
  expect(stopped).toEqual([{ session: 'default' }]);
});

test('a grant is given, listed and revoked through the socket', async () => {
  const folder = runFolder();
  const { broker, notes } = await serve(folder, 'one');
  const server = await reachOne(folder);
  const grantable = {
    principal: 'local',
    tool: 'browser_click',
    origins: ['https://example.com'],
    rule: 'risk',
    reason: 'risk high: sends',
    risk: 'high' as const,
  };
  const picture = new Uint8Array([1, 2, 3, 250]);
  void broker.ask(question({ risk: 'high', grantable, picture }), never);
  const [shown] = await server.pending();
  expect(shown).toMatchObject({ mayGrant: true, needsCode: false, risk: 'high', picture });
  const given = await server.answer(shown?.id ?? '', { yes: true, by: 'ann', channel: 'cli', grantSeconds: 3600 });
  const [grant] = await server.grants();
  expect(given).toEqual({ ok: true, grant: grant?.id });
  expect(grant).toMatchObject({ ...grantable, by: 'ann', used: 0 });
  expect(await server.revoke('nothing', 'ann')).toMatchObject({ ok: false });
  expect(await server.revoke(grant?.id ?? '', 'ann')).toEqual({ ok: true });
  expect(await server.grants()).toEqual([]);
  expect(notes.map(({ event }) => event)).toEqual([
    'approval.asked',
    'grant.given',
    'approval.answered',
    'grant.revoked',
  ]);
});

test('the longest answer goes through, whatever it is made of', async () => {
  const folder = runFolder();
  const { broker } = await serve(folder, 'one');
  const server = await reachOne(folder);
  const value = '\u0001'.repeat(10_000);
  const asked = broker.ask(question({ kind: 'input' }), never);
  const [shown] = await server.pending();
  expect(await server.answer(shown?.id ?? '', { yes: true, value, by: 'ann', channel: 'cli' })).toEqual({ ok: true });
  expect(await asked).toMatchObject({ value });
});

test('watching tells what is open, what is new and what is settled', async () => {
  const folder = runFolder();
  const { broker, close } = await serve(folder, 'one');
  void broker.ask(question({ prompt: 'first' }), never);
  const server = await reachOne(folder);
  const seen: string[] = [];
  const watching = server.watch(
    { asked: ({ prompt }) => seen.push(`+${prompt}`), settled: () => seen.push('-') },
    never,
  );
  await expect.poll(() => seen).toEqual(['+first']);
  void broker.ask(question({ prompt: 'second', digest: 'd2' }), never);
  await expect.poll(() => seen).toEqual(['+first', '+second']);
  await broker.answer(broker.pending()[0]?.id ?? '', { yes: false, by: 'ann', channel: 'cli' });
  await expect.poll(() => seen).toEqual(['+first', '+second', '-']);
  await close();
  await watching;
  await expect(server.pending()).rejects.toThrow('gone');
});

test('every server of the workspace is reached, and each answers for itself', async () => {
  const folder = runFolder();
  const servers = { a: await serve(folder, 'a'), b: await serve(folder, 'b') };
  const asked = servers.b.broker.ask(question(), never);
  const [a, b] = await reach(folder);
  expect(await Promise.all([a?.about(), b?.about()])).toMatchObject([{ id: 'a' }, { id: 'b' }]);
  const [shown] = (await b?.pending()) ?? [];
  expect(await a?.answer(shown?.id ?? '', { yes: true, by: 'ann', channel: 'cli' })).toMatchObject({ ok: false });
  expect(await b?.answer(shown?.id ?? '', { yes: true, by: 'ann', channel: 'cli' })).toEqual({ ok: true });
  expect(await asked).toMatchObject({ kind: 'yes' });
  expect(await reachServers(path.join(folder, 'none'))).toEqual([]);
});

describe('whatever is sent to a socket', () => {
  test.each([
    'GET / HTTP/1.1\r\n\r\n',
    '\0\0\0\0\n',
    '{}\n',
    'null\n',
    '{"id":1,"do":"shutdown"}\n',
    '{"id":1,"do":"about","extra":true}\n',
    '{"id":"1","do":"about"}\n',
    '{"id":1,"do":"answer","question":"q","yes":"true","by":"ann"}\n',
    '{"id":1,"do":"answer","question":"q","yes":true,"by":"a\\u001b[2J"}\n',
    '{"id":1,"do":"answer","question":"q","yes":true,"by":"ann"}\n',
    '{"id":1,"do":"answer","question":"q","yes":true,"by":"ann","channel":"elicitation"}\n',
    '{"id":1,"do":"answer","question":"q","yes":true,"by":"ann","channel":"cli","grantSeconds":28801}\n',
    '{"id":1,"do":"revoke","grant":"","by":"ann"}\n',
    '{"id":1,"do":"grants","principal":"x"}\n',
    '{"id":1,"do":"stop","session":5}\n',
    `{"id":1,"do":"stop","__proto__":{"session":"x"}}\n`,
  ])('%j is refused in one line, and the connection ends', async (bytes) => {
    const folder = runFolder();
    const { path: address, stopped } = await serve(folder, 'one');
    const said = await raw(address, bytes);
    expect(said.trim().split('\n')).toHaveLength(1);
    expect(JSON.parse(said)).toMatchObject({ ok: false });
    expect(stopped).toEqual([]);
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'one' });
  });

  test.each([
    ['lists', '['.repeat(60_000), ']'.repeat(60_000)],
    ['objects', '{"a":'.repeat(18_000), `1${'}'.repeat(18_000)}`],
  ])('%s that are nested deeper than anybody can walk are refused too', async (_, begin, end) => {
    const { path: address } = await serve(runFolder(), 'one');
    const said = await raw(address, `{"id":1,"do":"explain","asked":{"tool":"web_fetch","args":${begin}${end}}}\n`);
    expect(JSON.parse(said)).toMatchObject({ ok: false });
    expect(await raw(address, '{"id":1,"do":"about"}\n{}\n')).toContain('"ok":true');
  });

  test('fifty megabytes without a newline are refused before they are kept', async () => {
    const folder = runFolder();
    const { path: address } = await serve(folder, 'one');
    const before = process.memoryUsage().arrayBuffers;
    const socket = net.connect(address);
    socket.on('error', () => undefined);
    let said = '';
    socket.on('data', (chunk) => (said += String(chunk)));
    const chunk = Buffer.alloc(64 * 1024, 'x');
    const closed = once(socket, 'close');
    for (let i = 0; i < 800 && !socket.destroyed; i++) {
      if (!socket.write(chunk)) await Promise.race([once(socket, 'drain'), closed]);
    }
    await closed;
    expect(JSON.parse(said)).toMatchObject({ ok: false, why: 'The request is too long.' });
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(20 * 1024 * 1024);
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'one' });
  });

  test('requests in one piece and in many pieces are the same', async () => {
    const folder = runFolder();
    const { path: address } = await serve(folder, 'one');
    const socket = net.connect(address);
    let said = '';
    socket.on('data', (chunk) => (said += String(chunk)));
    for (const byte of Buffer.from('{"id":7,"do":"about"}\n{"id":8,"do":"pen')) socket.write(Buffer.of(byte));
    await expect.poll(() => said).toContain('"id":7');
    socket.write('ding"}\n');
    await expect.poll(() => said).toContain('"id":8');
    socket.destroy();
  });
});

test('a fault behind the socket is told without its text', async () => {
  const folder = runFolder();
  await serve(folder, 'one', { stop: () => Promise.reject(new Error('token=abc')) });
  const server = await reachOne(folder);
  await expect(server.stop({})).rejects.toThrow('The server failed at this request.');
  expect(await server.about()).toMatchObject({ id: 'one' });
});

test('a server that is stopped does not hang its client', { timeout: 15_000 }, async () => {
  const folder = runFolder();
  chmodSync(folder, 0o700);
  const address = path.join(folder, 'mute.sock');
  const mute = net.createServer(() => undefined);
  await new Promise<void>((resolve) => mute.listen(address, resolve));
  onTestFinished(() => void mute.close());
  writeFileSync(path.join(folder, 'mute.control'), JSON.stringify({ pid: process.pid, address }));
  const server = await reachOne(folder);
  await expect(server.about()).rejects.toThrow('did not answer in time');
});
