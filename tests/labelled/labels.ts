import { z } from 'zod';
import { RISK_LEVELS } from '../../src/core/index.js';
import ar from './ar.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import hi from './hi.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** Facts of a row beside text and role: those of its form, or where its link goes. */
const labelFacts = z.strictObject({
  method: z.enum(['get', 'post']).optional(),
  action: z.string().optional(),
  hasPassword: z.boolean().optional(),
  amount: z.string().optional(),
  /** The row is a field, and Enter is pressed in it: this is the text of the form's submit button. */
  submitName: z.string().optional(),
  href: z.string().optional(),
});

const label = z
  .tuple([z.string(), z.string(), z.enum(RISK_LEVELS), labelFacts.optional()])
  .transform(([text, role, risk, facts]) => ({ text, role, risk, ...facts }));

/** One control of a web page, and how much a click on it (or Enter in it) can do, as a person judged it. */
export type Label = z.output<typeof label> & { readonly language: string };

export const LABELS: readonly Label[] = Object.entries({
  ar,
  de,
  en,
  es,
  fr,
  hi,
  it,
  ja,
  ko,
  nl,
  pl,
  pt,
  ru,
  tr,
  zh,
}).flatMap(([language, rows]) => rows.map((row) => ({ language, ...label.parse(row) })));

const SEED = 20261116;

/**
 * Half of the set is held out: whoever changes the rules looks at the development half only, and the held-out half is
 * measured. Which half a row is in depends on the row alone, so that new rows move no old ones.
 */
export function isHeldOut(one: Label): boolean {
  const { language, text, role, method, action, hasPassword, amount, submitName, href } = one;
  const row = JSON.stringify([language, text, role, method, action, hasPassword, amount, submitName, href]);
  let hash = (0x811c9dc5 ^ SEED) >>> 0;
  for (const byte of new TextEncoder().encode(row)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The lowest bit of this hash is a parity of the bytes; the upper half is mixed into it.
  return ((hash ^ (hash >>> 16)) & 1) === 1;
}
