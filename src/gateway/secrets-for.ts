import { Failure } from '../core/index.js';
import type { Call, CallCredentials, CallSecrets, KeptCredential, KeptSecret, SecretRegistry } from '../core/index.js';
import { mayUseIdentity } from './identity.js';
import type { PathDeps } from './path-deps.js';
import type { SecretWarnings } from './secret-warnings.js';

/** These names are for secrets of a vault or a password manager only, so that a name shows the source. */
const RESERVED = /^(?:PASSWORD|TOTP)_/u;
const RESERVED_NAME =
  'Names that begin with PASSWORD_ or TOTP_ are kept for the vault: choose another, e.g. SHOP_PASSWORD.';

/** The registry for one call. A name keeps the value that it was given first. */
export function secretsFor(secrets: SecretRegistry, { scope }: Call, warnings: SecretWarnings): CallSecrets {
  return {
    register: (secret) => {
      if (RESERVED.test(secret.name)) throw new Failure('vault.bad-secret', RESERVED_NAME);
      if (secrets.find(scope, secret.name) !== undefined) throw new Failure('vault.name-taken', `<${secret.name}>`);
      const masking = secrets.keep(scope, { ...secret, isAgents: true });
      warnings.warnAtFirst(scope);
      return masking;
    },
  };
}

/** The operator's password manager for one call: what it gives goes into the registry, and only its name comes back. */
export function credentialsFor(
  { credentials: { provider, revealTotp }, identities, secrets }: PathDeps,
  { scope, principal }: Call,
  signal: AbortSignal,
): CallCredentials {
  const refuseOthers = (account: string): void => {
    if (!mayUseIdentity(principal, account))
      throw new Failure('vault.no-credential', "not among the team's identities");
  };
  const keep = (secret: KeptSecret): KeptCredential => {
    const { name, origins } = secret;
    if (identities?.named(scope, name) !== undefined) throw new Failure('vault.name-taken', `<${name}>`);
    const masking = secrets.keep(scope, { ...secret, isOperators: true });
    return { name, origins, masking };
  };
  return {
    password: async (account) => {
      refuseOthers(account);
      return keep(await provider.password(account, signal));
    },
    code: async (account) => {
      refuseOthers(account);
      const code = await provider.code(account, signal);
      return revealTotp ? { ...keep({ ...code, shown: true }), digits: code.value } : keep(code);
    },
  };
}
