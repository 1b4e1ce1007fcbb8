import { Failure } from '../core/index.js';
import type { Identities, Identity, WebUrlFacts } from '../core/index.js';
import type { Backend } from './backends/backend.js';
import { createBackend } from './backends/index.js';
import type { VaultPlace } from './backends/index.js';
import { keysOf } from './identity-key.js';
import { createSessionIdentities } from './session-identities.js';
import { createMaskedValues } from './masked-values.js';
import type { VaultOptions } from './options.js';
import { createOriginIndex, indexOrigins } from './origin-index.js';
import type { OriginIndex } from './origin-index.js';
import type { Minting, ParsedIdentity } from './parse-identity.js';
import { rejectWhenLate } from './reject-when-late.js';

export interface VaultDeps extends VaultPlace {
  readonly now?: () => number;
}

const DEADLINE_MS = 5000;
const WARM_UP_MS = 20_000;

/** The operator's vault, read when a site is opened and kept in memory only. */
export function createVault(options: VaultOptions, deps: VaultDeps): Identities {
  return createVaultOn(createBackend(options, deps), deps.now ?? Date.now);
}

export function createVaultOn(backend: Backend, now: () => number, deadlineMs = DEADLINE_MS): Identities {
  const masked = createMaskedValues();
  const loans = createSessionIdentities();
  const index = createOriginIndex(backend, now);
  const read = reader({ now, masked: masked.add });
  const warmUp = async (): Promise<void> => backend.warmUp?.();
  void warmUp();
  return {
    find: async (url, signal) => {
      await rejectWhenLate(WARM_UP_MS, signal, warmUp);
      return rejectWhenLate(deadlineMs, signal, async (inTime) =>
        find(url, await openView(backend, index, inTime), read),
      );
    },
    named: loans.named,
    namesAt: loans.namesAt,
    bindIdentities: loans.bindIdentities,
    all: masked.all,
    forget: loans.forget,
    close: () => {
      backend.close();
    },
  };
}

/** The vault as one search sees it. */
interface VaultView {
  readonly rawOf: (key: string) => Promise<string | undefined>;
  readonly keysFor: (origin: string) => Promise<readonly string[]>;
}

/**
 * What is read as a whole is read once for each search, so that whatever another process has just added is found, by every
 * origin that it names.
 */
async function openView(backend: Backend, index: OriginIndex, signal: AbortSignal): Promise<VaultView> {
  const all = await backend.readAll?.(signal);
  if (all === undefined)
    return { rawOf: (key) => backend.read(key, signal), keysFor: (origin) => index.keysFor(origin) };
  return {
    rawOf: (key) => Promise.resolve(all.get(key)),
    keysFor: (origin) => Promise.resolve(indexOrigins(all).get(origin) ?? []),
  };
}

/** The site's own key first; then another site's identity that names this origin as one of its own. */
async function find(
  url: WebUrlFacts,
  { rawOf, keysFor }: VaultView,
  read: ReturnType<typeof reader>,
): Promise<Identity | undefined> {
  const keys = keysOf(url);
  for (const key of keys) {
    const identity = await read(key, await rawOf(key), url.origin);
    if (identity !== undefined) return identity;
  }
  const elsewhere = (await keysFor(url.origin)).filter((key) => !keys.includes(key));
  const [key, rival] = elsewhere;
  if (key === undefined) return undefined;
  if (rival !== undefined) {
    throw new Failure('vault.bad-record', `${key} and ${rival}: both claim the origin ${url.origin}`);
  }
  return read(key, await rawOf(key), url.origin);
}

/** A record for another host than its key, or for other origins than the one asked for, counts as none. */
function reader(minting: Minting) {
  const known = new Map<string, { readonly raw: string; readonly parsed: ParsedIdentity }>();
  return async (key: string, raw: string | undefined, origin: string): Promise<Identity | undefined> => {
    if (raw === undefined) {
      known.delete(key);
      return undefined;
    }
    // Its library makes one-time codes, and is loaded when there is an identity.
    const { parseIdentity } = await import('./parse-identity.js');
    const before = known.get(key);
    // The same record is the same identity: a session that has it already is not given it again.
    const isSame = before?.raw === raw && minting.now() < before.parsed.staleAt;
    const parsed = isSame ? before.parsed : parseIdentity(raw, key, minting);
    known.set(key, { raw, parsed });
    return parsed.domain === key && parsed.identity.origins.includes(origin) ? parsed.identity : undefined;
  };
}
