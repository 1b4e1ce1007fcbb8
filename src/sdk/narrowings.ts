import { stricterTeam } from '../core/index.js';
import type { Team } from '../core/index.js';

/** The policies by which the program's handles narrow a session, from the first handle until the session ends. */
export interface Narrowings {
  bind(principal: string, name: string, own: Team | undefined): BoundNarrowing;
}

interface BoundNarrowing {
  /** The strictest of the policies of all handles. */
  now(): Team | undefined;
  /** The session is closed: the next of that name is as narrow as its own handles. */
  end(): void;
}

export function createNarrowings(): Narrowings {
  const bound = new Map<string, Team>();
  return {
    bind: (principal, name, own) => {
      const key = JSON.stringify([principal, name]);
      const now = (): Team | undefined => {
        const both = stricterOf(bound.get(key), own);
        if (both !== undefined) bound.set(key, both);
        return both;
      };
      now();
      return { now, end: () => void bound.delete(key) };
    },
  };
}

function stricterOf(one: Team | undefined, other: Team | undefined): Team | undefined {
  return one === undefined || other === undefined ? (one ?? other) : stricterTeam(one, other);
}
