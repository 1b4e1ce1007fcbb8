import { Failure } from '../../core/index.js';
import { fieldsOf, textOf } from '../devtools-message.js';
import type { Fields } from '../devtools-message.js';
import type { DevToolsWire } from '../devtools-wire.js';
import type { DocumentGate } from '../document-gate.js';
import { TOO_LATE, within } from '../within.js';
import type { Canary } from './canary.js';
import { BINDING, ORIGIN, pageText } from './page.js';

/** Half a second on an idle machine; one that cannot finish it in this time cannot be shown to be closed. */
const MOST_MS = 15_000;
/** For so long the canary stays where it is after the test: a slow machine may be slow to leak. */
const LATE_MS = 5000;

export interface Tested {
  readonly wire: DevToolsWire;
  readonly gate: DocumentGate;
  readonly canary: Canary;
  /** What a session's context gets. */
  readonly context: Fields;
  /** Nothing has a way out of it, whoever asks. */
  readonly isJailed: boolean;
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
 * try to reach a listener around the proxy; one hit, and nobody gets a session of this browser.
 */
export async function selfTest(tested: Tested): Promise<void> {
  const { canary } = tested;
  try {
    const done = await within(MOST_MS, tryAll(tested)).catch(asFailure);
    const hits = canary.hits();
    if (hits.length > 0) throw new Failure('browser.leaks', `Around the proxy went: ${hits.join(', ')}.`);
    if (done === TOO_LATE) throw new Failure('browser.start-failed', 'Its self-test did not end in time.');
    for (const browserContextId of done) tested.wire.tell('Target.disposeBrowserContext', { browserContextId });
  } catch (error) {
    canary.close();
    throw error;
  }
}

function asFailure(error: unknown): never {
  if (error instanceof Failure) throw error;
  throw new Failure('browser.start-failed', 'Its self-test could not be made.', undefined, error);
}

/** The contexts that it took. */
async function tryAll({ wire, gate, canary, context, isJailed }: Tested): Promise<readonly string[]> {
  // As sessions are, behind the context's own proxy, but for one name: it must not be looked up even so.
  const own = await openContext(wire, gate, { ...context, proxyBypassList: bypassing(context) });
  const { targetId } = await wire.call('Target.createTarget', { url: 'about:blank', browserContextId: own });
  const { sessionId } = await wire.call('Target.attachToTarget', { targetId, flatten: true });
  const session = String(sessionId);
  const heard = hear(gate, session, (requestId, url) => {
    wire.tell('Fetch.fulfillRequest', { requestId, ...answerFor(url, canary) }, session);
  });
  const steps: readonly (readonly [string, Fields])[] = [
    ['Runtime.enable', {}],
    ['Runtime.addBinding', { name: BINDING }],
    ['Fetch.enable', { patterns: [{ urlPattern: `${ORIGIN}/*` }] }],
    ['Page.navigate', { url: `${ORIGIN}/` }],
  ];
  await Promise.all(steps.map(([method, params]) => wire.call(method, params, session)));
  await heard('begun');
  if (isJailed) {
    await heard('tried');
    return [own];
  }
  // The other sets out while the page waits: it costs a window and a process of its own.
  const [other] = await Promise.all([navigate(wire, gate, canary), heard('tried')]);
  return [own, other];
}

type Word = 'begun' | 'tried';

/** What the page says, and what it asks for. */
function hear(
  gate: DocumentGate,
  session: string,
  onRequest: (requestId: string | undefined, url: string) => void,
): (word: Word) => Promise<void> {
  const said = new Set<string>();
  const waiting = new Map<string, () => void>();
  gate.listenApart(session, (message) => {
    const params = fieldsOf(message, 'params');
    if (textOf(message, 'method') === 'Fetch.requestPaused')
      onRequest(textOf(params, 'requestId'), textOf(fieldsOf(params, 'request'), 'url') ?? '');
    if (textOf(message, 'method') !== 'Runtime.bindingCalled') return;
    const word = textOf(params, 'payload') ?? '';
    said.add(word);
    waiting.get(word)?.();
  });
  return (word) =>
    new Promise((resolve) => {
      if (said.has(word)) resolve();
      else waiting.set(word, resolve);
    });
}

/** Behind the browser's proxy alone, as whatever belongs to no session; where it ends is of no interest. */
async function navigate(wire: DevToolsWire, gate: DocumentGate, { tcp }: Canary): Promise<string> {
  const browserContextId = await openContext(wire, gate, {});
  await wire.call('Target.createTarget', { url: `http://127.0.0.1:${tcp}/navigation`, browserContextId });
  return browserContextId;
}

function bypassing(context: Fields): string {
  return [textOf(context, 'proxyBypassList'), 'localhost'].filter((part) => part !== undefined).join(';');
}

async function openContext(wire: DevToolsWire, gate: DocumentGate, context: Fields): Promise<string> {
  const { browserContextId } = await wire.call('Target.createBrowserContext', context);
  gate.keepApart(String(browserContextId));
  return String(browserContextId);
}

function answerFor(url: string, canary: Canary): Fields {
  if (url === `${ORIGIN}/redirect`) {
    const location = `http://127.0.0.1:${canary.tcp}/redirect`;
    return { responseCode: 302, responseHeaders: [{ name: 'location', value: location }] };
  }
  const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
  return { responseCode: 200, responseHeaders, body: Buffer.from(pageText(canary)).toString('base64') };
}
