import type { IncomingMessage } from 'node:http';
import { pipeline } from 'node:stream';
import type { Duplex, Readable } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';

export interface Body {
  readonly bytes: Buffer;
  readonly cut?: 'size' | 'time' | 'connection' | 'coding';
}

/**
 * At most so many bytes, counted after decompression: a bomb is put out when that much of it has gone off. What is
 * read from the wire has the same bound, because a compressed stream can go on for ever and say nothing.
 */
export async function readBody(answer: IncomingMessage, most: number, signal: AbortSignal): Promise<Body> {
  const coder = openCoder(answer.headers['content-encoding']);
  if (coder === 'unknown') {
    answer.destroy();
    return { bytes: Buffer.alloc(0), cut: 'coding' };
  }
  const chunks: Buffer[] = [];
  let size = 0;
  let isTooLong = false;
  let isBroken = false;
  const wire = async function* (source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let read = 0;
    for await (const chunk of source) {
      yield chunk;
      read += chunk.length;
      isTooLong = read >= most;
      if (isTooLong) return;
    }
  };
  const stream: Readable = coder === undefined ? answer : pipeline(answer, wire, coder, () => undefined);
  try {
    for await (const chunk of stream) {
      if (!Buffer.isBuffer(chunk)) continue;
      chunks.push(chunk);
      size += chunk.length;
      isTooLong ||= size >= most;
      if (size >= most) break;
    }
  } catch {
    // The part of the body that has arrived is returned.
    isBroken = true;
  } finally {
    answer.destroy();
  }
  const bytes = Buffer.concat(chunks).subarray(0, most);
  if (isTooLong) return { bytes, cut: 'size' };
  if (answer.complete) return isBroken ? { bytes, cut: 'coding' } : { bytes };
  return { bytes, cut: signal.aborted ? 'time' : 'connection' };
}

/** One coding at most: nested ones multiply in size, and ordinary servers send none. */
function openCoder(header: string | undefined): Duplex | 'unknown' | undefined {
  switch (header?.trim().toLowerCase()) {
    case undefined:
    case '':
    case 'identity':
      return undefined;
    case 'gzip':
    case 'x-gzip':
      // A broken stream returns the part that was decoded, not an error.
      return createGunzip({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'deflate':
      return createInflate({ finishFlush: constants.Z_SYNC_FLUSH });
    case 'br':
      return createBrotliDecompress({ finishFlush: constants.BROTLI_OPERATION_FLUSH });
    default:
      return 'unknown';
  }
}
