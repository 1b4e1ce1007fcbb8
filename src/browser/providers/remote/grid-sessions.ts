import { Failure } from '../../../core/index.js';
import { TOO_LATE, resultOrTooLate } from '../../with-timeout.js';
import { ownerLabel } from '../owner-label.js';
import type { ProviderDeps } from '../provider.js';
import { askJson, textAt } from './ask-json.js';
import type { JsonAnswer } from './ask-json.js';
import { findUnguardedPorts } from './grid-unguarded-ports.js';
import { deleteOrphans, describeQueue, watchQueue } from './grid-status.js';
import type { RemoteOptions } from './remote-options.js';
import { readPlace } from './remote-place.js';
import type { RemotePlace } from './remote-place.js';
import type { RemoteSession } from './remote-session.js';

/** So long a call waits for a slot: it shall still have the time to say how full the Grid is. */
const MAX_QUEUE_MS = 15_000;
/** A Grid gives up a request that waits by itself, after five minutes unless its operator said otherwise. */
const MAX_ANSWER_MS = 600_000;
const END_MS = 10_000;
const SWEEP_MS = 5000;
const MAX_WORDS = 160;

/** Sessions of a Selenium Grid 4: a slot for each, asked for by WebDriver, steered by DevTools. */
export class GridSessions {
  readonly #options: RemoteOptions;
  readonly #deps: Pick<ProviderDeps, 'log' | 'keepSecret' | 'options'>;
  #swept: Promise<void> | undefined;

  constructor(options: RemoteOptions, deps: Pick<ProviderDeps, 'log' | 'keepSecret' | 'options'>) {
    this.#options = options;
    this.#deps = deps;
  }

  async open(
    place: RemotePlace,
    switches: readonly string[],
    onQueued: (words: string) => void = () => undefined,
  ): Promise<RemoteSession> {
    const { url, headers } = place;
    if (url === undefined) throw new Failure('config.invalid', 'remote.url is not set.');
    this.#swept ??= this.#sweep({ url, headers });
    await this.#swept;
    const at = (path: string): URL => new URL(`${url.href.replace(/\/$/u, '')}${path}`);
    const asking = askJson({
      ...{ url: at('/session'), method: 'POST', headers, timeoutMs: MAX_ANSWER_MS },
      body: { capabilities: { alwaysMatch: this.#capabilities(switches) } },
    }).catch((error: unknown) => {
      throw new Failure('browser.start-failed', `No Grid answers at ${url.host}.`, undefined, error);
    });
    const stop = watchQueue({ url, headers }, onQueued);
    const answer = await resultOrTooLate(MAX_QUEUE_MS, asking).finally(stop);
    if (answer === TOO_LATE) {
      // A slot that comes after all is nobody's.
      asking.then((late) => this.#giveBack(late, at, headers)).catch(() => undefined);
      throw new Failure('session.too-many', await describeQueue({ url, headers }));
    }
    return this.#taken(answer, url, at, headers);
  }

  /** The DevTools socket of a session is opened as a stranger would open it: without what the operator gave us. */
  async examine(): Promise<readonly string[]> {
    const place = await readPlace(this.#options, () => undefined);
    const { url } = place;
    if (url === undefined) return [];
    const session = await this.open(place, ['--headless', ...this.#options.sessionArgs]);
    try {
      return await findUnguardedPorts({ url, headers: place.headers, socket: session.socket });
    } finally {
      await session.end();
    }
  }

  #capabilities(args: readonly string[]): Record<string, unknown> {
    const { sessionArgs, binary } = this.#options;
    return {
      browserName: 'chrome',
      'se:name': 'gatewright',
      'gatewright:owner': ownerLabel(),
      'goog:chromeOptions': { args: [...args, ...sessionArgs], ...(binary === undefined ? {} : { binary }) },
    };
  }

  #taken(answer: JsonAnswer, url: URL, at: (path: string) => URL, headers: RemotePlace['headers']): RemoteSession {
    const id = textAt(answer.value, 'value.sessionId');
    if (id === undefined) throw refusalOf(answer, url);
    this.#deps.keepSecret?.('REMOTE_SESSION', id);
    // Its own word for the address may be one that only its nodes know.
    const socket = at(`/session/${id}/se/cdp`);
    socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const end = async (): Promise<void> => {
      const { status } = await askJson({ url: at(`/session/${id}`), method: 'DELETE', headers, timeoutMs: END_MS });
      // 404: the Grid has ended it already.
      if (status >= 300 && status !== 404) throw new Error(`HTTP ${status}`);
    };
    const last = { url: at(`/session/${id}`).href, method: 'DELETE', headers };
    return { socket, end, last, folder: textAt(answer.value, 'value.capabilities.chrome.userDataDir') };
  }

  async #giveBack(answer: JsonAnswer, at: (path: string) => URL, headers: RemotePlace['headers']): Promise<void> {
    const id = textAt(answer.value, 'value.sessionId');
    if (id !== undefined) await askJson({ url: at(`/session/${id}`), method: 'DELETE', headers, timeoutMs: END_MS });
  }

  /** Sessions of servers of this machine that are gone. */
  async #sweep(grid: { readonly url: URL; readonly headers: RemotePlace['headers'] }): Promise<void> {
    const deleted = await resultOrTooLate(SWEEP_MS, deleteOrphans(grid)).catch(() => 0);
    if (deleted !== TOO_LATE && deleted > 0)
      this.#deps.log(`remote: deleted ${deleted} sessions of servers that are gone`);
  }
}

/** What the Grid says, as far as it is about the Grid: further on it repeats the request, with our switches in it. */
function refusalOf({ status, value }: JsonAnswer, url: URL): Failure {
  const said = (textAt(value, 'value.message') ?? '').split('\n')[0] ?? '';
  const words = said.includes('--') ? said.slice(0, said.indexOf('--')) : said;
  const about = `The Grid at ${url.host} made no session: ${words.slice(0, MAX_WORDS).trim() || `HTTP ${status}`}`;
  const isFull = /timed? ?out|queue|no (?:free|available)|draining/iu.test(said);
  return new Failure(isFull ? 'session.too-many' : 'browser.start-failed', about);
}
