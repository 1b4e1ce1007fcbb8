import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Frame, RecordedPicture, Scope } from '../core/index.js';
import { Thumbnails } from './thumbnails.js';

const scope: Scope = { principal: 'p#1', session: 'default' };
const act = { effect: 'act', needs: ['page'] } as const;
const frame: Frame = { image: new Uint8Array([1, 2, 3]), mimeType: 'image/jpeg', origin: 'https://a.example' };

let kept: RecordedPicture[];
let live: (boolean | undefined)[];
let frames: (Frame | undefined | Promise<Frame | undefined>)[];
let asked: number;

function thumbnails(picture: (given: RecordedPicture) => Promise<void> = () => Promise.resolve()) {
  return new Thumbnails({
    sessions: {
      isSecretLive: () => {
        asked += 1;
        return Promise.resolve(live.length > 1 ? live.shift() : live[0]);
      },
      frame: () => Promise.resolve(frames.length > 1 ? frames.shift() : frames[0]),
    },
    record: {
      picture: async (given) => {
        await picture(given);
        kept.push(given);
      },
    },
    secrets: { all: () => [] },
  });
}

const call = (id = 'c1') => ({ id, principal: 'p' });
const quiet = () => vi.advanceTimersByTimeAsync(2000);

beforeEach(() => {
  vi.useFakeTimers();
  [kept, live, frames, asked] = [[], [false], [frame], 0];
});
afterEach(() => {
  vi.useRealTimers();
});

describe('a picture after a call', () => {
  it('is taken when the answer is gone and nothing else is asked, under the name that the call has', async () => {
    const taker = thumbnails();
    const end = taker.begin(scope, act);
    await quiet();
    expect(asked).toBe(0);
    end(call());
    await vi.advanceTimersByTimeAsync(500);
    expect(asked).toBe(0);
    await quiet();
    expect(kept).toMatchObject([
      { call: 'c1', scope: { principal: 'p', session: 'default' }, skipped: 0, shows: frame },
    ]);
  });

  it.each([
    ['reads', { effect: 'read', needs: ['page'] } as const],
    ['asks', { effect: 'ask', needs: ['people'] } as const],
    ['fetches', { effect: 'act', needs: ['fetch'] } as const],
  ])('is not taken where a call only %s', async (_, tool) => {
    thumbnails().begin(scope, tool)(call());
    await quiet();
    expect(asked).toBe(0);
  });

  it('gives way to the next call, and the one after that says how many were left out', async () => {
    const taker = thumbnails();
    for (const id of ['c1', 'c2', 'c3']) {
      const end = taker.begin(scope, act);
      end(call(id));
      await vi.advanceTimersByTimeAsync(300);
    }
    await quiet();
    expect(kept).toMatchObject([{ call: 'c3', skipped: 2 }]);
  });

  it('is not taken while another call of the session runs', async () => {
    const taker = thumbnails();
    const first = taker.begin(scope, act);
    const second = taker.begin(scope, act);
    first(call('c1'));
    await quiet();
    expect(asked).toBe(0);
    second(call('c2'));
    await quiet();
    expect(kept).toMatchObject([{ call: 'c2', skipped: 1 }]);
  });

  it('that a call came into is a picture of neither, and is dropped', async () => {
    let finish: (taken: Frame) => void = () => undefined;
    frames = [new Promise<Frame>((resolve) => (finish = resolve))];
    const taker = thumbnails();
    taker.begin(scope, act)(call());
    await quiet();
    taker.begin(scope, { effect: 'read', needs: ['page'] })(call('read'));
    finish(frame);
    await quiet();
    expect(kept).toEqual([]);
  });

  it('one at a time, at most one waiting for each session', async () => {
    let finish: (taken: Frame) => void = () => undefined;
    frames = [new Promise<Frame>((resolve) => (finish = resolve)), frame];
    const taker = thumbnails();
    taker.begin(scope, act)(call('slow'));
    await quiet();
    const before = asked;
    for (let i = 0; i < 50; i += 1) taker.begin({ ...scope, session: 'other' }, act)(call(`o${String(i)}`));
    await quiet();
    expect(asked).toBe(before);
    finish(frame);
    await quiet();
    expect(kept.map(({ call: id }) => id)).toEqual(['slow', 'o49']);
  });
});

describe('a picture is withheld', () => {
  it.each<[string, (boolean | undefined)[], string]>([
    ['while a secret is live', [true], 'a secret is live in the page'],
    ['when one came while it was taken', [false, true], 'a secret is live in the page'],
    ['when the page went while it was taken', [false, undefined], 'a secret is live in the page'],
  ])('%s', async (_, answers, why) => {
    live = answers;
    thumbnails().begin(scope, act)(call());
    await quiet();
    expect(kept).toMatchObject([{ shows: { withheld: why } }]);
    expect(JSON.stringify(kept)).not.toContain('image');
  });

  it('when none can be made, or it is too large', async () => {
    frames = [undefined, { ...frame, image: new Uint8Array(500_000) }];
    const taker = thumbnails();
    taker.begin(scope, act)(call('c1'));
    await quiet();
    taker.begin(scope, act)(call('c2'));
    await quiet();
    expect(kept.map(({ shows }) => shows)).toEqual([
      { withheld: 'none could be made' },
      { withheld: 'it would be too large' },
    ]);
  });

  it('and there is nothing to say of a session that is gone', async () => {
    live = [undefined];
    thumbnails().begin(scope, act)(call());
    await quiet();
    expect(kept).toEqual([]);
  });

  it('a record that cannot be written is no fault of anybody who waits', async () => {
    const taker = thumbnails(() => Promise.reject(new Error('full')));
    taker.begin(scope, act)(call());
    await quiet();
    expect(kept).toEqual([]);
  });
});
