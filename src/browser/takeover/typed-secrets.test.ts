import { describe, expect, it } from 'vitest';
import type { KeptSecret, PersonInput, Sensitive } from '../../core/index.js';
import { TypedSecrets } from './typed-secrets.js';
import type { FocusedTab } from './typed-secrets.js';

const text = (words: string): PersonInput => ({ kind: 'text', text: words });
const key = (name: string): PersonInput => ({ kind: 'key', key: name });
const PRESS: PersonInput = { kind: 'press', x: 1, y: 1, button: 'left', clicks: 1 };

/** A page of fields, one of which has the focus. */
function setUp(): {
  focus: (node: number, sensitive?: Sensitive) => void;
  does: (...inputs: readonly PersonInput[]) => Promise<void>;
  readonly kept: Omit<KeptSecret, 'name'>[];
} {
  let seen: Awaited<ReturnType<FocusedTab['view']['locate']>> | undefined;
  const kept: Omit<KeptSecret, 'name'>[] = [];
  const typed = new TypedSecrets((secret) => kept.push(secret));
  const locate = () => (seen === undefined ? Promise.reject(new Error()) : Promise.resolve(seen));
  const tab: FocusedTab = { view: { locate } };
  return {
    focus: (node, sensitive) => {
      seen = { node, facts: { document: 'd1', frameOrigin: 'https://a.example', ...(sensitive && { sensitive }) } };
    },
    does: async (...inputs) => {
      for (const input of inputs) await typed.before(input, tab);
    },
    kept,
  };
}

describe('what a person types', () => {
  it('into a password field is kept before it can be sent, as it was typed in the end', async () => {
    const { focus, does, kept } = setUp();
    focus(1, 'password');
    await does(text('hunter'), text('3'), key('Backspace'), text('2'), { kind: 'move', x: 1, y: 1 });
    expect(kept).toEqual([]);
    await does(key('Enter'));
    expect(kept).toEqual([{ value: 'hunter2', origins: ['https://a.example'], unnamed: true }]);
  });

  it('elsewhere is not kept', async () => {
    const { focus, does, kept } = setUp();
    await does(text('nowhere'), key('Enter'));
    focus(1);
    await does(text('Zoë'), PRESS);
    expect(kept).toEqual([]);
  });

  it('into one field after the other is two secrets, and a code is one', async () => {
    const { focus, does, kept } = setUp();
    focus(1, 'password');
    await does(text('first'));
    focus(2, 'one-time-code');
    await does(text('123'), text('456'), PRESS);
    expect(kept.map(({ value, use }) => [value, use])).toEqual([
      ['first', undefined],
      ['123456', 'code'],
    ]);
  });
});
