import { z } from 'zod';
import { Failure, onePageLine, parseJson } from '../../core/index.js';
import type { ExtensionFacts } from '../../core/index.js';

const MAX_MANIFEST_BYTES = 256 * 1024;
/** A person reads them all; what is longer than a line could hide its end. */
const MAX_ASKED = 200;
const MAX_ASKED_LENGTH = 200;

/**
 * What an extension may ask for, and nothing else: any other permission, tomorrow's too, could leave the proxy, steer
 * other programs, read the operator's clipboard, write files, run code that nobody approved, or grant itself more.
 */
const PERMISSIONS: ReadonlySet<string> = new Set([
  ...['activeTab', 'alarms', 'bookmarks', 'contextMenus', 'cookies', 'declarativeContent', 'declarativeNetRequest'],
  ...['declarativeNetRequestFeedback', 'declarativeNetRequestWithHostAccess', 'favicon', 'fontSettings', 'history'],
  ...['idle', 'notifications', 'offscreen', 'power', 'readingList', 'scripting', 'search', 'sessions', 'sidePanel'],
  ...['storage', 'tabGroups', 'tabs', 'topSites', 'tts', 'unlimitedStorage', 'webNavigation', 'webRequest'],
]);

/** Chromium lets an unpacked extension read files of this machine wherever a pattern covers them, as this one does. */
const ALL_URLS = '<all_urls>';
const ALL_WEB = '*://*/*';
const WEB_PATTERN = /^(?:\*|https?|wss?):\/\//u;

const words = z.array(z.string()).optional();
const scripts = z.array(z.looseObject({ matches: words })).optional();
const connectable = z.looseObject({ matches: words, ids: words }).optional();
const manifestSchema = z.looseObject({
  manifest_version: z.literal(3),
  ...{ name: z.string().min(1), version: z.string().min(1), default_locale: z.string().optional() },
  ...{ permissions: words, optional_permissions: words, host_permissions: words, optional_host_permissions: words },
  ...{ content_scripts: scripts, externally_connectable: connectable, chrome_settings_overrides: z.never().optional() },
});
type Manifest = z.output<typeof manifestSchema>;

export interface ReadManifest {
  readonly facts: Omit<ExtensionFacts, 'digest'>;
  /** What the browser is given in its place: what was read, and not what another parser would read of the same bytes. */
  readonly bytes: Buffer;
}

/** `fileOf`: another file of the extension, for the words of its name. */
export function readManifest(bytes: Buffer, fileOf: (path: string) => Buffer | undefined): ReadManifest {
  if (bytes.length > MAX_MANIFEST_BYTES)
    throw bad(`its manifest.json is larger than ${String(MAX_MANIFEST_BYTES)} bytes`);
  const parsed = manifestSchema.safeParse(fromJson(bytes));
  if (!parsed.success) throw bad('its manifest.json is not one of version 3 with a name and a version');
  const manifest = withoutFiles(parsed.data);
  const asksFor = askedBy(manifest);
  if (asksFor.length > MAX_ASKED) throw bad(`it asks for more than ${String(MAX_ASKED)} things`);
  const { name, version } = manifest;
  return {
    facts: { name: onePageLine(shownName(name, manifest, fileOf), 100), version: onePageLine(version, 40), asksFor },
    bytes: Buffer.from(JSON.stringify(manifest)),
  };
}

function withoutFiles(manifest: Manifest): Manifest {
  const narrowed = (patterns: readonly string[] | undefined) => patterns?.map(webPattern);
  return {
    ...manifest,
    host_permissions: narrowed(manifest.host_permissions),
    optional_host_permissions: narrowed(manifest.optional_host_permissions),
    content_scripts: manifest.content_scripts?.map((one) => ({ ...one, matches: narrowed(one.matches) })),
  };
}

function webPattern(pattern: string): string {
  if (pattern === ALL_URLS) return ALL_WEB;
  if (!WEB_PATTERN.test(pattern))
    throw denied(`${onePageLine(pattern, 100)}; web pages alone, as https://example.com/*`);
  return pattern;
}

function askedBy(manifest: Manifest): string[] {
  const asked = [...(manifest.permissions ?? []), ...(manifest.optional_permissions ?? [])];
  const refused = asked.find((permission) => !PERMISSIONS.has(permission));
  if (refused !== undefined) throw denied(`the permission ${onePageLine(refused, 100)}`);
  const hosts = [...(manifest.host_permissions ?? []), ...(manifest.optional_host_permissions ?? [])];
  const pages = (manifest.content_scripts ?? []).flatMap(({ matches }) => matches ?? []);
  const { matches = [], ids = [] } = manifest.externally_connectable ?? {};
  return [
    ...say('permission', asked),
    ...say('requests to', hosts),
    ...say('script in', pages),
    ...say('messages from', [...matches, ...ids]),
  ];
}

function say(label: string, items: readonly string[]): string[] {
  if (items.some((item) => item.length > MAX_ASKED_LENGTH)) throw bad('it asks for something too long to be shown');
  return items.map((item) => `${label} ${onePageLine(item, MAX_ASKED_LENGTH)}`);
}

/** A name can be in the file of a language. */
function shownName(
  name: string,
  { default_locale: locale }: Manifest,
  fileOf: (path: string) => Buffer | undefined,
): string {
  const key = /^__MSG_(\w+)__$/u.exec(name)?.[1]?.toLowerCase();
  const file = locale === undefined ? undefined : fileOf(`_locales/${locale}/messages.json`);
  if (key === undefined || file === undefined) return name;
  const messages = z.record(z.string(), z.looseObject({ message: z.string() })).safeParse(fromJson(file)).data ?? {};
  return Object.entries(messages).find(([id]) => id.toLowerCase() === key)?.[1].message ?? name;
}

function fromJson(bytes: Buffer): unknown {
  return parseJson(bytes.toString('utf8').replace(/^\uFEFF/u, ''));
}

function denied(what: string): Failure {
  return new Failure('policy.denied', `no extension gets ${what}`);
}

function bad(why: string): Failure {
  return new Failure('browser.bad-extension', why);
}
