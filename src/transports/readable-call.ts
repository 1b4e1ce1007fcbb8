import { randomBytes } from 'node:crypto';
import { isRecord } from './protocol-fault.js';

/** Made anew in each process, so that no message can hold it by itself. */
const GIVEN_KEY = `given-${randomBytes(12).toString('hex')}`;

/**
 * The library answers a `tools/call` that does not fit its own schema with its own text, and nobody hears of it. So what
 * it would refuse is put into a form that it reads, and the gateway refuses it: with a code, and on record. `null` is the
 * same as no arguments; `task` is ignored, as the protocol says of servers that have no tasks.
 */
export function readableCall<Message>(message: Message): Message | Readonly<Record<string, unknown>> {
  if (!isRecord(message) || message['method'] !== 'tools/call') return message;
  const { params = {} } = message;
  if (!isRecord(params)) return message;
  const { name, arguments: given, task, ...others } = params;
  const fits = typeof name === 'string' && (given === undefined || isRecord(given)) && task === undefined;
  if (fits) return message;
  return {
    ...message,
    params: {
      ...others,
      name: typeof name === 'string' ? name : '',
      arguments: isRecord(given) ? given : given === undefined || given === null ? {} : { [GIVEN_KEY]: given },
    },
  };
}

/** The arguments as the client gave them. */
export function givenArguments(read: Readonly<Record<string, unknown>> | undefined): unknown {
  if (read === undefined) return {};
  return Object.hasOwn(read, GIVEN_KEY) ? read[GIVEN_KEY] : read;
}
