import { Failure } from '../core/index.js';
import type { KeptSecret, Secret } from '../core/index.js';

type Content = Pick<KeptSecret, 'value' | 'origins' | 'use' | 'isAgents'>;

/** Everything that must stay masked for somebody while the server lives. */
export interface KnownValues {
  /** Throws `vault.too-many` when it could not be remembered, unless it is one that nobody can refuse any more. */
  add(secret: Secret, content: Content, isRefusable: boolean): void;
  /** The same list until it changes. */
  all(): readonly Secret[];
}

const MAX_VALUES = 1000;
/** An agent makes up as many as it likes, and each makes every answer dearer for all. */
const MAX_AGENTS_VALUES = 100;
const MAX_AGENTS_CHARACTERS = 20_000;
/** All together: what is looked for takes memory in every answer's mask. */
const MAX_CHARACTERS = 300_000;
/** A code is worth nothing after some minutes; masking each for ever would only blank out other numbers. */
const MAX_CODES = 200;

export function createKnownValues(): KnownValues {
  const values = new Map<string, Secret>();
  const codes = new Map<string, Secret>();
  let [characters, agentsValues, agentsCharacters] = [0, 0, 0];
  let list: readonly Secret[] = [];

  return {
    add: (secret, { value, origins, use, isAgents = false }, isRefusable) => {
      const key = JSON.stringify([secret.name, value, origins, use]);
      const into = use === 'code' ? codes : values;
      if (into.has(key)) return;
      const isFull =
        values.size >= MAX_VALUES ||
        characters + value.length > MAX_CHARACTERS ||
        (isAgents && (agentsValues >= MAX_AGENTS_VALUES || agentsCharacters + value.length > MAX_AGENTS_CHARACTERS));
      // A value that a person typed is in the page already, so it is always kept; typing speed bounds how many there are.
      if (into === values && isFull && isRefusable) throw new Failure('vault.too-many');
      if (into === values) characters += value.length;
      if (isAgents) {
        agentsValues += 1;
        agentsCharacters += value.length;
      }
      into.set(key, secret);
      const [oldest] = codes.keys();
      if (codes.size > MAX_CODES && oldest !== undefined) codes.delete(oldest);
      list = [...values.values(), ...codes.values()];
    },
    all: () => list,
  };
}
