import { Failure } from '../../core/index.js';
import type { Credentials, KeptSecret } from '../../core/index.js';
import { isExactOrigin } from '../exact-origin.js';
import { secretName } from '../identity-key.js';
import type { CredentialsOptions } from '../options.js';
import { rejectWhenLate } from '../reject-when-late.js';
import { createBitwarden } from './bitwarden.js';
import { createLastpass } from './lastpass.js';
import { createOathtool } from './oathtool.js';
import { createOnePassword } from './one-password.js';
import type { FoundCredential, CredentialProvider, CredentialProviderDeps } from './provider.js';

const DEADLINE_MS = 10_000;

export function createCredentials(options: CredentialsOptions, deps: CredentialProviderDeps): Credentials {
  const provider = createProvider(options, deps);
  const namedBy = new Map<string, string>();

  /** `a.b` and `a-b` would be one name: whoever comes second must not stand in for the first. */
  const claim = (name: string, account: string): void => {
    const by = namedBy.get(name) ?? account;
    if (by !== account) throw new Failure('vault.name-taken', `another account is called <${name}> already`);
    namedBy.set(name, account);
  };
  const get = (kind: 'PASSWORD' | 'TOTP', account: string, signal: AbortSignal): Promise<KeptSecret> =>
    rejectWhenLate(DEADLINE_MS, signal, async (inTime) => {
      checkAccount(account);
      const own = options.accounts === undefined ? {} : ownOf(options.accounts, account);
      if (own === undefined || provider === undefined) throw nothing();
      const found = await (kind === 'TOTP' ? provider.code(account, inTime) : provider.password(account, inTime));
      if (found === undefined || found.value === '') throw nothing();
      const origins = own.origins ?? originsOf(found.urls);
      if (origins.length === 0) {
        throw new Failure('vault.no-credential', 'no https site is named for it; name one in credentials.accounts');
      }
      const name = secretName(kind, account);
      claim(name, account);
      return asSecret(kind, name, found, origins);
    });
  return {
    password: (account, signal) => get('PASSWORD', account, signal),
    code: (account, signal) => get('TOTP', account, signal),
  };
}

function createProvider(
  { provider, accounts = {} }: CredentialsOptions,
  deps: CredentialProviderDeps,
): CredentialProvider | undefined {
  switch (provider) {
    case 'oathtool':
      return createOathtool(
        new Map(
          Object.entries(accounts).flatMap(([account, { seedFile }]): [string, string][] =>
            seedFile === undefined ? [] : [[account, seedFile]],
          ),
        ),
        deps,
      );
    case '1password':
      return createOnePassword(deps);
    case 'bitwarden':
      return createBitwarden(deps);
    case 'lastpass':
      return createLastpass(deps);
    case 'none':
      return undefined;
  }
}

type Accounts = NonNullable<CredentialsOptions['accounts']>;

function ownOf(accounts: Accounts, account: string): Accounts[string] | undefined {
  return Object.hasOwn(accounts, account) ? accounts[account] : undefined;
}

/**
 * The account name becomes an argument of the password manager's command: a leading dash would make it an option (argument
 * injection, CWE-88), and invisible characters would hide from a person what is asked for.
 */
function checkAccount(account: string): void {
  if (!/^[^\p{C}\p{Z}-][^\p{C}\p{Zl}\p{Zp}]{0,199}$/u.test(account) || secretName(account) === '') {
    throw new Failure('call.bad-arguments', 'account: 1 to 200 printable characters, not beginning with a dash');
  }
}

function asSecret(
  kind: 'PASSWORD' | 'TOTP',
  name: string,
  { value }: FoundCredential,
  origins: readonly string[],
): KeptSecret {
  return { name, value, origins, use: kind === 'TOTP' ? 'code' : 'password' };
}

function nothing(): Failure {
  return new Failure('vault.no-credential');
}

/** The exact https origins among the addresses that a password manager has; `github.com` is meant as https. */
function originsOf(urls: readonly string[]): readonly string[] {
  const origins = urls.flatMap((text) => {
    const url = text.includes('://') ? text : `https://${text}`;
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    // Patterns such as https://*.example.com parse as hosts, and are none.
    return origin.startsWith('https://') && isExactOrigin(origin) && !origin.includes('*') ? [origin] : [];
  });
  return [...new Set(origins)];
}
