import type { Secret } from '../core/index.js';

export interface MaskedValues {
  readonly add: (value: string, secret: Secret) => void;
  /** The same list until it changes. */
  readonly all: () => readonly Secret[];
}

/** A code is worth nothing after some minutes; masking each for ever would only slow masking down. */
const MAX_CODES = 200;

/** What was read from the vault, once each. Never shrinks, old one-time codes apart: a page may show a value much later. */
export function createMaskedValues(): MaskedValues {
  const known = new Map<string, Secret>();
  const codes = new Map<string, Secret>();
  let list: readonly Secret[] = [];
  return {
    add: (value, secret) => {
      const into = secret.name.startsWith('TOTP_') ? codes : known;
      const key = into === codes ? `${secret.name} ${value}` : value;
      if (into.has(key)) return;
      into.set(key, secret);
      const [oldest] = codes.keys();
      if (codes.size > MAX_CODES && oldest !== undefined) codes.delete(oldest);
      list = [...known.values(), ...codes.values()];
    },
    all: () => list,
  };
}
