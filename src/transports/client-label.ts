import { createHash } from 'node:crypto';
import { isRecord } from './protocol-fault.js';

const UNPRINTABLE = /[^\x20-\x7e]/g;
const MAX_LENGTH = 64;

/** The client's own name: a claim, cut and cleaned, for the record only. */
export function clientLabel(clientInfo: unknown): string | undefined {
  if (!isRecord(clientInfo) || typeof clientInfo['name'] !== 'string') return undefined;
  const version = typeof clientInfo['version'] === 'string' ? `/${clean(clientInfo['version'])}` : '';
  return clean(clientInfo['name']) + version;
}

/**
 * The client's name alone: part of the key of its sessions. `#` is kept for connection numbers. Two names that would look
 * the same after cleaning stay different by a piece of their hash.
 */
export function programName(clientInfo: unknown): string | undefined {
  if (!isRecord(clientInfo) || typeof clientInfo['name'] !== 'string' || clientInfo['name'] === '') return undefined;
  const { name } = clientInfo;
  const cleaned = clean(name).replaceAll('#', '?').trim();
  if (cleaned === name) return name;
  return `${cleaned}~${createHash('sha256').update(name).digest('hex').slice(0, 8)}`;
}

interface InitializedClient {
  readonly client: () => string | undefined;
  readonly program: () => string | undefined;
}

/** What an `initialize` message says of the client, if this is one. */
export function clientOfInitialize(message: unknown): InitializedClient | undefined {
  if (!isRecord(message) || message['method'] !== 'initialize' || !isRecord(message['params'])) return undefined;
  const { clientInfo } = message['params'];
  const [client, program] = [clientLabel(clientInfo), programName(clientInfo)];
  return { client: () => client, program: () => program };
}

/** What the client says in its `initialize` that it can do. */
export function abilitiesOfInitialize(message: unknown): unknown {
  if (!isRecord(message) || message['method'] !== 'initialize' || !isRecord(message['params'])) return undefined;
  return message['params']['capabilities'];
}

function clean(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(UNPRINTABLE, '?');
}
