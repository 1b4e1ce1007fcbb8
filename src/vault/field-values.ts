import type { FieldValue, Secret } from '../core/index.js';
import { mintSecret } from '../core/seals/secret-mint.js';
import { isExactOrigin } from './exact-origin.js';
import { isMaskable, isPlainSetting } from './weak-value.js';

/** What pages hold, or once held, in password, one-time-code and card fields, by the principal who came there. */
export interface FieldValues {
  add(owner: string, values: readonly FieldValue[], origin: string): void;
  /** The same list until it changes. */
  of(owner: string): readonly Secret[];
  all(): readonly (readonly Secret[])[];
}

/** A page can make up as many as it likes: it pushes out its own origin's only. */
const MAX_VALUES_OF_ORIGIN = 40;
const MAX_ORIGINS = 100;
const MAX_CHARACTERS = 500;

const NAMES = { password: 'FIELD_PASSWORD', 'one-time-code': 'FIELD_CODE', card: 'FIELD_CARD' } as const;
const NONE: readonly Secret[] = [];

export function createFieldValues(): FieldValues {
  const owners = new Map<string, ValuesOfOwner>();
  return {
    add: (owner, values, origin) => {
      if (!isExactOrigin(origin)) return;
      const own = owners.get(owner) ?? new ValuesOfOwner();
      owners.set(owner, own);
      own.add(values.flatMap(maskedForms), origin);
    },
    of: (owner) => owners.get(owner)?.list ?? NONE,
    all: () => [...owners.values()].map(({ list }) => list),
  };
}

class ValuesOfOwner {
  readonly #origins = new Map<string, Map<string, Secret>>();
  list: readonly Secret[] = NONE;

  add(forms: readonly MaskedForm[], origin: string): void {
    const known = this.#origins.get(origin) ?? new Map<string, Secret>();
    const added = forms.filter(({ value }) => !known.has(value));
    if (added.length === 0) return;
    for (const { name, value, isLocal } of added) {
      const use = isLocal ? { use: 'code' as const } : {};
      known.set(value, mintSecret(name, { value, origins: [origin], isFieldValue: true, ...use }));
      dropOldest(known, MAX_VALUES_OF_ORIGIN);
    }
    this.#origins.delete(origin);
    this.#origins.set(origin, known);
    dropOldest(this.#origins, MAX_ORIGINS);
    this.list = [...this.#origins.values()].flatMap((own) => [...own.values()]);
  }
}

function dropOldest(from: Map<string, unknown>, most: number): void {
  const [oldest] = from.keys();
  if (from.size > most && oldest !== undefined) from.delete(oldest);
}

interface MaskedForm {
  readonly name: string;
  readonly value: string;
  readonly isLocal: boolean;
}

/**
 * How a field's value is looked for. A form's data shows it with its name, which is enough for values that cannot be told
 * from ordinary text (short, an everyday word). One that could be a word or a number is masked by itself only in text of
 * its own origin, so that no page can blank out the words of another, of a question or of the record.
 */
export function maskedForms({ kind, name, value }: FieldValue): readonly MaskedForm[] {
  const text = value.trim().slice(0, MAX_CHARACTERS);
  if (text === '') return [];
  const form = NAMES[kind];
  const digits = text.replace(/[\s-]/gu, '');
  const pair = new URLSearchParams([[name, text]]).toString();
  const pairs = name === '' || pair.length < MIN_PAIR ? [] : [{ name: form, value: pair, isLocal: false }];
  if (/^\d{12,19}$/u.test(digits)) return [{ name: form, value: digits, isLocal: false }];
  if (kind === 'one-time-code' && /^[0-9A-Za-z]{6,10}$/u.test(digits))
    return [{ name: form, value: digits, isLocal: true }, ...pairs];
  if (kind === 'card' || !isMaskable(text)) return pairs;
  if (isPlainSetting(text) || /\s/u.test(text)) return [{ name: form, value: text, isLocal: true }, ...pairs];
  return [{ name: form, value: text, isLocal: false }];
}

const MIN_PAIR = 5;
