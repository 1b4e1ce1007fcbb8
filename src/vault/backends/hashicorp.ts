import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { Backend } from './backend.js';
import { askVault } from './hashicorp-request.js';
import type { VaultAnswer, VaultServer } from './hashicorp-request.js';
import { createVaultToken } from './hashicorp-token.js';
import type { VaultLogin } from './hashicorp-token.js';

interface HashicorpServer {
  readonly server: VaultServer;
  readonly mount: string;
  readonly path: string;
  readonly login: VaultLogin;
}

const secretAnswer = z.object({ data: z.object({ data: z.record(z.string(), z.unknown()).nullable() }) });
const listAnswer = z.object({ data: z.object({ keys: z.array(z.string()) }) });
const mountAnswer = z.object({ data: z.object({ options: z.object({ version: z.string() }).nullable() }) });

/** KV version 2 over HTTP, as HashiCorp Vault and OpenBao speak it. Reads and lists; writing is the operator's. */
export function createHashicorpBackend({ server, mount, path, login }: HashicorpServer): Backend {
  const token = createVaultToken(server, login);
  let mountIsRight: Promise<void> | undefined;

  /** Asked again once with a new token: the lease may have ended between two calls. */
  const ask = async (what: string, signal?: AbortSignal): Promise<VaultAnswer> => {
    const first = await token.get();
    const answer = await askVault(server, { method: 'GET', path: what, token: first }, signal);
    if (answer.status !== 403) return answer;
    token.drop(first);
    return askVault(server, { method: 'GET', path: what, token: await token.get() }, signal);
  };
  /** The paths of version 2 answer "not found" on a mount of version 1, which would pass for "no identity". */
  const checkMount = async (): Promise<void> => {
    const { status, body } = await ask(`sys/internal/ui/mounts/${encoded(mount)}`);
    const parsed = mountAnswer.safeParse(body);
    if (status === 200 && !(parsed.success && parsed.data.data.options?.version === '2')) {
      throw new Failure('vault.unavailable', 'vault.mount is no KV store of version 2');
    }
  };
  const askMount = async (what: string, signal: AbortSignal): Promise<VaultAnswer | undefined> => {
    mountIsRight ??= checkMount();
    await mountIsRight.catch((error: unknown) => {
      mountIsRight = undefined;
      throw error;
    });
    return judge(await ask(what, signal));
  };

  return {
    read: async (key, signal) => {
      const answer = await askMount(`${encoded(mount)}/data/${encoded(path + key)}`, signal);
      if (answer === undefined) return undefined;
      const parsed = secretAnswer.safeParse(answer.body);
      if (!parsed.success) throw new Failure('vault.bad-record', `${key}: the server's answer is no secret`);
      return parsed.data.data.data === null ? undefined : JSON.stringify(parsed.data.data.data);
    },
    list: async (signal) => {
      const answer = await askMount(`${encoded(mount)}/metadata/${encoded(path)}?list=true`, signal);
      if (answer === undefined) return [];
      const parsed = listAnswer.safeParse(answer.body);
      if (!parsed.success) throw new Failure('vault.bad-record', "the server's answer is no list");
      return parsed.data.data.keys.filter((key) => !key.endsWith('/'));
    },
    placeOf: (key) => `the server, with: vault kv put -mount=${mount} ${path}${key} @record.json`,
    close: () => {
      token.close();
    },
  };
}

/** Undefined: there is nothing. The server's own words are never passed on. */
function judge(answer: VaultAnswer): VaultAnswer | undefined {
  const { status, body } = answer;
  if (status === 200) return answer;
  if (status === 404) {
    // Without a store at this mount the 404 has an error in it; for a missing secret the list is empty or absent.
    if (!isPlainlyMissing(body)) throw new Failure('vault.unavailable', 'the server has no store at vault.mount');
    return undefined;
  }
  if (status === 403) throw new Failure('vault.denied', 'the server denies this token the path');
  if (status >= 300 && status < 400) throw new Failure('vault.unavailable', 'the server answers with a redirect');
  throw new Failure('vault.unavailable', `the server answers with status ${String(status)}`);
}

function isPlainlyMissing(body: unknown): boolean {
  if (typeof body !== 'object' || body === null) return false;
  return !('errors' in body) || (Array.isArray(body.errors) && body.errors.length === 0);
}

function encoded(path: string): string {
  return path.split('/').map(encodeURIComponent).join('/');
}
