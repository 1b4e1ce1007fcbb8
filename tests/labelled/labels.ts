import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { RISK_LEVELS } from '../../src/core/index.js';

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

/** The file `<code>.json` of this folder is the set of the language with this code. */
export const LABELS: readonly Label[] = readdirSync(import.meta.dirname)
  .filter((file) => file.endsWith('.json'))
  .sort()
  .flatMap((file) => {
    const rows: unknown = JSON.parse(readFileSync(join(import.meta.dirname, file), 'utf8'));
    const language = file.slice(0, -'.json'.length);
    return z
      .array(label)
      .parse(rows)
      .map((row) => ({ language, ...row }));
  });

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
