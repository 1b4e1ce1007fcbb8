import { Failure } from '../../core/index.js';
import type { Scope, Secret } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';
import type { SecretRules } from '../dom/host/tab-view.js';

export interface TypedText {
  readonly text: string;
  /** At least one `<NAME>` stood for a secret: where all of them may go. */
  readonly secret?: SecretRules;
}

interface Place {
  readonly scope: Scope;
  readonly find: (scope: Scope, name: string) => Secret | undefined;
  /** The exact origins of the frame that holds the field, and of the top page around it. */
  readonly frameOrigin: string;
  readonly topOrigin: string;
  /** A password, one-time-code or card field: nothing but a secret goes in, so a name that nobody gave is refused. */
  readonly sensitive: boolean;
}

/** What is really typed. A secret goes only where both origins are its own; an unknown `<NAME>` is plain text. */
export function typedText(text: string, place: Place): TypedText {
  const used: SecretRules[] = [];
  const typed = text.replace(/<([A-Z][A-Z0-9_]*)>/gu, (written, name: string) => {
    const found = place.find(place.scope, name);
    if (found === undefined && place.sensitive)
      throw new Failure('policy.password-field', `there is no secret of the name <${name}> in this session`);
    if (found === undefined) return written;
    const { value, origins, use = 'any', isUnmasked = false } = openSecret(found);
    const fits = [place.frameOrigin, place.topOrigin].every((origin) => origin !== 'null' && origins.includes(origin));
    if (!fits) throw new Failure('policy.secret-origin', `<${name}>`);
    used.push({ origins, use, ...(isUnmasked && { isUnmasked }) });
    return value;
  });
  return used.length === 0 ? { text: typed } : { text: typed, secret: used.reduce(strictest) };
}

function strictest(a: SecretRules, b: SecretRules): SecretRules {
  const use = (['password', 'code', 'any'] as const).find((one) => a.use === one || b.use === one) ?? 'any';
  const isUnmasked = a.isUnmasked === true || b.isUnmasked === true;
  return {
    origins: a.origins.filter((origin) => b.origins.includes(origin)),
    use,
    ...(isUnmasked && { isUnmasked }),
  };
}
