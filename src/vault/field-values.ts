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
/** Of all origins together: what is looked for costs every answer. The origin with the most gives way. */
const MAX_COST = 40_000;
/** Of a value, besides its length: it is looked for in many spellings. */
const COST_OF_ONE = 100;
/** In one look at a page. */
const MAX_AT_ONCE = 60;
/** Of a longer one the beginning is looked for; its field shows nothing of it anyway. */
const MAX_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 100;

const NAMES = {
  password: 'FIELD_PASSWORD',
  'one-time-code': 'FIELD_CODE',
  card: 'FIELD_CARD',
  piece: 'PART_OF_SECRET',
} as const;
const NONE: readonly Secret[] = [];

export function createFieldValues(): FieldValues {
  const owners = new Map<string, ValuesOfOwner>();
  return {
    add: (owner, values, origin) => {
      if (!isExactOrigin(origin)) return;
      const own = owners.get(owner) ?? new ValuesOfOwner();
      owners.set(owner, own);
      own.add(values.slice(0, MAX_AT_ONCE).flatMap(maskedForms), origin);
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
    this.#makeRoom();
    this.list = [...this.#origins.values()].flatMap((own) => [...own.values()]);
  }

  /** Many origins of one site cannot push out the few values of another. */
  #makeRoom(): void {
    const all = [...this.#origins.values()].map((values) => ({ values, cost: costOf([...values.keys()]) }));
    let total = all.reduce((sum, { cost }) => sum + cost, 0);
    while (total > MAX_COST) {
      const largest = all.reduce((most, own) => (own.cost > most.cost ? own : most));
      const [oldest = ''] = largest.values.keys();
      largest.values.delete(oldest);
      largest.cost -= costOf([oldest]);
      total -= costOf([oldest]);
    }
  }
}

function costOf(values: readonly string[]): number {
  return values.reduce((sum, value) => sum + value.length + COST_OF_ONE, 0);
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
  if (kind === 'piece') return [{ name: form, value: text, isLocal: true }];
  const digits = text.replace(/[\s-]/gu, '');
  const pair = new URLSearchParams([[name, text]]).toString();
  const isNamed = name !== '' && name.length <= MAX_NAME_CHARACTERS && pair.length >= MIN_PAIR;
  const pairs = !isNamed ? [] : [{ name: form, value: pair, isLocal: false }];
  if (/^\d{12,19}$/u.test(digits)) return [{ name: form, value: digits, isLocal: false }];
  if (kind === 'one-time-code' && /^[0-9A-Za-z]{6,10}$/u.test(digits))
    return [{ name: form, value: digits, isLocal: true }, ...pairs];
  if (kind === 'card' || !isMaskable(text)) return pairs;
  if (isPlainSetting(text) || /\s/u.test(text)) return [{ name: form, value: text, isLocal: true }, ...pairs];
  return [{ name: form, value: text, isLocal: false }];
}

const MIN_PAIR = 5;
