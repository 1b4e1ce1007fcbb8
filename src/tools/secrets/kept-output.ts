import type { KeptCredential, Output, SecretMasking } from '../../core/index.js';
import { said } from '../view-output.js';

const UNMASKED =
  ' It is too short to be masked elsewhere, or too common a word: it is hidden in the field that you type it into, but not where the page shows it or sends it on. Where the site allows it, at least six characters are better.';

/** One sentence for all that cannot be masked: which of the reasons it is would say something of the value. */
export function maskingNotice(masking: SecretMasking | undefined): string {
  return masking === 'field' ? UNMASKED : '';
}

export function keptOutput({ name, origins, digits, masking }: KeptCredential): Output {
  const where = origins.join(', ');
  const code = digits === undefined ? '' : `; the code is ${digits}`;
  const notice = maskingNotice(masking);
  return said(`ok: <${name}> can be filled on ${where}${code}${notice === '' ? '' : `.${notice}`}`);
}
