import { Failure } from '../core/index.js';
import type { Backend } from './backends/backend.js';
import { readOrigins } from './read-origins.js';

export interface OriginIndex {
  /** The keys of the identities that name this origin. */
  keysFor(origin: string): Promise<readonly string[]>;
}

const KEPT_MS = 60_000;
const MAX_KEYS = 500;
const AT_ONCE = 8;
const DEADLINE_MS = 5000;

type Index = ReadonlyMap<string, readonly string[]>;

/**
 * Which origins the vault has identities for, whatever key they are under: origins and keys, never values, for a minute.
 * For backends that are asked record by record; one that is read as a whole is indexed anew each time. A token that may
 * read and not list finds identities by their own key alone.
 */
export function createOriginIndex(backend: Backend, now: () => number): OriginIndex {
  let known: { readonly at: number; readonly index: Promise<Index> } | undefined;
  return {
    keysFor: async (origin) => {
      if (known === undefined || now() - known.at > KEPT_MS) known = { at: now(), index: build(backend) };
      const mine = known;
      try {
        return (await mine.index).get(origin) ?? [];
      } catch (error) {
        if (known === mine) known = undefined;
        throw error;
      }
    },
  };
}

/** Several calls may wait for one index, so none of them can cancel it. */
async function build(backend: Backend): Promise<Index> {
  return indexOrigins(await readEverything(backend, AbortSignal.timeout(DEADLINE_MS)));
}

export function indexOrigins(records: ReadonlyMap<string, string>): Index {
  const index = new Map<string, string[]>();
  for (const [key, raw] of records) {
    const seen = readOrigins(raw);
    // A record that cannot be read is an error at its own site, not at all others.
    if (seen?.domain !== key) continue;
    for (const origin of seen.origins) index.set(origin, [...(index.get(origin) ?? []), key].sort());
  }
  return index;
}

/** Every record that may be read. */
export async function readEverything(backend: Backend, signal: AbortSignal): Promise<ReadonlyMap<string, string>> {
  if (backend.readAll !== undefined) return backend.readAll(signal);
  const keys = [...(await unlessDenied(backend.list(signal), []))];
  if (keys.length > MAX_KEYS) {
    throw new Failure('vault.unavailable', `the vault has more than ${String(MAX_KEYS)} identities under its path`);
  }
  const records = new Map<string, string>();
  const work = async (): Promise<void> => {
    for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
      const raw = await unlessDenied(backend.read(key, signal), undefined);
      if (raw !== undefined) records.set(key, raw);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return records;
}

async function unlessDenied<T>(asked: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await asked;
  } catch (error) {
    if (error instanceof Failure && error.code === 'vault.denied') return otherwise;
    throw error;
  }
}
