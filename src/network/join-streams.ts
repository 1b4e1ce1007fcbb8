import type { Duplex, Transform } from 'node:stream';

/** Two ends of one tunnel: what one says the other hears, at the slower one's pace, and both end together. */
export function joinStreams(one: Duplex, other: Duplex, watch?: Transform): void {
  if (watch === undefined) one.pipe(other);
  else {
    one.pipe(watch).pipe(other);
    watch.once('error', () => {
      one.destroy();
      other.destroy();
    });
  }
  other.pipe(one);
  endTogether(one, other);
  endTogether(other, one);
}

function endTogether(from: Duplex, to: Duplex): void {
  from.once('error', () => {
    to.destroy();
  });
  from.once('close', () => {
    // What was said before the close still arrives.
    to.end(() => {
      to.destroy();
    });
  });
}
