/** What the first and the last bytes of a DevTools message say of it, without a string of the whole being built. */
export interface Envelope {
  /** Of a command's answer. */
  readonly id: number | undefined;
  /** Of an event. */
  readonly method: string | undefined;
  /** The DevTools session that it belongs to; undefined: the browser itself. */
  readonly sessionId: string | undefined;
}

/** Both ends together are longer than any method's name, number or session. */
export const END_BYTES = 256;

const ANSWER = /^\{"id":(\d{1,15})[,}]/u;
const EVENT = /^\{"method":"([\w.]{1,100})"/u;
/**
 * Chromium adds the session as the last key of the message. A quote inside a string is escaped, so these bytes at the
 * end of a message are never a page's text.
 */
const SESSION = /,"sessionId":"([\w-]{1,100})"\}$/u;

/** `head` and `tail` may overlap; both may be the whole message. */
export function envelopeOf(head: Buffer, tail: Buffer): Envelope {
  const first = head.toString('latin1', 0, END_BYTES);
  const last = tail.toString('latin1', Math.max(0, tail.length - END_BYTES));
  const id = ANSWER.exec(first)?.[1];
  return {
    id: id === undefined ? undefined : Number(id),
    method: EVENT.exec(first)?.[1],
    sessionId: SESSION.exec(last)?.[1],
  };
}
