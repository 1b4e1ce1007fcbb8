import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';
import { Broker } from '../../../src/approval/index.js';
import { openControlSocket, reachServers } from '../../../src/console/index.js';
import type { ServerHandle } from '../../../src/console/index.js';
import type { Channel, Question, SessionFacts } from '../../../src/core/index.js';
import type { OperatorPort } from '../../../src/gateway/gateway.js';

export const never = new AbortController().signal;
export const SESSION: SessionFacts = {
  principal: 'local',
  session: 'default',
  startedAt: 1,
  lastCallAt: 2,
  actions: 3,
  url: 'https://example.com/',
  tabs: 1,
};

export function runFolder(): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'gw-run-'));
  onTestFinished(() => {
    rmSync(folder, { recursive: true, force: true });
  });
  return folder;
}

export function question(more: Partial<Question> = {}): Question {
  const scope = { principal: 'local', session: 'default' };
  const element = { role: 'button', name: 'Pay', frameOrigin: 'https://example.com' };
  const about = { rule: 'r1', arguments: { ref: 'e1' }, goesTo: [], elements: [element] };
  return {
    kind: 'approve',
    scope,
    tool: 'browser_click',
    prompt: 'Pay?',
    about,
    digest: 'd1',
    openForMs: 60_000,
    waitMs: 60_000,
    ...more,
  };
}

export interface Server {
  readonly broker: Broker;
  readonly notes: { event: string; facts: object }[];
  readonly stopped: object[];
  readonly path: string;
  readonly close: () => Promise<void>;
}

/** A real broker behind a real socket. */
export async function serve(folder: string, id: string, more: Partial<OperatorPort> = {}): Promise<Server> {
  const cli: Channel = { name: 'cli', takes: () => true, deliver: () => Promise.resolve('open') };
  const notes: Server['notes'] = [];
  const broker = new Broker({
    channels: [cli],
    mayClientAnswer: () => false,
    limits: { pending: 5, pendingEach: 5, asked: 100, windowMs: 60_000 },
    note: (event) => notes.push(event),
  });
  const stopped: object[] = [];
  const operator: OperatorPort = {
    pending: () => broker.pending(),
    answer: (which, answer) => broker.answer(which, answer),
    grants: () => broker.grants(),
    revoke: (grant, by) => broker.revoke(grant, by),
    sessions: () => [SESSION],
    view: () => Promise.resolve(undefined),
    takeOver: () => Promise.resolve({ ok: false, why: 'There is no such session any more.' }),
    stop: (match) => Promise.resolve(stopped.push(match)),
    ...more,
  };
  const about = () => ({ id, pid: process.pid });
  const socket = await openControlSocket({ folder, id, operator, about, log: () => undefined });
  onTestFinished(() => socket.close());
  return { broker, notes, stopped, path: socket.path, close: () => socket.close() };
}

export async function reach(folder: string): Promise<ServerHandle[]> {
  const servers = await reachServers(folder);
  onTestFinished(() => {
    for (const server of servers) server.close();
  });
  return servers;
}

export async function reachOne(folder: string): Promise<ServerHandle> {
  const [server, ...others] = await reach(folder);
  if (server === undefined || others.length > 0) throw new Error(`${others.length + (server ? 1 : 0)} servers`);
  return server;
}
