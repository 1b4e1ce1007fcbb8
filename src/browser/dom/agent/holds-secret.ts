import { queryDeep } from './query-deep.js';
import { textContent, valueOf } from './dom-primordials.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';

const MAX_FIELDS = 5_000;

/** Is anything in a password, one-time-code or card field, or in one that a secret was put into? */
export function holdsSecret(): boolean {
  const fields = queryDeep(SECRET_FIELDS, MAX_FIELDS);
  // Of so many fields nobody can say that there is none.
  if (fields.length >= MAX_FIELDS) return true;
  return fields.some((field) => sensitiveKind(field) !== undefined && (valueOf(field) ?? textContent(field)) !== '');
}
