import { Transform } from 'node:stream';
import { FrameWatch } from './watch-frames.js';
import type { FindLeakIn } from './watch-frames.js';

/** Bytes that may be the beginning of a secret are held back until the rest has arrived. */
const HELD_BYTES = 16_384;

/** A body on its way out: it passes as it is, or breaks off before the first byte of a secret. */
export function watchBody(find: FindLeakIn): Transform {
  let held = Buffer.alloc(0);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      const seen = Buffer.concat([held, chunk]);
      const leak = find(seen.toString('utf8'));
      if (leak !== undefined) {
        done(new LeakFound(leak));
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

export class LeakFound extends Error {
  readonly secret: string;
  constructor(secret: string) {
    super('a secret was on its way to another origin');
    this.secret = secret;
  }
}

/** Frames that cannot be read are not passed on: nobody could say what is in them. */
export class Unreadable extends Error {
  constructor() {
    super('a WebSocket sent what is no frame');
  }
}

/** What a browser says in a WebSocket after the handshake. */
export function watchSocket(find: FindLeakIn): Transform {
  const frames = new FrameWatch(find);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      passFrames(frames, chunk, done);
    },
  });
}

/**
 * A tunnel can be read where it is not TLS: the head of a plain WebSocket's request, with its cookies, and then its
 * frames. What is neither is read as it comes.
 */
export function watchTunnel(find: FindLeakIn): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  let frames: FrameWatch | undefined;
  let latest: Buffer = Buffer.alloc(0);
  const readOn = (chunk: Buffer, done: Done): void => {
    const seen = Buffer.concat([latest, chunk]);
    const leak = find(seen.toString('latin1'));
    latest = Buffer.from(seen.subarray(Math.max(0, seen.length - HELD_BYTES)));
    if (leak === undefined) done(null, chunk);
    else done(new LeakFound(leak));
  };
  return new Transform({
    transform(chunk: Buffer, _, done) {
      if (frames !== undefined) passFrames(frames, chunk, done);
      else if (head === undefined) readOn(chunk, done);
      else {
        const seen: Buffer = Buffer.concat([head, chunk]);
        const leak = find(seen.toString('latin1'));
        const end = seen.indexOf(END_OF_HEAD);
        if (leak !== undefined) done(new LeakFound(leak));
        else if (end >= 0 && isHandshake(seen.subarray(0, end))) {
          [head, frames] = [undefined, new FrameWatch(find)];
          this.push(withoutExtensions(seen.subarray(0, end + END_OF_HEAD.length)));
          passFrames(frames, seen.subarray(end + END_OF_HEAD.length), done);
        } else if (end >= 0 || seen.length > MAX_HEAD_BYTES) {
          [head, latest] = [undefined, seen];
          done(null, seen);
        } else {
          // A head in pieces is held back until it is whole.
          head = seen;
          done();
        }
      }
    },
    flush(done) {
      done(null, head);
    },
  });
}

type Done = (error?: Error | null, bytes?: Buffer) => void;

function passFrames(frames: FrameWatch, chunk: Buffer, done: Done): void {
  const passed = frames.push(chunk);
  if ('leak' in passed) done(new LeakFound(passed.leak));
  else if ('unreadable' in passed) done(new Unreadable());
  else done(null, passed.bytes);
}

function isHandshake(head: Buffer): boolean {
  return /\r\nupgrade:[ \t]*websocket[ \t]*(?:\r\n|$)/iu.test(head.toString('latin1'));
}

/** What is compressed cannot be read. A server may only use what was offered. */
function withoutExtensions(head: Buffer): Buffer {
  const text = head.toString('latin1').replace(/\r\nsec-websocket-extensions:[^\r\n]*(?:\r\n[ \t][^\r\n]*)*/giu, '');
  return Buffer.from(text, 'latin1');
}

const END_OF_HEAD = '\r\n\r\n';
const MAX_HEAD_BYTES = 131_072;

const TLS_HANDSHAKE = 0x16;

/** By its first byte. */
export function isTls(first: Buffer): boolean {
  return first[0] === TLS_HANDSHAKE;
}
