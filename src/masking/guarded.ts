import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';

const guarded = new WeakMap<readonly Secret[], readonly Secret[]>();
const fieldValues = new WeakMap<readonly Secret[], readonly Secret[]>();
/** By their first: a page that changes its fields changes none of them, and a list that is the same is compiled already. */
const latest = new WeakMap<Secret, readonly Secret[]>();

/**
 * What a page's fields held is masked and nothing more: pages send their own fields where they like, and a value that they
 * made up must not stand in the way of finding a secret inside it.
 */
export function guardedOf(secrets: readonly Secret[]): readonly Secret[] {
  let list = guarded.get(secrets);
  if (list === undefined) {
    list = asBefore(secrets.filter((secret) => openSecret(secret).isFieldValue !== true));
    guarded.set(secrets, list);
  }
  return list;
}

/** The others: what pages held in fields or showed a part of. */
export function fieldValuesOf(secrets: readonly Secret[]): readonly Secret[] {
  let list = fieldValues.get(secrets);
  if (list === undefined) {
    list = secrets.filter((secret) => openSecret(secret).isFieldValue === true);
    fieldValues.set(secrets, list);
  }
  return list;
}

function asBefore(list: readonly Secret[]): readonly Secret[] {
  const [first] = list;
  if (first === undefined) return list;
  const before = latest.get(first);
  if (before?.length === list.length && before.every((secret, i) => secret === list[i])) return before;
  latest.set(first, list);
  return list;
}
