import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import type { Loaded } from './load.js';
import {
  announceUndeclared,
  declaredOptions,
  findDeclaration,
  hasBrowserPerSession,
  traitsFor,
} from '../browser/options.js';
import { CAPABILITIES } from '../core/index.js';
import { teamOf, teamWords } from './teams.js';

/** What is open and what is not, in words, for stderr at boot, for the record and for `doctor`. */
export function describePosture({ config, workspace, environment }: Loaded): string[] {
  const { network, browser } = config;
  const list = (items: readonly string[] | undefined, absent: string): string =>
    items === undefined ? absent : items.length === 0 ? 'nothing' : items.join(', ');
  return [
    `workspace: ${workspace}`,
    `capabilities: ${config.capabilities.join(', ') || 'none'}`,
    `allow: ${list(network.allow, 'every public origin')}`,
    `load: ${list(network.load, 'the same as allow')}`,
    `block: ${list(network.block, 'nothing')}`,
    `confirmRequired: ${config.confirmRequired.join(', ') || 'nothing'}`,
    provider(config, environment),
    ...files(config, workspace),
    ...(config.audit.thumbnails ? ['thumbnails: pictures of pages are kept beside the record'] : []),
    ...Object.entries(config.teams).map(([name, options]) => `team ${name}: ${teamWords(teamOf(name, options))}`),
    ...upstream(network.upstreamProxy),
    ...insecureHosts(browser.ignoreHttpsErrors),
    ...keptProfiles(browser.profile, workspace),
    ...config.plugins.map(plugin),
    ...exposed(config),
    ...unsafeKeys(config).map((line) => `unsafe: ${line}`),
  ];
}

function unsafeKeys(config: Loaded['config']): string[] {
  const { network, approval, credentials, http, storage } = config;
  const browser = declaredOptions(config);
  const lines: string[] = [];
  if (network.unsafeAllowPrivate.length > 0) {
    lines.push(`network.unsafeAllowPrivate opens ${network.unsafeAllowPrivate.join(', ')}`);
  }
  if (network.observe)
    lines.push('network.observe: agents may open every public site; only private addresses are refused');
  const declaration = findDeclaration(browser.provider);
  lines.push(...(declaration.unsafe?.(browser) ?? []), ...announceUndeclared(declaration, browser));
  if (browser.disableWebSecurity)
    lines.push(
      traitsFor(browser).ownProfile
        ? 'browser.disableWebSecurity: the same-origin policy is off; every page can read every site of its session'
        : "browser.disableWebSecurity has no effect on a person's own browser",
    );
  if (approval.from === 'never')
    lines.push(
      'approval.from is never: nobody is asked whatever the risk, except where a rule or confirmRequired says so',
    );
  if (approval.trustClient) lines.push("approval.trustClient: the agent's own client may approve actions of high risk");
  if (credentials.revealTotp) lines.push('credentials.revealTotp: the model sees one-time codes');
  if (storage.unsafeRevealValues)
    lines.push('storage.unsafeRevealValues: the model sees the values of cookies and tokens');
  if (http.unsafeTlsByProxy) lines.push('http.unsafeTlsByProxy: the endpoint speaks plain HTTP and may leave loopback');
  return lines;
}

function provider(config: Loaded['config'], environment: Loaded['environment']): string {
  const browser = declaredOptions(config);
  const declaration = findDeclaration(browser.provider);
  const where = declaration.where?.(browser) ?? '';
  const walls = declaration.walls?.(browser) ?? `sandbox: ${browser.sandbox}; jail: ${jail(browser.jail, environment)}`;
  const isPerSession = hasBrowserPerSession(declaration, browser);
  return `provider: ${browser.provider}${where}; ${walls}${isPerSession ? '; a browser for each session' : ''}`;
}

/** Whether bubblewrap works is found out when the browser starts; what then is missing is said then. */
function jail(wanted: Loaded['config']['browser']['jail'], environment: Loaded['environment']): string {
  if (wanted === 'off') return 'off';
  if (process.platform !== 'linux') return `${wanted}, but there is no jail: it needs Linux`;
  const folders = (environment['PATH'] ?? '/usr/bin').split(delimiter);
  const isThere = folders.some((folder) => folder !== '' && existsSync(join(folder, 'bwrap')));
  return isThere ? wanted : `${wanted}, but there is no jail: bubblewrap is not installed`;
}

function exposed({ capabilities }: Loaded['config']): string[] {
  return capabilities
    .filter((name) => !CAPABILITIES[name].default)
    .map((name) => `warning: capability ${name} is on: it exposes ${CAPABILITIES[name].exposes}`);
}

/** Its own name is said when it starts, which is read from its folder. */
function plugin({ path, capabilities }: Loaded['config']['plugins'][number]): string {
  return `warning: a plugin runs from ${path}; it may use ${capabilities.join(', ') || 'nothing of the browser'}`;
}

function files({ capabilities }: Loaded['config'], workspace: string): string[] {
  const recordings = `recordings to ${join(workspace, 'downloads')}`;
  const kept = capabilities.includes('recording') ? [`files: ${recordings}`] : [];
  if (!capabilities.includes('file-io')) return kept;
  return [
    ...kept,
    `files: uploads from ${join(workspace, 'files')}; downloads and PDFs to ${join(workspace, 'downloads')}`,
  ];
}

function keptProfiles(profile: Loaded['config']['browser']['profile'], workspace: string): string[] {
  if (profile !== 'persistent') return [];
  return [
    `warning: browser.profile: persistent keeps what sites store, sign-ins too, unencrypted in ${join(workspace, 'profiles')}; identities of the vault are not used`,
  ];
}

function insecureHosts(sites: readonly string[]): string[] {
  if (sites.length === 0) return [];
  return [`warning: browser.ignoreHttpsErrors: the certificates of ${sites.join(', ')} are not checked`];
}

/** Never its user name and password. */
function upstream(option: Loaded['config']['network']['upstreamProxy']): string[] {
  if (option === undefined) return [];
  const { host } = new URL(typeof option === 'string' ? option : option.url);
  return [
    `warning: network.upstreamProxy ${host} looks names up by itself; the addresses it finds are not judged here`,
  ];
}
