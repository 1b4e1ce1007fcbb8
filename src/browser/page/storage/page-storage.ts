import type { Cookie } from 'playwright-core';
import { Failure } from '../../../core/index.js';
import type { Json, JsonObject, PageStorage, PageView, StoreKind } from '../../../core/index.js';
import { isFields, numberOf, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import { explainFault } from '../attempt.js';
import { duringCall } from '../call-time.js';
import type { PageDeps } from '../page-deps.js';
import { readHere } from '../page-reads.js';
import { requireSameDocument } from '../permit-preconditions.js';
import * as areas from './area-scripts.js';
import * as databases from './database-scripts.js';
import { runAtOrigin, pairsOf } from './run-at-origin.js';
import { loadState, saveState } from './saved-states.js';
import { shownText } from '../shown-text.js';
import { removeCookie, setSiteCookie, siteCookies } from './site-cookies.js';
import { readsLikeCredential } from './withhold.js';

const MAX_ENTRIES = 200;
const MAX_KEY = 300;
const MAX_VALUE = 100_000;
/** Read of a value, so that it can be masked as a whole before it is cut. */
const MAX_READ = 1_000_000;
const WITHHELD = 'the operator has not set storage.unsafeRevealValues';
const SIGNED_IN = 'an identity of the vault is signed in here';

export function storageOf(deps: PageDeps): PageStorage {
  return {
    listStorage: (kind) => readHere(deps, (origin) => list(deps, origin, kind)),
    readStorage: (kind, key) => readHere(deps, (origin) => read(deps, origin, kind, key)),
    writeStorage: (kind, key, value) => change(deps, (origin) => write(deps, origin, kind, key, value)),
    removeStorage: (kind, key) => change(deps, (origin) => remove(deps, origin, kind, key)),
    saveState: (name) => change(deps, (origin) => saveState(deps, origin, name)),
    loadState: (name) => change(deps, (origin) => loadState(deps, origin, name)),
  };
}

/** In the document that was judged; a script that comes to another origin does nothing there. */
async function change<T>(deps: PageDeps, work: (origin: string) => Promise<T>): Promise<T> {
  try {
    return await duringCall(deps.signal, work(requireSameDocument(deps).origin));
  } catch (error) {
    throw explainFault(error, deps.tab);
  }
}

async function list(deps: PageDeps, origin: string, kind: StoreKind): Promise<PageView> {
  if (kind === 'cookies') {
    const cookies = await siteCookies(deps, origin);
    const rows = cookies.slice(0, MAX_ENTRIES).map((cookie) => cookieRow(deps, origin, cookie, false));
    return storageView(origin, kind, rows, cookies.length - rows.length);
  }
  const script = { local: areas.LIST_AREA, session: areas.LIST_AREA, indexeddb: databases.LIST_DATABASES };
  const found =
    kind === 'cache'
      ? await runAtOrigin(deps, origin, areas.LIST_CACHES, [MAX_ENTRIES])
      : await runAtOrigin(deps, origin, script[kind], kind === 'indexeddb' ? [MAX_ENTRIES] : [kind, MAX_ENTRIES]);
  const { entries } = found;
  const rows = (Array.isArray(entries) ? entries : []).filter(isFields).slice(0, MAX_ENTRIES);
  const shown = rows.map((row) => maskedRow(deps, origin, row));
  return storageView(origin, kind, shown, Math.max(0, (numberOf(found, 'total') ?? 0) - rows.length));
}

/** One of the rows that our own scripts make: texts, numbers, and lists of texts. */
function maskedRow(deps: PageDeps, origin: string, row: Fields): JsonObject {
  const shown = (value: unknown): Json => {
    if (typeof value === 'number') return value;
    if (Array.isArray(value)) return value.map((item: unknown) => shown(item));
    return shownText(deps, origin, String(value), MAX_KEY).text;
  };
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, shown(value)]));
}

async function read(deps: PageDeps, origin: string, kind: StoreKind, key: string): Promise<PageView> {
  if (kind === 'cookies') {
    const named = (await siteCookies(deps, origin)).filter(({ name }) => name === key);
    if (named.length === 0) throw noEntry(kind);
    return storageView(
      origin,
      kind,
      named.map((cookie) => cookieRow(deps, origin, cookie, true)),
      0,
    );
  }
  const found = await runAtOrigin(deps, origin, readScript(kind), readValues(kind, key));
  const { pairs } = found;
  const facts = Object.fromEntries(Object.entries(found).filter(([name]) => name !== 'value' && name !== 'pairs'));
  if (Object.keys(facts).length === 0) throw noEntry(kind);
  const value = pairs === undefined ? textOf(found, 'value') : recordsText(deps, origin, key, pairsOf(found, 'pairs'));
  const row = maskedRow(deps, origin, facts);
  if (value === undefined) return storageView(origin, kind, [row], 0);
  const why = whyWithheld(deps, origin, pairs === undefined && readsLikeCredential(key, value));
  if (why !== undefined) return storageView(origin, kind, [{ ...row, withheld: why }], 0);
  const { text, more } = shownText(deps, origin, value, MAX_VALUE);
  return storageView(origin, kind, [{ ...row, value: text, ...(more === 0 ? {} : { more }) }], 0);
}

/** A whole store shows no more of a record than asking for it by its key would. */
function recordsText(deps: PageDeps, origin: string, store: string, pairs: readonly [string, string][]): string {
  const why = whyWithheld(deps, origin, true);
  const records = pairs.map(([key, value]) => {
    const isHeld = why !== undefined && readsLikeCredential(`${store}/${key}`, value);
    return `[${JSON.stringify(key)},${isHeld ? JSON.stringify({ withheld: why }) : value}]`;
  });
  return `[${records.join(',')}]`;
}

function readScript(kind: Exclude<StoreKind, 'cookies'>): string {
  if (kind === 'indexeddb') return databases.GET_RECORDS;
  return kind === 'cache' ? areas.GET_CACHED : areas.GET_ITEM;
}

function readValues(kind: StoreKind, key: string): (string | number)[] {
  return kind === 'local' || kind === 'session' ? [kind, key, MAX_READ] : [key, MAX_READ];
}

async function write(deps: PageDeps, origin: string, kind: StoreKind, key: string, value: string): Promise<void> {
  const run = (script: string, values: readonly string[]): Promise<Fields> =>
    runAtOrigin(deps, origin, script, values, 'browser.outcome-unknown');
  switch (kind) {
    case 'cookies':
      return setSiteCookie(deps, origin, key, value);
    case 'local':
    case 'session':
      await run(areas.SET_ITEM, [kind, key, value]);
      return;
    case 'indexeddb':
      if ((await run(databases.PUT_RECORD, [key, value]))['put'] !== true) throw noEntry(kind);
      return;
    case 'cache':
      throw new Failure('call.bad-arguments', 'kind: a cache can be listed, read and removed, not set');
  }
}

async function remove(deps: PageDeps, origin: string, kind: StoreKind, key: string): Promise<number> {
  if (kind === 'cookies') return removeCookie(deps, origin, key);
  const scripts = { indexeddb: databases.REMOVE_RECORDS, cache: areas.REMOVE_CACHED };
  const done =
    kind === 'local' || kind === 'session'
      ? await runAtOrigin(deps, origin, areas.REMOVE_ITEM, [kind, key], 'browser.outcome-unknown')
      : await runAtOrigin(deps, origin, scripts[kind], [key], 'browser.outcome-unknown');
  return numberOf(done, 'removed') ?? 0;
}

function noEntry(kind: StoreKind): Failure {
  return new Failure('call.bad-arguments', `key: ${kind} has no such entry; storage_list shows them`);
}

function cookieRow(deps: PageDeps, origin: string, cookie: Cookie, isAsked: boolean): JsonObject {
  const { name, value, domain, path, expires, httpOnly, secure, sameSite, partitionKey } = cookie;
  const isShared = deps.session.identities.getsCookie(domain);
  const why = isAsked ? (isShared ? SIGNED_IN : whyWithheld(deps, origin, true)) : undefined;
  const shown = (text: string, max: number): string => shownText(deps, origin, text, max).text;
  return {
    ...{ name: shown(name, MAX_KEY), domain: shown(domain, MAX_KEY), path: shown(path, MAX_KEY) },
    ...{ httpOnly, secure, sameSite, expires: expires > 0 ? new Date(expires * 1000).toISOString() : 'session' },
    ...(partitionKey === undefined ? {} : { partitioned: true }),
    length: value.length,
    ...(isAsked && why === undefined ? { value: shown(value, MAX_VALUE) } : {}),
    ...(why === undefined ? {} : { withheld: why }),
  };
}

/** What came from the vault, or from signing in with it, is shown to nobody, whatever the operator opens. */
function whyWithheld(deps: PageDeps, origin: string, isCredential: boolean): string | undefined {
  if (deps.session.identities.isOnHost(new URL(origin).hostname)) return SIGNED_IN;
  if (!isCredential) return undefined;
  if (deps.permit.callFacts.isAttached === true) return "the browser is a person's own";
  return deps.storage.revealValues ? undefined : WITHHELD;
}

/** One JSON text, an entry on each line. */
function storageView(origin: string, kind: StoreKind, rows: readonly JsonObject[], more: number): PageView {
  const entries = rows.map((row) => JSON.stringify(row)).join(',\n');
  const rest = more > 0 ? `,"more":${String(more)}` : '';
  const text = `{"kind":"${kind}","entries":[${entries === '' ? '' : `\n${entries}\n`}]${rest}}`;
  return { origin, text, data: { kind, shown: rows.length, ...(more > 0 ? { more } : {}) } };
}
