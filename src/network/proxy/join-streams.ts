import type { Duplex, Transform } from 'node:stream';

/**
 * Joins two ends of a tunnel: each gets the bytes of the other, at the pace of the slower one, and both end together.
 * `watch` is called when the first bytes of `one` are there, and may put a stream in between. `received` counts the
 * bytes of `other`.
 */
export function joinStreams(
  one: Duplex,
  other: Duplex,
  watch?: (first: Buffer) => Transform | undefined,
  received: { bytes: number } = { bytes: 0 },
): void {
  if (watch === undefined) one.pipe(other);
  else afterFirstBytes(one, other, watch);
  other.on('data', (bytes: Buffer) => {
    received.bytes += bytes.length;
  });
  other.pipe(one);
  endTogether(one, other);
  endTogether(other, one);
}

function afterFirstBytes(one: Duplex, other: Duplex, choose: (first: Buffer) => Transform | undefined): void {
  // A client may close its side without having sent anything.
  const leave = (): void => {
    other.end();
  };
  const begin = (): void => {
    const first: unknown = one.read();
    if (!Buffer.isBuffer(first)) {
      one.once('readable', begin);
      return;
    }
    one.off('end', leave);
    one.unshift(first);
    const watch = choose(first);
    if (watch === undefined) {
      one.pipe(other);
      return;
    }
    one.pipe(watch).pipe(other);
    watch.once('error', () => {
      one.destroy();
      other.destroy();
    });
  };
  one.once('end', leave);
  one.once('readable', begin);
}

function endTogether(from: Duplex, to: Duplex): void {
  from.once('error', () => {
    to.destroy();
  });
  from.once('close', () => {
    // Bytes sent before the close are still delivered.
    to.end(() => {
      to.destroy();
    });
  });
}
