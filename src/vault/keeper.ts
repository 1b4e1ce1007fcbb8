import { Failure } from '../core/index.js';
import type { Identity } from '../core/index.js';
import type { Backend } from './backends/backend.js';
import { createBackend } from './backends/index.js';
import type { VaultPlace } from './backends/index.js';
import { keyFromText, originOfKey } from './identity-key.js';
import { identityRecord } from './identity-record.js';
import type { VaultOptions } from './options.js';
import { readEverything } from './origin-index.js';
import { rejectWhenLate } from './reject-when-late.js';

/** What a person may know of an identity: never a value. */
export interface KeptIdentity {
  readonly host: string;
  readonly origins: readonly string[];
  readonly username?: string;
  readonly holds: readonly string[];
  /** What the operator should know of it. */
  readonly notice?: string;
  /** Why it is of no use as it is. */
  readonly problem?: string;
}

/** The operator's side of the vault. */
export interface VaultKeeper {
  readonly backend: VaultOptions['backend'];
  /** The key and origin that a person means by `github.com` or `https://host:8443`. */
  readHost(text: string): { readonly host: string; readonly origin: string };
  /** Throws `config.invalid` and says where to add it when the backend is only read here. */
  checkWritable(host: string): void;
  add(host: string, record: Readonly<Record<string, unknown>>, replace: boolean): Promise<KeptIdentity>;
  remove(host: string): Promise<boolean>;
  list(): Promise<readonly KeptIdentity[]>;
  /** Undefined if there is none. */
  read(host: string): Promise<KeptIdentity | undefined>;
  close(): void;
}

/** A person waits longer than a call, also for a passphrase on a slow machine. */
const DEADLINE_MS = 30_000;

export function createVaultKeeper(options: VaultOptions, place: VaultPlace): VaultKeeper {
  const backend = createBackend(options, place);
  const inTime = <T>(act: (signal: AbortSignal) => Promise<T>): Promise<T> =>
    rejectWhenLate(DEADLINE_MS, new AbortController().signal, act);
  const writable = (host: string) => {
    if (backend.writer !== undefined) return backend.writer;
    const where = backend.placeOf(host);
    throw new Failure('config.invalid', `vault.backend ${options.backend} is only read here; change it in ${where}`);
  };
  return {
    backend: options.backend,
    readHost,
    checkWritable: (host) => {
      writable(host);
    },
    add: async (host, record, replace) => {
      const writer = writable(host);
      const whole = { domain: host, ...record };
      refuseUnknownKeys(whole);
      const raw = JSON.stringify(whole);
      const kept = await describe(raw, host);
      if (kept.problem !== undefined) throw new Failure('vault.bad-record', `${host}: ${kept.problem}`);
      if (!replace && (await inTime((signal) => backend.read(host, signal))) !== undefined) {
        throw new Failure('config.invalid', `${host} has an identity already; --replace puts this one in its place`);
      }
      await writer.write(host, raw);
      return kept;
    },
    remove: (host) => writable(host).remove(host),
    list: () => inTime((signal) => listAll(backend, signal)),
    read: (host) =>
      inTime(async (signal) => {
        const raw = await backend.read(host, signal);
        return raw === undefined ? undefined : describe(raw, host);
      }),
    close: () => {
      backend.close();
    },
  };
}

/** By name, since it is the operator who reads it; what an agent may read says only that there is one. */
function refuseUnknownKeys(record: Readonly<Record<string, unknown>>): void {
  const known = Object.keys(identityRecord.shape);
  const unknown = Object.keys(record).filter((key) => !known.includes(key));
  if (unknown.length === 0) return;
  throw new Failure('vault.bad-record', `no such key: ${unknown.join(', ')}; a record has ${known.join(', ')}`);
}

async function listAll(backend: Backend, signal: AbortSignal): Promise<readonly KeptIdentity[]> {
  // A list that is denied must be told here; elsewhere it is no fault.
  if (backend.readAll === undefined) await backend.list(signal);
  const records = [...(await readEverything(backend, signal))].sort(([a], [b]) => (a < b ? -1 : 1));
  return Promise.all(records.map(([host, raw]) => describe(raw, host)));
}

function readHost(text: string): { readonly host: string; readonly origin: string } {
  const [, scheme, rest = text] = /^(https?):\/\/([^/?#]+)/iu.exec(text.trim()) ?? [];
  const host = keyFromText(rest);
  if (host === undefined)
    throw new Failure('config.invalid', 'give a host (github.com, host:port) or an address (https://github.com/login)');
  const { host: authority } = new URL(originOfKey(host));
  // A development server on this machine speaks http; whoever means https writes it.
  const usual = LOOPBACK.test(authority) ? 'http' : 'https';
  return { host, origin: new URL(`${scheme ?? usual}://${authority}`).origin };
}

const LOOPBACK = /^(?:(?:[^.:]+\.)*localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/iu;

async function describe(raw: string, host: string): Promise<KeptIdentity> {
  const { parseIdentity } = await import('./parse-identity.js');
  try {
    const { identity, domain, isUnmasked } = parseIdentity(raw, host, { now: Date.now, masked: () => undefined });
    const problem = domain === host ? problemOf(identity) : `domain: it is for ${domain}`;
    const { origins, username } = identity;
    return {
      host,
      origins,
      ...(username !== undefined && { username }),
      holds: contentsOf(identity),
      ...(isUnmasked && { notice: UNMASKED }),
      ...(problem !== undefined && { problem }),
    };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    return { host, origins: [], holds: [], problem: (error.hint ?? error.code).replace(`${host}: `, '') };
  }
}

const UNMASKED =
  'the password is too short to be masked elsewhere, or too common a word: it is hidden in the field that it is typed into, but not where a site shows it or sends it on; use at least six characters where the site allows it';

function problemOf(identity: Identity): string | undefined {
  return contentsOf(identity).length === 0 ? 'there is nothing in it, or what was in it has expired' : undefined;
}

function contentsOf(identity: Identity): readonly string[] {
  const counted = (count: number, one: string) =>
    count === 0 ? [] : [count === 1 ? `1 ${one}` : `${String(count)} ${one}s`];
  return [
    ...(identity.password === undefined ? [] : ['password']),
    ...(identity.code === undefined ? [] : ['one-time codes']),
    ...(identity.recipe === undefined ? [] : ['sign-in']),
    ...counted(identity.cookies.length, 'cookie'),
    ...counted(identity.localStorage.length + identity.sessionStorage.length, 'stored item'),
    ...counted(identity.headers.length, 'header'),
  ];
}
