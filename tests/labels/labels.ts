import type { RiskLevel } from '../../src/core/index.js';
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import pt from './pt.json' with { type: 'json' };
import ru from './ru.json' with { type: 'json' };
import zh from './zh.json' with { type: 'json' };

/** Facts of a row beside text and role: those of its form, or where its link goes. */
export interface LabelFacts {
  readonly method?: 'get' | 'post';
  readonly action?: string;
  readonly hasPassword?: boolean;
  readonly amount?: string;
  /** The row is a field, and Enter is pressed in it: this is the text of the form's submit button. */
  readonly submitName?: string;
  readonly href?: string;
}

/** One control of a web page, and how much a click on it (or Enter in it) can do, as a person judged it. */
export interface Label extends LabelFacts {
  readonly language: string;
  readonly text: string;
  readonly role: string;
  readonly risk: RiskLevel;
}

type Row = readonly (string | object)[];

const FILES: Readonly<Record<string, readonly Row[]>> = { de, en, es, fr, it, ja, pt, ru, zh };

export const LABELS: readonly Label[] = Object.entries(FILES).flatMap(([language, rows]) =>
  rows.map(([text, role, risk, facts = {}]) => ({ language, text, role, risk, ...Object(facts) }) as Label),
);

const SEED = 20261116;

/**
 * Half of the set is held out: whoever changes the rules looks at the development half only, and the held-out half is
 * measured. Which half a row is in depends on the row alone, so that new rows move no old ones.
 */
export function isHeldOut(label: Label): boolean {
  const { language, text, role, method, action, hasPassword, amount, submitName, href } = label;
  const row = JSON.stringify([language, text, role, method, action, hasPassword, amount, submitName, href]);
  let hash = (0x811c9dc5 ^ SEED) >>> 0;
  for (const byte of new TextEncoder().encode(row)) hash = Math.imul(hash ^ byte, 0x01000193) >>> 0;
  // The lowest bit of this hash is a parity of the bytes; the upper half is mixed into it.
  return ((hash ^ (hash >>> 16)) & 1) === 1;
}
