import { createHash, timingSafeEqual } from 'node:crypto';
import type { Principal } from '../core/index.js';

export interface TokenHolder {
  /** SHA-256 of the token, so that none has to be kept in the clear. */
  readonly digest: Buffer;
  readonly principal: Principal;
}

export function digestToken(token: string): Buffer {
  return createHash('sha256').update(token, 'utf8').digest();
}

/** Hashes first, so that neither length nor content shows in the time taken, and looks at every holder each time. */
export function authenticateBy(holders: readonly TokenHolder[]): (token: string) => Principal | undefined {
  return (token) => {
    const digest = digestToken(token);
    let found: Principal | undefined;
    for (const holder of holders) {
      if (holder.digest.length === digest.length && timingSafeEqual(holder.digest, digest)) found = holder.principal;
    }
    return found;
  };
}
