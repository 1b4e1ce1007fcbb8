import { Failure } from '../core/index.js';
import type { Call, CallCredentials, CallSecrets, Kept, KeptSecret, Scope, SecretRegistry } from '../core/index.js';
import type { PathDeps } from './path-facts.js';

/** What comes from a vault or a password manager is called so, and nothing else is. */
const RESERVED = /^(?:PASSWORD|TOTP)_/u;

/** The registry for one call. A name that stands for something already keeps standing for it. */
export function secretsFor(secrets: SecretRegistry, { scope }: Call, warn: WarnOnce): CallSecrets {
  return {
    register: (secret) => {
      if (RESERVED.test(secret.name)) throw new Failure('vault.name-taken', 'PASSWORD_… and TOTP_… are the vault’s');
      if (secrets.find(scope, secret.name) !== undefined) throw new Failure('vault.name-taken', `<${secret.name}>`);
      secrets.keep(scope, secret);
      warn.firstSecret(scope);
    },
  };
}

const MOST_WARNED = 1_000;

/** Tells the operator at the first value of each session: it came through the agent, which has seen it. */
export class WarnOnce {
  readonly #log: (line: string) => void;
  readonly #warned = new Set<string>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  firstSecret({ principal, session }: Scope): void {
    const key = JSON.stringify([principal, session]);
    if (this.#warned.has(key)) return;
    if (this.#warned.size >= MOST_WARNED) this.#warned.clear();
    this.#warned.add(key);
    this.#log(
      `warning: register_secret in session ${session}: the value came from the agent, so the model has seen it; keep real secrets in the vault`,
    );
  }
}

/** The operator's password manager for one call: what it gives goes into the registry, and only its name comes back. */
export function credentialsFor(
  { credentials: { provider, revealTotp }, identities, secrets }: PathDeps,
  { scope }: Call,
  signal: AbortSignal,
): CallCredentials {
  const keep = (secret: KeptSecret): Kept => {
    const { name, origins } = secret;
    if (identities?.named(scope, name) !== undefined) throw new Failure('vault.name-taken', `<${name}>`);
    secrets.keep(scope, secret);
    return { name, origins };
  };
  return {
    password: async (account) => keep(await provider.password(account, signal)),
    code: async (account) => {
      const code = await provider.code(account, signal);
      return revealTotp ? { ...keep({ ...code, shown: true }), digits: code.value } : keep(code);
    },
  };
}
