import { chmod, rm } from 'node:fs/promises';
import net from 'node:net';
import { Failure } from '../core/index.js';
import type { JsonObject, PendingQuestion } from '../core/index.js';
import type { OperatorPort } from '../gateway/gateway.js';
import { explained, holdOrRelease } from './control-holds.js';
import type { Explain } from './control-holds.js';
import { sweepDead } from './control-client.js';
import { connectTo, eachLine } from './control-connection.js';
import { openDrives } from './control-drives.js';
import { chooseAddress, makePrivateFolder, removeTraces, writeNote } from './control-place.js';
import { MAX_REQUEST_BYTES, controlRequest, parseControl } from './control-protocol.js';
import type { ControlRequest } from './control-protocol.js';

export interface ControlDeps {
  /** `<workspace>/run` */
  readonly folder: string;
  readonly id: string;
  readonly operator: OperatorPort;
  readonly about: () => JsonObject;
  /** What this server's policy would say; absent where it does not tell. */
  readonly explain?: Explain | undefined;
  readonly log: (line: string) => void;
}

const MAX_CONNECTIONS = 64;
const MAX_UNREAD_BYTES = 4 * 1024 * 1024;
const WATCH_EVERY_MS = 200;

/** Where the person who owns the workspace reaches this server. Whoever can open the socket is that person. */
export async function openControlSocket(deps: ControlDeps): Promise<{ path: string; close(): Promise<void> }> {
  const folder = await makePrivateFolder(deps.folder);
  await sweepDead(folder);
  const address = await chooseAddress(folder, deps.id);
  const note = { pid: process.pid, address };
  const connections = new Set<net.Socket>();
  const server = net.createServer((socket) => {
    connections.add(socket);
    socket.once('close', () => connections.delete(socket));
    serve(socket, deps);
  });
  server.maxConnections = MAX_CONNECTIONS;
  try {
    await clearLeftover(address);
    await writeNote(folder, deps.id, address);
  } catch (error) {
    throw unopened(error);
  }
  try {
    await listen(server, address);
    if (process.platform !== 'win32') await chmod(address, 0o600);
  } catch (error) {
    server.close();
    await removeTraces(folder, deps.id, note);
    throw unopened(error);
  }
  server.on('error', () => {
    deps.log('the control socket failed');
  });
  return {
    path: address,
    close: async () => {
      server.close();
      for (const socket of connections) socket.destroy();
      await removeTraces(folder, deps.id, note);
    },
  };
}

function unopened(error: unknown): Failure {
  if (error instanceof Failure) return error;
  return new Failure('config.workspace', 'the control socket cannot be opened', undefined, error);
}

/** A socket at our path that does not answer is a leftover; one that answers belongs to another server. */
async function clearLeftover(address: string): Promise<void> {
  if (process.platform === 'win32') return;
  const there = await connectTo(address, 1000);
  if (typeof there !== 'string') there.destroy();
  if (there !== 'nobody') throw new Failure('config.workspace', 'another server listens on this control socket');
  await rm(address, { force: true });
}

function listen(server: net.Server, address: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(address, () => {
      server.off('error', reject);
      resolve();
    });
  });
}

function serve(socket: net.Socket, deps: ControlDeps): void {
  const say = (message: object): void => {
    if (socket.writableLength > MAX_UNREAD_BYTES) socket.destroy();
    if (!socket.destroyed) socket.write(`${JSON.stringify(message)}\n`);
  };
  const refuse = (why: string): string => `${JSON.stringify({ ok: false, why })}\n`;
  const watch = once(() => {
    watchQuestions(socket, deps.operator, say);
  });
  const viewOrDrive = openDrives(deps.operator, socket);
  eachLine(
    socket,
    MAX_REQUEST_BYTES,
    (line) => {
      const parsed = parseControl(controlRequest, line);
      if (!parsed.success) {
        const where = parsed.error.issues[0]?.path.join('.') ?? '';
        socket.end(refuse(`This is no request that this server knows${where === '' ? '' : ` (${where})`}.`));
        return;
      }
      reply(parsed.data, deps, say, { watch, viewOrDrive }).catch(() => {
        say({ id: parsed.data.id, ok: false, why: 'The server failed at this request.' });
      });
    },
    () => refuse('The request is too long.'),
  );
}

async function reply(
  request: ControlRequest,
  { operator, about, explain }: ControlDeps,
  say: (message: object) => void,
  { watch, viewOrDrive }: { readonly watch: () => void; readonly viewOrDrive: ReturnType<typeof openDrives> },
): Promise<void> {
  const { id } = request;
  switch (request.do) {
    case 'about':
      say({ id, ok: true, result: about() });
      return;
    case 'sessions':
    case 'grants':
    case 'pending':
    case 'seen':
    case 'answered':
      say({ id, ok: true, result: factsOf(operator, request) });
      return;
    case 'answer':
      say({ id, ...(await answer(operator, request)) });
      return;
    case 'revoke': {
      const revoked = operator.revoke(request.grant, request.by);
      say(revoked.ok ? { id, ok: true, result: {} } : { id, ...revoked });
      return;
    }
    case 'stop':
    case 'pause':
    case 'resume':
    case 'stopped':
    case 'explain':
      say({
        id,
        ...(await (request.do === 'explain' ? explained(explain, request.asked) : holdOrRelease(operator, request))),
      });
      return;
    case 'watch':
      say({ id, ok: true, result: {} });
      watch();
      return;
    case 'view':
    case 'take':
    case 'drive':
    case 'driven':
    case 'give':
      say({ id, ...(await viewOrDrive(request)) });
      return;
  }
}

type AsksForFacts = Extract<ControlRequest, { do: 'sessions' | 'grants' | 'pending' | 'seen' | 'answered' }>;

function factsOf(operator: OperatorPort, request: AsksForFacts) {
  if (request.do === 'sessions') return operator.sessions();
  if (request.do === 'grants') return operator.grants();
  if (request.do === 'pending') return operator.pending(request).map(asJson);
  if (request.do === 'answered') return operator.answered?.() ?? [];
  operator.seen?.(request.question, request.channel);
  return {};
}

async function answer(operator: OperatorPort, request: Extract<ControlRequest, { do: 'answer' }>): Promise<object> {
  const { yes, value, by, channel, code, grantSeconds } = request;
  const answered = await operator.answer(request.question, { yes, value, by, channel, code, grantSeconds });
  return answered.ok ? { ok: true, result: { grant: answered.grant } } : answered;
}

/** A picture goes as text. */
function asJson({ picture, ...question }: PendingQuestion): object {
  return picture === undefined ? question : { ...question, picture: Buffer.from(picture).toString('base64') };
}

/** The open questions, then each new and each settled one, until the connection closes. */
function watchQuestions(socket: net.Socket, operator: OperatorPort, say: (message: object) => void): void {
  const known = new Set<string>();
  const leave = operator.watchFromTerminal?.();
  const sendChanges = (): void => {
    const pending = operator.pending();
    const open = new Set(pending.map(({ id }) => id));
    for (const question of pending) if (!known.has(question.id)) say({ push: 'asked', question: asJson(question) });
    for (const id of known) if (!open.has(id)) say({ push: 'settled', question: id });
    known.clear();
    for (const id of open) known.add(id);
  };
  sendChanges();
  const timer = setInterval(sendChanges, WATCH_EVERY_MS).unref();
  socket.once('close', () => {
    clearInterval(timer);
    leave?.();
  });
}

function once(work: () => void): () => void {
  let done = false;
  return () => {
    if (!done) work();
    done = true;
  };
}
