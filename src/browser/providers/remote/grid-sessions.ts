import { Failure, RetryLater } from '../../../core/index.js';
import { TOO_LATE, resultOrTooLate } from '../../with-timeout.js';
import { livenessOf } from '../../../platform/process-liveness.js';
import { forgetEnded, isLeftForNobody } from './left-for-nobody.js';
import { ownerLabel } from '../owner-label.js';
import type { KeptBrowser, ProviderDeps } from '../provider.js';
import { askJson, textAt } from './ask-json.js';
import type { JsonAnswer } from './ask-json.js';
import { findUnguardedPorts } from './grid-unguarded-ports.js';
import { deleteOrphans, describeQueue, markOf, watchQueue } from './grid-status.js';
import type { MarkedSession, SessionMark } from './grid-status.js';
import type { RemoteOptions } from './remote-options.js';
import { readPlace } from './remote-place.js';
import type { RemotePlace } from './remote-place.js';
import { ASK_AGAIN_MS } from './remote-session.js';
import type { RemoteSession } from './remote-session.js';

/** So long a call waits for a slot: it shall still have the time to say how full the Grid is. */
const MAX_QUEUE_MS = 15_000;
/** A Grid gives up a request that waits by itself, after five minutes unless its operator said otherwise. */
const MAX_ANSWER_MS = 600_000;
const END_MS = 10_000;
const SWEEP_MS = 5000;
const MAX_WORDS = 160;

type GridDeps = Pick<ProviderDeps, 'log' | 'keepSecret' | 'options' | 'keptSessions' | 'reattaches'>;

/** Sessions of a Selenium Grid 4: a slot for each, asked for by WebDriver, steered by DevTools. */
export class GridSessions {
  readonly #options: RemoteOptions;
  readonly #deps: GridDeps;
  #swept: Promise<void> | undefined;

  constructor(options: RemoteOptions, deps: GridDeps) {
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
      throw new RetryLater('session.too-many', await describeQueue({ url, headers }), ASK_AGAIN_MS);
    }
    return this.#taken(answer, url, headers);
  }

  /** A session of a server that is gone, if the Grid still has it and it is of this workspace. */
  async resume(place: RemotePlace, { id, folder }: KeptBrowser): Promise<RemoteSession> {
    const { url, headers } = place;
    const { keptSessions } = this.#deps;
    if (url === undefined || keptSessions === undefined)
      throw new Failure('browser.start-failed', 'No session was kept.');
    this.#deps.keepSecret?.('REMOTE_SESSION', id);
    const mark = await markOf({ url, headers }, id).catch((error: unknown) => {
      throw new Failure('browser.start-failed', `No Grid answers at ${url.host}.`, undefined, error);
    });
    if (mark?.workspace !== keptSessions.workspaceId())
      throw new Failure('browser.start-failed', 'The Grid does not have it any more.');
    return this.#session(id, folder, url, headers);
  }

  /** Before it is needed, or once more. */
  async sweepAgain(): Promise<void> {
    const { url, headers } = await readPlace(this.#options, this.#deps.keepSecret ?? (() => undefined));
    if (url === undefined) return;
    this.#swept = this.#sweep({ url, headers });
    await this.#swept;
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
      ...this.#mark(),
      'goog:chromeOptions': { args: [...args, ...sessionArgs], ...(binary === undefined ? {} : { binary }) },
    };
  }

  /** By whose mark the next server of this machine, or of this workspace, knows what it may delete. */
  #mark(): Record<string, string> {
    const { keptSessions, reattaches } = this.#deps;
    const home = keptSessions?.ownership().home;
    const place: Record<string, string> = home === undefined ? {} : { 'gatewright:home': home };
    if (keptSessions === undefined || reattaches === undefined) return { 'gatewright:owner': ownerLabel(), ...place };
    return { 'gatewright:workspace': keptSessions.workspaceId(), 'gatewright:maker': ownerLabel(), ...place };
  }

  #taken(answer: JsonAnswer, url: URL, headers: RemotePlace['headers']): RemoteSession {
    const id = textAt(answer.value, 'value.sessionId');
    if (id === undefined) throw refusalOf(answer, url);
    this.#deps.keepSecret?.('REMOTE_SESSION', id);
    return this.#session(id, textAt(answer.value, 'value.capabilities.chrome.userDataDir'), url, headers);
  }

  #session(id: string, folder: string | undefined, url: URL, headers: RemotePlace['headers']): RemoteSession {
    const at = (path: string): URL => new URL(`${url.href.replace(/\/$/u, '')}${path}`);
    // Its own word for the address may be one that only its nodes know.
    const socket = at(`/session/${id}/se/cdp`);
    socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
    const end = async (): Promise<void> => {
      const { status } = await askJson({ url: at(`/session/${id}`), method: 'DELETE', headers, timeoutMs: END_MS });
      // 404: the Grid has ended it already.
      if (status >= 300 && status !== 404) throw new Error(`HTTP ${status}`);
    };
    // A session that the next server may take over is not deleted by a last request; the Grid's own time-out ends it.
    if (this.#deps.reattaches !== undefined) return { socket, end, folder, id };
    const last = { url: at(`/session/${id}`).href, method: 'DELETE', headers };
    return { socket, end, last, folder };
  }

  async #giveBack(answer: JsonAnswer, at: (path: string) => URL, headers: RemotePlace['headers']): Promise<void> {
    const id = textAt(answer.value, 'value.sessionId');
    if (id !== undefined) await askJson({ url: at(`/session/${id}`), method: 'DELETE', headers, timeoutMs: END_MS });
  }

  /** A session of a workspace outlives the server that made it: only servers of that workspace know whether it is wanted. */
  #isOrphan(id: string, { made, workspace }: SessionMark): boolean {
    const { keptSessions, reattaches } = this.#deps;
    if (made === undefined) return false;
    if (workspace === undefined) return keptSessions?.isGone(made) ?? livenessOf(made.owner) === 'dead';
    if (keptSessions === undefined || workspace !== keptSessions.workspaceId()) return false;
    return isLeftForNobody(keptSessions, { id, maker: made }, reattaches);
  }

  async #orphansOf(all: readonly MarkedSession[]): Promise<readonly MarkedSession[]> {
    const { keptSessions } = this.#deps;
    const records = keptSessions?.all().map(({ record }) => record) ?? [];
    await keptSessions?.findGone([...records, ...all.flatMap(({ mark }) => mark.made ?? [])]);
    return all.filter(({ sessionId, mark }) => this.#isOrphan(sessionId, mark));
  }

  /** Sessions of servers of this machine, or of this workspace, that are gone. */
  async #sweep(grid: { readonly url: URL; readonly headers: RemotePlace['headers'] }): Promise<void> {
    const swept = await resultOrTooLate(
      SWEEP_MS,
      deleteOrphans(grid, (all) => this.#orphansOf(all)),
    ).catch(() => undefined);
    if (swept === undefined || swept === TOO_LATE) return;
    const { keptSessions: kept, reattaches, log } = this.#deps;
    if (kept !== undefined) forgetEnded(kept, swept.present, reattaches);
    if (swept.deleted > 0) log(`remote: deleted ${swept.deleted} sessions of servers that are gone`);
  }
}

/** What the Grid says, as far as it is about the Grid: further on it repeats the request, with our switches in it. */
function refusalOf({ status, value }: JsonAnswer, url: URL): Failure {
  const said = (textAt(value, 'value.message') ?? '').split('\n')[0] ?? '';
  const words = said.includes('--') ? said.slice(0, said.indexOf('--')) : said;
  const about = `The Grid at ${url.host} made no session: ${words.slice(0, MAX_WORDS).trim() || `HTTP ${status}`}`;
  const isFull = /timed? ?out|queue|no (?:free|available)|draining/iu.test(said);
  return isFull ? new RetryLater('session.too-many', about, ASK_AGAIN_MS) : new Failure('browser.start-failed', about);
}
