import type { FieldValue, Sensitive } from '../../core/index.js';
import { isTypedInto, kindByPurpose, purposesIn } from '../dom/agent/field-purpose.js';
import { isNamedSecret } from '../dom/agent/secret-words.js';
import { kindByWords } from '../dom/agent/sensitive-words.js';

/** What a field says of itself. */
export interface FieldSigns {
  readonly type?: string | undefined;
  readonly autocomplete?: string | undefined;
  /** Its letters are not shown. */
  readonly hides: boolean;
  /** Its names and labels. */
  readonly words: readonly string[];
  readonly maxLength: number;
}

/** The same signs as in a browser of our own, but for what a field was before it was changed. */
export function sensitiveKindOf(field: FieldSigns, lang: string): Sensitive | undefined {
  const { type = 'text', autocomplete = '', hides, words, maxLength } = field;
  if (type === 'password') return 'password';
  if (!isTypedInto(type)) return undefined;
  const purposes = purposesIn(autocomplete);
  const declared = kindByPurpose(purposes);
  if (declared !== undefined) return declared;
  if (hides) return 'password';
  const kind = kindByWords(words.join(' '));
  if (kind !== undefined || type === 'search') return kind;
  return isNamedSecret(words, { lang, maxLength, purposes }) ? 'password' : undefined;
}

export interface HeldField extends FieldSigns {
  readonly name: string;
  readonly value: string;
}

/** What the fields of a document hold, by whether it may be shown. */
export function sortValues(
  fields: readonly HeldField[],
  lang: string,
): { readonly plain: ReadonlySet<string>; readonly secret: readonly FieldValue[] } {
  const plain = new Set<string>();
  const secret: FieldValue[] = [];
  for (const field of fields) {
    const kind = sensitiveKindOf(field, lang);
    if (kind === undefined) plain.add(foldValue(field.value));
    else secret.push({ kind, name: field.name, value: field.value });
  }
  return { plain, secret };
}

/** As the upstream's snapshot has it. */
export function foldValue(value: string): string {
  return value
    .replaceAll(/[\u200B\u00AD]/gu, '')
    .replaceAll(/\s+/gu, ' ')
    .trim();
}
