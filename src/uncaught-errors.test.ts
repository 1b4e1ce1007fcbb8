import { describe, expect, it } from 'vitest';
import { FaultWatch } from './uncaught-errors.js';

function watched() {
  const seen = { notes: [] as string[], logs: [] as string[], ended: 0, exits: 0, exitsNow: 0 };
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
    exitNow: () => {
      seen.exitsNow += 1;
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
      exitNow: () => undefined,
    });
    broken.thrown(new Error('x'), 0);
    expect(seen.logs).toHaveLength(1);
  });

  it('is dealt with where the log cannot be written, which is no new fault', () => {
    let ended = 0;
    const notes: string[] = [];
    const silent = new FaultWatch({
      note: (text) => notes.push(text),
      log: () => {
        throw new Error('write EPIPE');
      },
      endSessions: () => {
        ended += 1;
        return Promise.resolve();
      },
      exit: () => undefined,
      exitNow: () => undefined,
    });
    silent.thrown(new Error('one'), 0);
    silent.rejected(new Error('two'));
    expect({ ended, notes: notes.length }).toEqual({ ended: 1, notes: 2 });
  });

  it('that never stops while the server ends is told once, and ends the process at last', () => {
    const { watch, seen } = watched();
    for (let at = 0; at < 40; at += 1) watch.thrown(new Error('again'), at);
    expect(seen).toMatchObject({ exits: 1, exitsNow: 0 });
    const told = seen.logs.length;
    for (let at = 40; at < 80; at += 1) watch.thrown(new Error('again'), at);
    expect(seen.exits).toBe(1);
    expect(seen.exitsNow).toBeGreaterThan(0);
    expect(seen.logs).toHaveLength(told);
  });
});
