import { attachDeclaration } from './attach/declaration.js';
import { containerDeclaration } from './container/declaration.js';
import { localDeclaration } from './local/declaration.js';
import { noneDeclaration } from './none/declaration.js';
import { remoteDeclaration } from './remote/declaration.js';
import type { RemoteOptions } from './remote/remote-options.js';
import { relayDeclaration } from './relay/declaration.js';
import { NEVER_AHEAD, traitsOf, undeclaredTraits } from './provider-declaration.js';
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

/** For the configuration's documentation: every provider, and where its browsers come from. */
export const PROVIDER_SOURCES = Object.values(DECLARATIONS)
  .map(({ name, source }) => `\`${name}\` (${source})`)
  .join(', ');

export function findDeclaration(name: ProviderName): ProviderDeclaration {
  return DECLARATIONS[name];
}

/** The traits of the browsers that these options lead to. */
export function traitsFor(options: DeclaredOptions): ProviderTraits {
  return traitsOf(findDeclaration(options.provider), options);
}

/** Browsers on other machines that are behind the egress proxy: they reach it over TLS, by a label. */
export function isProxiedElsewhere(options: DeclaredOptions): boolean {
  return findDeclaration(options.provider).isElsewhere === true && traitsFor(options).proxied;
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
  const declared = Object.values(DECLARATIONS);
  const keepers = declared.filter(({ keepsProfiles }) => keepsProfiles).map((other) => other.name);
  const refusals: Refusal[] = declared
    .filter((other) => other !== declaration)
    .flatMap((other) => other.checkUnused?.(config) ?? []);
  refusals.push(...(declaration.check?.(config) ?? []));
  if (capabilities.includes('file-io') && !traitsOf(declaration, browser).files)
    refusals.push({ path: ['capabilities'], message: `file-io is not there with browser.provider: ${name}` });
  if (capabilities.includes('page-tools') && declaration.hasPageTools !== true)
    refusals.push({
      path: ['capabilities'],
      message: `page-tools needs a browser that is started with WebMCP on, which ${name} is not; use browser.provider: local or container`,
    });
  if (browser.profile === 'persistent' && declaration.keepsProfiles !== true)
    refusals.push({
      path: ['browser', 'profile'],
      message: `persistent needs browser.provider: ${keepers.join(' or ')}; ${name} keeps no profile of ours`,
    });
  const whyNotAhead = declaration.whyNotAhead === undefined ? NEVER_AHEAD : declaration.whyNotAhead(browser);
  if (browser.startAhead === true && whyNotAhead !== undefined)
    refusals.push({
      path: ['browser', 'startAhead'],
      message: `${whyNotAhead}; leave browser.startAhead out`,
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
