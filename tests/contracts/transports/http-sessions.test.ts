import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startHttp, type HttpEnd } from './ends.js';
import { ask, INITIALIZE, legacy, LEGACY_CALL } from './raw-http.js';

let end: HttpEnd;
beforeEach(async () => {
  end = await startHttp({ limits: { sessions: 3, sessionIdleMs: 60_000 } });
});
afterEach(async () => {
  await end.server.close();
});

const open = async (token = 'token-of-ann'): Promise<string> => {
  const headers = legacy({ authorization: `Bearer ${token}` });
  const answer = await ask(end.server.address.port, { headers, body: INITIALIZE });
  expect(answer.status).toBe(200);
  return String(answer.headers['mcp-session-id']);
};
const call = (id: string | undefined, token = 'token-of-ann') =>
  ask(end.server.address.port, {
    headers: legacy({ authorization: `Bearer ${token}`, 'mcp-session-id': id }),
    body: LEGACY_CALL,
  });

describe('a session of 2025-11-25', () => {
  it('is the connection of its calls, and no two have the same', async () => {
    const [one, two] = [await open(), await open()];
    await call(one);
    await call(two);
    expect(end.gateway.calls.map((request) => request.connection)).toEqual([one, two]);
  });

  it('does not exist for another principal: same answer as for an unknown one', async () => {
    const id = await open();
    const foreign = await call(id, 'token-of-bob');
    const unknown = await call('00000000-0000-4000-8000-000000000000', 'token-of-bob');
    const strip = ({ status, body, headers }: typeof foreign) => ({ status, body, headers: { ...headers, date: '' } });
    expect(strip(foreign)).toEqual(strip(unknown));
    expect(foreign.status).toBe(404);
    for (const method of ['GET', 'DELETE']) {
      const headers = legacy({ authorization: 'Bearer token-of-bob', 'mcp-session-id': id });
      expect((await ask(end.server.address.port, { method, headers })).status).toBe(404);
    }
    expect(end.gateway.calls).toEqual([]);
    expect((await call(id)).status).toBe(200);
  });

  it('is needed for a call, and ends with DELETE', async () => {
    expect((await call(undefined)).status).toBe(400);
    const id = await open();
    const headers = legacy({ 'mcp-session-id': id });
    expect((await ask(end.server.address.port, { method: 'DELETE', headers })).status).toBe(200);
    expect(end.gateway.ended).toHaveLength(1);
    expect((await call(id)).status).toBe(404);
    expect(end.gateway.calls).toEqual([]);
  });

  it('cannot be begun twice or by a request that cannot be answered', async () => {
    const id = await open();
    const again = await ask(end.server.address.port, { headers: legacy({ 'mcp-session-id': id }), body: INITIALIZE });
    expect(again.status).toBe(400);
    const deaf = await ask(end.server.address.port, { headers: legacy({ accept: 'text/html' }), body: INITIALIZE });
    expect([deaf.status, deaf.headers['mcp-session-id']]).toEqual([406, undefined]);
  });

  it('makes room for a new one when it has been idle for longest', async () => {
    const ids = [await open(), await open(), await open()];
    await new Promise((resolve) => setTimeout(resolve, 5));
    await call(ids[0]);
    await open('token-of-bob');
    const fourth = await open();
    const statuses = [];
    for (const id of [...ids, fourth]) statuses.push((await call(id)).status);
    expect(statuses).toEqual([200, 404, 200, 200]);
  });
});
