import { describe, expect, it } from 'vitest';
import { FaultWatch } from './uncaught-errors.js';

function watched() {
  const seen = { notes: [] as string[], logs: [] as string[], ended: 0, exits: 0 };
  const watch = new FaultWatch({
    note: (text) => seen.notes.push(text),
    log: (line) => seen.logs.push(line),
    endSessions: () => {
      seen.ended += 1;
      return Promise.reject(new Error('no session'));
    },
    exit: () => {
      seen.exits += 1;
    },
  });
  return { watch, seen };
}

describe('an error that nobody caught', () => {
  it('is on the record, and the log has its kind and not its words', () => {
    const { watch, seen } = watched();
    watch.rejected(new TypeError('secret words of a page'));
    expect(seen.notes[0]).toContain('secret words of a page');
    expect(seen.logs).toEqual(['fault: a promise failed, and nobody waited for it (TypeError)']);
    expect(seen).toMatchObject({ ended: 0, exits: 0 });
  });

  it('ends the sessions when it was thrown, and the server when it happens again and again', () => {
    const { watch, seen } = watched();
    watch.thrown(new Error('one'), 0);
    watch.thrown('two', 70_000);
    expect(seen).toMatchObject({ ended: 2, exits: 0 });
    watch.thrown(new Error('three'), 80_000);
    watch.thrown(new Error('four'), 90_000);
    expect(seen).toMatchObject({ ended: 3, exits: 1 });
  });

  it('is told even where the record cannot be written', () => {
    const { seen } = watched();
    const broken = new FaultWatch({
      note: () => {
        throw new Error('disk');
      },
      log: (line) => seen.logs.push(line),
      endSessions: () => Promise.resolve(),
      exit: () => undefined,
    });
    broken.thrown(new Error('x'), 0);
    expect(seen.logs).toHaveLength(1);
  });
});
