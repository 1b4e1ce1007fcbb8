import { Failure } from '../../core/index.js';
import { fieldsOf, textOf } from '../cdp/message-fields.js';
import type { Fields } from '../cdp/message-fields.js';
import type { CdpConnection } from '../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import { TOO_LATE, resultOrTooLate, succeeds } from '../with-timeout.js';
import type { Canary } from './canary.js';
import { BINDING, NAVIGATION, navigationUrl, ORIGIN, pageText } from './page.js';
import { SILENCE_BEHIND_JAIL_MS, SILENCE_MS } from './page.js';

/** Half a second on an idle machine; one that cannot finish it in this time cannot be shown to be closed. */
const MAX_MS = 15_000;
/** For so long the canary stays where it is after the test: a slow machine may be slow to leak. */
const LATE_MS = 5000;

/** Its attempts have been made by then; so long they may be on their way to a proxy that is not on this machine. */
const THROUGH_MS = 2000;

export interface Tested {
  readonly wire: CdpConnection;
  readonly documentInterceptor: DocumentInterceptor;
  readonly canary: Canary;
  /** What a session's context gets. */
  readonly context: Fields;
  /** Nothing has a way out of it, whoever asks. */
  readonly isJailed: boolean;
  /** The same browser, started in the same way, passed at an earlier start. */
  readonly hasPassedBefore: boolean;
  /** All is under way: from here on it waits more than it works. */
  readonly begun: () => void;
}

/** One hit after the test, and the browser is over. */
export function watchLate(canary: Canary, end: () => void): void {
  if (canary.hits().length > 0) end();
  canary.whenHit(end);
  setTimeout(() => {
    canary.close();
  }, LATE_MS).unref();
}

/**
 * Tests effects, not switches: a switch may mean nothing to this browser, or something else than it did. Pages of our own
 * try to reach a listener around the proxy; one hit, and nobody gets a session of this browser. Says how many
 * milliseconds it took from the browser's first answer.
 */
export async function selfTest(tested: Tested): Promise<number> {
  const { canary, wire } = tested;
  const up = wire.call('Browser.getVersion', {}).then(() => performance.now());
  up.catch(() => undefined);
  try {
    const done = await resultOrTooLate(MAX_MS, tryAll(tested)).catch(asFailure);
    const isThrough = await hasComeThrough(canary);
    const hits = canary.hits();
    if (hits.length > 0) throw new Failure('browser.leaks', `Around the proxy went: ${hits.join(', ')}.`);
    // Silence alone shows nothing: a browser that reaches neither the proxy nor us may reach others.
    if (!isThrough) throw new Failure('browser.leaks', 'Nothing of it came by way of the proxy.');
    if (done === TOO_LATE) throw new Failure('browser.start-failed', 'Its self-test did not end in time.');
    for (const room of done) void closeRoom(wire, room);
    return Math.round(performance.now() - (await up));
  } catch (error) {
    canary.close();
    throw error;
  }
}

async function hasComeThrough({ cameThrough }: Canary): Promise<boolean> {
  return cameThrough === undefined || succeeds(THROUGH_MS, cameThrough);
}

function asFailure(error: unknown): never {
  if (error instanceof Failure) throw error;
  throw new Failure('browser.start-failed', 'Its self-test could not be made.', undefined, error);
}

/** A context and the tab in it. */
interface Room {
  readonly browserContextId: string;
  readonly targetId: string;
}

/**
 * The tab first: one without a window outlives its context, and Chromium ends itself a minute after a context was
 * disposed of that still has a page.
 */
export async function closeRoom(wire: CdpConnection, { browserContextId, targetId }: Room): Promise<void> {
  await wire.call('Target.closeTarget', { targetId }).catch(() => undefined);
  wire.sendNoReply('Target.disposeBrowserContext', { browserContextId });
}

/** What it took. */
async function tryAll({
  wire,
  documentInterceptor,
  canary,
  context,
  isJailed,
  hasPassedBefore,
  begun,
}: Tested): Promise<readonly Room[]> {
  const page = pageText(canary, isJailed && hasPassedBefore ? SILENCE_BEHIND_JAIL_MS : SILENCE_MS);
  // As sessions are, behind the context's own proxy, but for one name: it must not be looked up even so.
  const own = await openContext(wire, documentInterceptor, { ...context, proxyBypassList: bypassing(context, canary) });
  const tab = await openTab(wire, documentInterceptor, { canary, page }, own);
  await wire.call('Page.navigate', { url: `${ORIGIN}/` }, tab.session);
  await tab.untilSaid('begun');
  const tried = Promise.all([arrived(tab), tab.untilSaid('tried')]);
  if (isJailed) {
    begun();
    await tried;
    return [roomOf(own, tab)];
  }
  // Behind the browser's proxy alone, as whatever belongs to no session. It costs a window and a process of its own.
  const other = await openContext(wire, documentInterceptor, {});
  const another = await openTab(wire, documentInterceptor, { canary, page }, other);
  begun();
  await Promise.all([tried, navigate(wire, canary, another)]);
  return [roomOf(own, tab), roomOf(other, another)];
}

function roomOf(browserContextId: string, { targetId }: Tab): Room {
  return { browserContextId, targetId };
}

/** Straight to the canary, as the page's own frame does. */
async function navigate(wire: CdpConnection, canary: Canary, tab: Tab): Promise<void> {
  const ended = wire.call('Page.navigate', { url: navigationUrl(canary) }, tab.session);
  await Promise.race([arrived(tab), ended.catch(() => undefined)]);
}

/** The navigation has come to our proxy, which asks who it is, or to its end. */
async function arrived({ untilSaid }: Tab): Promise<void> {
  await Promise.race([untilSaid('asked'), untilSaid('ended')]);
}

interface Tab {
  readonly targetId: string;
  readonly session: string;
  readonly untilSaid: (word: Word) => Promise<void>;
}

async function openTab(
  wire: CdpConnection,
  documentInterceptor: DocumentInterceptor,
  { canary, page }: { readonly canary: Canary; readonly page: string },
  browserContextId: string,
): Promise<Tab> {
  const targetId = await createTarget(wire, browserContextId);
  const { sessionId } = await wire.call('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const untilSaid = listenToPage(documentInterceptor, session, (requestId, url) => {
    if (url.startsWith(ORIGIN))
      wire.sendNoReply('Fetch.fulfillRequest', { requestId, ...answerFor(url, canary, page) }, session);
    else wire.sendNoReply('Fetch.continueRequest', { requestId }, session);
  });
  const patterns = [{ urlPattern: `${ORIGIN}/*` }, { urlPattern: navigationUrl(canary) }];
  wire.sendNoReply('Runtime.enable', {}, session);
  wire.sendNoReply('Runtime.addBinding', { name: BINDING }, session);
  wire.sendNoReply('Fetch.enable', { patterns, handleAuthRequests: true }, session);
  return { targetId, session, untilSaid };
}

/** Without a window, which costs more than the page; browsers that know of no other tabs get one with a window. */
export async function createTarget(wire: CdpConnection, browserContextId: string): Promise<string> {
  const target = { url: 'about:blank', browserContextId };
  const made = await wire
    .call('Target.createTarget', { ...target, hidden: true, background: true })
    .catch(() => wire.call('Target.createTarget', target));
  return String(made['targetId']);
}

type Word = 'asked' | 'begun' | 'ended' | 'tried';

/** What the page says, and what it asks for. */
function listenToPage(
  documentInterceptor: DocumentInterceptor,
  session: string,
  onRequest: (requestId: string | undefined, url: string) => void,
): (word: Word) => Promise<void> {
  const said = new Set<string>();
  const waiting = new Map<string, () => void>();
  const say = (word: string): void => {
    said.add(word);
    waiting.get(word)?.();
  };
  documentInterceptor.ownSessions.listen(session, (message) => {
    const method = textOf(message, 'method');
    const params = fieldsOf(message, 'params');
    const url = textOf(fieldsOf(params, 'request'), 'url') ?? '';
    if (method === 'Fetch.requestPaused') onRequest(textOf(params, 'requestId'), url);
    // The redirect is asked too, and says nothing about the navigation.
    if (method === 'Fetch.authRequired' && url.endsWith(NAVIGATION)) say('asked');
    if (method === 'Runtime.bindingCalled') say(textOf(params, 'payload') ?? '');
  });
  return (word) =>
    new Promise((resolve) => {
      if (said.has(word)) resolve();
      else waiting.set(word, resolve);
    });
}

function bypassing(context: Fields, { name }: Canary): string {
  if (textOf(context, 'proxyServer') === undefined) return '';
  return [textOf(context, 'proxyBypassList'), name].filter((part) => part !== undefined).join(';');
}

export async function openContext(
  wire: CdpConnection,
  documentInterceptor: DocumentInterceptor,
  context: Fields,
): Promise<string> {
  const { browserContextId } = await wire.call('Target.createBrowserContext', { ...context, disposeOnDetach: true });
  documentInterceptor.keepApart(String(browserContextId));
  return String(browserContextId);
}

function answerFor(url: string, canary: Canary, page: string): Fields {
  if (url === `${ORIGIN}/redirect`) {
    const location = `http://${canary.host}:${canary.tcp}${canary.path}/redirect`;
    return { responseCode: 302, responseHeaders: [{ name: 'location', value: location }] };
  }
  const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
  return { responseCode: 200, responseHeaders, body: Buffer.from(page).toString('base64') };
}
