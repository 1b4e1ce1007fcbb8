import { isRecord } from './protocol-fault.js';

const UNPRINTABLE = /[^\x20-\x7e]/g;
const MAX_LENGTH = 64;

/** What the client calls itself: its own claim, cut and cleaned, for the record only. */
export function clientLabel(clientInfo: unknown): string | undefined {
  if (!isRecord(clientInfo) || typeof clientInfo['name'] !== 'string') return undefined;
  const version = typeof clientInfo['version'] === 'string' ? `/${clean(clientInfo['version'])}` : '';
  return clean(clientInfo['name']) + version;
}

/** The claim in an `initialize` message, if this is one. */
export function clientOfInitialize(message: unknown): string | undefined {
  if (!isRecord(message) || message['method'] !== 'initialize' || !isRecord(message['params'])) return undefined;
  return clientLabel(message['params']['clientInfo']);
}

/** What the client says in its `initialize` that it can do. */
export function abilitiesOfInitialize(message: unknown): unknown {
  if (!isRecord(message) || message['method'] !== 'initialize' || !isRecord(message['params'])) return undefined;
  return message['params']['capabilities'];
}

function clean(text: string): string {
  return text.slice(0, MAX_LENGTH).replace(UNPRINTABLE, '?');
}
