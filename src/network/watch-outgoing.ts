import { Transform } from 'node:stream';

/** Does this text carry a secret of the session to an origin that it does not belong to? */
export type IsStray = (text: string) => boolean;

/** What may still be the beginning of something is held back until its end has been seen. */
const HELD_BYTES = 16_384;

/** A body on its way out: it passes as it is, or breaks off before the first byte of a secret. */
export function watchBody(isStray: IsStray): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const seen = Buffer.concat([held, chunk]);
      if (isStray(seen.toString('utf8'))) {
        done(new StrayFound());
        return;
      }
      held = Buffer.from(seen.subarray(Math.max(0, seen.length - HELD_BYTES)));
      done(null, seen.subarray(0, seen.length - held.length));
    },
    flush(done) {
      done(null, held);
    },
  });
}

export class StrayFound extends Error {
  constructor() {
    super('a secret was on its way to another origin');
  }
}

/** In a tunnel only what is not TLS can be read: the head of a plain WebSocket's request, with its cookies. */
export function watchTunnel(isStray: IsStray): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const seen: Buffer = head === undefined ? chunk : Buffer.concat([head, chunk]);
      if (head === undefined || seen[0] === TLS_HANDSHAKE) {
        head = undefined;
        done(null, seen);
      } else if (isStray(seen.toString('latin1'))) done(new StrayFound());
      else if (seen.includes(END_OF_HEAD) || seen.length > MOST_HEAD_BYTES) {
        head = undefined;
        done(null, seen);
      } else {
        // A head in pieces is held back until it is whole.
        head = seen;
        done();
      }
    },
    flush(done) {
      done(null, head);
    },
  });
}

const TLS_HANDSHAKE = 0x16;
const END_OF_HEAD = '\r\n\r\n';
const MOST_HEAD_BYTES = 131_072;
