import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';
import { findSecrets } from './create-mask.js';

/** The secrets that stand in a text, in whatever form, and do not belong to every one of these origins. */
export function findStrays(secrets: readonly Secret[], text: string, origins: readonly string[]): readonly Secret[] {
  return findSecrets(secrets, text).filter((secret) => {
    const own = openSecret(secret).origins;
    return !origins.every((origin) => own.includes(origin));
  });
}
