import { Failure, NOT_IN_THIS_VERSION } from '../core/index.js';
import { readList, readNumber, readSwitch, readTextSetting } from './settings.js';
import type { Setting } from './settings.js';

export const PREFIX = 'GATEWRIGHT_';
/** One for each site, for the vault's env backend; a record, and no setting. */
const IDENTITY_PREFIX = 'GATEWRIGHT_IDENTITY_';

type Variable =
  | { readonly kind: 'list' | 'switch' | 'text' | 'path' | 'number'; readonly path: readonly string[] }
  /** The address of a browser, and with it the wish to use that one. */
  | { readonly kind: 'running-browser' }
  /** Read where it is used, and part of no configuration that could be printed. */
  | { readonly kind: 'secret' }
  /** Read before everything else. */
  | { readonly kind: 'workspace' }
  /** For the clients' own configuration; it is no setting of ours. */
  | { readonly kind: 'clients' };

export const VARIABLES: ReadonlyMap<string, Variable> = new Map<string, Variable>([
  ['GATEWRIGHT_CAPABILITIES', { kind: 'list', path: ['capabilities'] }],
  ['GATEWRIGHT_CONFIRM_REQUIRED', { kind: 'list', path: ['confirmRequired'] }],
  ['GATEWRIGHT_ALLOWED_ORIGINS', { kind: 'list', path: ['network', 'allow'] }],
  ['GATEWRIGHT_BLOCKED_ORIGINS', { kind: 'list', path: ['network', 'block'] }],
  ['GATEWRIGHT_ALLOW_PRIVATE', { kind: 'list', path: ['network', 'unsafeAllowPrivate'] }],
  ['GATEWRIGHT_ATTACH_CDP', { kind: 'running-browser' }],
  ['GATEWRIGHT_WORKSPACE', { kind: 'workspace' }],
  ['GATEWRIGHT_CREDENTIALS_PROVIDER', { kind: 'text', path: ['credentials', 'provider'] }],
  ['GATEWRIGHT_HEADLESS', { kind: 'switch', path: ['browser', 'headless'] }],
  ['GATEWRIGHT_EXECUTABLE_PATH', { kind: 'path', path: ['browser', 'executablePath'] }],
  ['GATEWRIGHT_DIAGNOSTICS_RETENTION_DAYS', { kind: 'number', path: ['diagnostics', 'retentionDays'] }],
  ['GATEWRIGHT_CAPTCHA_PROVIDER', { kind: 'text', path: ['captcha', 'provider'] }],
  ['GATEWRIGHT_CAPTCHA_API_KEY', { kind: 'secret' }],
  ['GATEWRIGHT_CAPTCHA_API_BASE', { kind: 'text', path: ['captcha', 'apiBase'] }],
  ['GATEWRIGHT_CAPTCHA_TIMEOUT_MS', { kind: 'number', path: ['captcha', 'timeoutMs'] }],
  ['GATEWRIGHT_CAPTCHA_POLL_MS', { kind: 'number', path: ['captcha', 'pollMs'] }],
  ['GATEWRIGHT_CAPTCHA_MAX_PER_HOUR', { kind: 'number', path: ['captcha', 'maxPerHour'] }],
  ['GATEWRIGHT_TOKEN', { kind: 'clients' }],
]);

/** Every `GATEWRIGHT_…` variable is known or refused: a misspelt allowlist must not start a server without one. */
export function readEnvironment(env: NodeJS.ProcessEnv): readonly Setting[] {
  const settings: Setting[] = [];
  for (const [name, text] of Object.entries(env)) {
    if (!name.startsWith(PREFIX) || name.startsWith(IDENTITY_PREFIX) || text === undefined) continue;
    if (NOT_IN_THIS_VERSION.variables.includes(name)) {
      throw new Failure('config.not-here-yet', `${name}: its feature is not in this version; unset it`);
    }
    const variable = VARIABLES.get(name);
    if (variable === undefined) throw unknownVariable(name);
    if (variable.kind === 'running-browser') settings.push(...attachSettings(name, text));
    if ('path' in variable) settings.push(readSetting(name, variable, text));
  }
  return settings;
}

function readSetting(name: string, variable: Extract<Variable, { path: readonly string[] }>, text: string): Setting {
  const source = { from: 'env', name } as const;
  switch (variable.kind) {
    case 'list':
      return { path: variable.path, value: readList(name, text), source };
    case 'switch':
      return { path: variable.path, value: readSwitch(name, text), source };
    case 'number':
      return { path: variable.path, value: readNumber(name, text), source };
    case 'text':
    case 'path':
      return { path: variable.path, value: readTextSetting(name, text), source };
  }
}

function attachSettings(name: string, text: string): readonly Setting[] {
  const source = { from: 'env', name } as const;
  return [
    { path: ['browser', 'provider'], value: 'attach', source },
    { path: ['browser', 'attachCdp'], value: readTextSetting(name, text), source },
  ];
}

function unknownVariable(name: string): Failure {
  const valid = [...VARIABLES.keys()];
  return new Failure('config.invalid', `${name}: there is no such variable; valid: ${valid.join(', ')}`);
}
