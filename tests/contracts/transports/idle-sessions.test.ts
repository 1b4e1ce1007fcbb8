import { EventEmitter, once } from 'node:events';
import { expect, it } from 'vitest';
import { LegacySessions } from '../../../src/transports/legacy-sessions.js';
import { DEFAULT_HTTP_LIMITS } from '../../../src/transports/limits.js';
import { FixtureGateway } from './fixture-gateway.js';
import { INITIALIZE, LEGACY_CALL } from './raw-http.js';

const ANN = { id: 'ann' };
const IDLE_MS = 1000;

function post(body: string, session?: string): Request {
  const headers = new Headers({ 'content-type': 'application/json', accept: 'application/json, text/event-stream' });
  if (session !== undefined) headers.set('mcp-session-id', session);
  return new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body });
}

it('ends a session that is idle, not one whose exchange is under way', async () => {
  const service = { gateway: new FixtureGateway(), version: '0', log: () => undefined };
  const sessions = new LegacySessions(service, { ...DEFAULT_HTTP_LIMITS, sessionIdleMs: IDLE_MS });
  const opened = await sessions.open(post(INITIALIZE), JSON.parse(INITIALIZE), ANN);
  const id = (opened as Response).headers.get('mcp-session-id') ?? '';
  const call = (over: Promise<void>) => sessions.serve(post(LEGACY_CALL, id), JSON.parse(LEGACY_CALL), ANN, over);

  await sessions.endIdle(Date.now() + IDLE_MS / 2);
  const exchange = new EventEmitter();
  const answer = await call(once(exchange, 'over').then(() => undefined));
  expect(answer.status).toBe(200);

  await sessions.endIdle(Date.now() + 2 * IDLE_MS);
  expect((await call(Promise.resolve())).status).toBe(200);

  exchange.emit('over');
  await new Promise((resolve) => setImmediate(resolve));
  await sessions.endIdle(Date.now() + 2 * IDLE_MS);
  expect((await call(Promise.resolve())).status).toBe(404);
});
