import { z } from 'zod';
import { Failure } from '../../core/index.js';
import { readSecretFile } from '../secret-file.js';
import { askVault } from './hashicorp-request.js';
import type { VaultAnswer, VaultServer } from './hashicorp-request.js';

export type VaultLogin =
  | { readonly kind: 'token'; readonly tokenFile: string }
  | { readonly kind: 'role'; readonly roleIdFile: string; readonly secretIdFile: string };

/** The token that we speak with, kept in memory alone. */
export interface VaultToken {
  /** Logs in, or reads the file, when there is none; several callers share that, so none of them can cancel it. */
  get(): Promise<string>;
  /** The server refuses this one: the next `get` begins anew. */
  drop(token: string): void;
  close(): void;
}

const auth = z.object({
  auth: z.object({ client_token: z.string().min(1), lease_duration: z.number(), renewable: z.boolean() }),
});
const lookup = z.object({ data: z.object({ ttl: z.number(), renewable: z.boolean().optional() }) });

interface Lease {
  readonly token: string;
  /** Seconds; 0 for a token that does not end. */
  readonly seconds: number;
  readonly renewable: boolean;
}

const MAX_BYTES = 65_536;
/** setTimeout takes no more than 2^31 - 1 milliseconds. */
const MAX_SECONDS = 1_000_000;

export function createVaultToken(server: VaultServer, login: VaultLogin): VaultToken {
  let current: Promise<Lease> | undefined;
  let timer: NodeJS.Timeout | undefined;

  const forget = (): void => {
    clearTimeout(timer);
    current = undefined;
  };
  /** Renewed when two thirds of its time are over; a token that cannot be renewed ends, and is replaced when it is needed. */
  const renewLater = (lease: Lease): void => {
    clearTimeout(timer);
    if (lease.seconds <= 0 || !lease.renewable) return;
    timer = setTimeout(
      () => {
        renew(server, lease.token).then((renewed) => {
          if (renewed !== undefined) renewLater(renewed);
        }, forget);
      },
      (Math.min(lease.seconds, MAX_SECONDS) * 2000) / 3,
    );
    timer.unref();
  };
  const begin = async (): Promise<Lease> => {
    const lease = login.kind === 'token' ? await fromFile(server, login) : await byRole(server, login);
    renewLater(lease);
    return lease;
  };
  let inUse: string | undefined;
  return {
    get: async () => {
      current ??= begin();
      const mine = current;
      try {
        return (inUse = (await mine).token);
      } catch (error) {
        if (current === mine) forget();
        throw error;
      }
    },
    drop: (token) => {
      // Several calls may learn of it; only the first begins anew.
      if (inUse === token) forget();
    },
    close: forget,
  };
}

async function byRole(server: VaultServer, login: VaultLogin & { kind: 'role' }): Promise<Lease> {
  const body = {
    role_id: await readWord(login.roleIdFile, 'the role id'),
    secret_id: await readWord(login.secretIdFile, 'the secret id'),
  };
  const answer = await askVault(server, { method: 'POST', path: 'auth/approle/login', body });
  // A wrong role or secret id is a 400 here, not a 403.
  if (answer.status === 400 || answer.status === 403) {
    throw new Failure('vault.denied', 'the server refuses the role id and secret id');
  }
  return leaseOf(answer);
}

async function fromFile(server: VaultServer, login: VaultLogin & { kind: 'token' }): Promise<Lease> {
  const token = await readWord(login.tokenFile, 'the token');
  const answer = await askVault(server, { method: 'GET', path: 'auth/token/lookup-self', token });
  const seen = lookup.safeParse(answer.body);
  // A token may be forbidden to look at itself; whether it opens the record is for the record's request to find out.
  if (answer.status !== 200 || !seen.success) return { token, seconds: 0, renewable: false };
  return { token, seconds: seen.data.data.ttl, renewable: seen.data.data.renewable === true };
}

async function renew(server: VaultServer, token: string): Promise<Lease | undefined> {
  const answer = await askVault(server, { method: 'POST', path: 'auth/token/renew-self', token, body: {} });
  return answer.status === 200 ? leaseOf(answer) : undefined;
}

function leaseOf({ status, body }: VaultAnswer): Lease {
  const parsed = auth.safeParse(body);
  if (status !== 200 || !parsed.success) throw new Failure('vault.unavailable', 'the server did not let us log in');
  const { client_token: token, lease_duration: seconds, renewable } = parsed.data.auth;
  return { token, seconds, renewable };
}

/** Read each time: whoever rotates it replaces the file. */
async function readWord(path: string, what: string): Promise<string> {
  const bytes = await readSecretFile(path, { maxBytes: MAX_BYTES, mayBeLink: true });
  const word = bytes?.toString('utf8').trim();
  if (word === undefined || !/^[\x21-\x7E]+$/u.test(word)) {
    throw new Failure('vault.denied', `the file with ${what} is ${word === undefined ? 'not there' : 'not one word'}`);
  }
  return word;
}
