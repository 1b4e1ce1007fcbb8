import { attachDeclaration } from './attach/declaration.js';
import { containerDeclaration } from './container/declaration.js';
import { localDeclaration } from './local/declaration.js';
import { noneDeclaration } from './none/declaration.js';
import { remoteDeclaration } from './remote/declaration.js';
import type { RemoteOptions } from './remote/remote-options.js';
import { relayDeclaration } from './relay/declaration.js';
import { traitsOf, undeclaredTraits } from './provider-declaration.js';
import type {
  CheckedConfig,
  DeclaredOptions,
  ProviderDeclaration,
  ProviderName,
  ProviderTraits,
  Refusal,
} from './provider-declaration.js';

/** What each provider declares. */
const DECLARATIONS: Readonly<Record<ProviderName, ProviderDeclaration>> = {
  local: localDeclaration,
  container: containerDeclaration,
  remote: remoteDeclaration,
  relay: relayDeclaration,
  attach: attachDeclaration,
  none: noneDeclaration,
};

export function findDeclaration(name: ProviderName): ProviderDeclaration {
  return DECLARATIONS[name];
}

/** The traits of the browsers that these options lead to. */
export function traitsFor(options: DeclaredOptions): ProviderTraits {
  return traitsOf(findDeclaration(options.provider), options);
}

/** What declarations look at, of the whole configuration. */
export function declaredOptions<T extends Omit<DeclaredOptions, 'remote'>>(config: {
  readonly browser: T;
  readonly remote?: RemoteOptions | undefined;
}): T & Pick<DeclaredOptions, 'remote'> {
  return { ...config.browser, remote: config.remote };
}

/** Why this configuration cannot be honoured by the provider that it names. */
export function checkProvider(asked: CheckedConfig & { readonly remote?: RemoteOptions }): readonly Refusal[] {
  const config = { ...asked, browser: declaredOptions(asked) };
  const { browser, capabilities } = config;
  const declaration = findDeclaration(browser.provider);
  const { name, isolation = 'shared' } = declaration;
  const refusals: Refusal[] = Object.values(DECLARATIONS)
    .filter((other) => other !== declaration)
    .flatMap((other) => other.checkUnused?.(config) ?? []);
  refusals.push(...(declaration.check?.(config) ?? []));
  if (capabilities.includes('file-io') && !traitsOf(declaration, browser).files)
    refusals.push({ path: ['capabilities'], message: `file-io is not there with browser.provider: ${name}` });
  if (browser.profile === 'persistent' && name !== 'local')
    refusals.push({
      path: ['browser', 'profile'],
      message: `persistent needs browser.provider: local; ${name} keeps no profile of ours`,
    });
  if (browser.isolation === 'process' && isolation === 'shared')
    refusals.push({
      path: ['browser', 'isolation'],
      message: `browser.provider: ${name} has one browser for all sessions`,
    });
  return refusals;
}

/** For the posture: what a provider says nothing about is taken for the unsafe value. */
export function announceUndeclared(declaration: ProviderDeclaration, options: DeclaredOptions): readonly string[] {
  return undeclaredTraits(declaration, options).map(
    (trait) => `browser.provider: ${declaration.name} does not declare \`${trait}\`; it is taken not to have it`,
  );
}
