import { cutPageText, Failure, PageText } from '../../core/index.js';
import type { DialogFacts } from '../../core/index.js';
import { resultOrTooLate, TOO_LATE, unlessAborted } from '../with-timeout.js';
import type { Upstream } from '../providers/relay/start-upstream.js';
import { isKnown, pageStateOf, rootsIn } from './page-state.js';
import type { PageState } from './page-state.js';
import { readTree } from './read-tree.js';
import { readSideAnswer } from './side-answer.js';
import { currentTabIn, readAnswer, treeTextIn, wasBlockedByModal } from './upstream-answer.js';
import type { UpstreamAnswer } from './upstream-answer.js';

const MAX_MODALS = 8;
const BREATH_MS = 5000;
const MAX_MESSAGE = 2000;

export interface ReadWish {
  /** Elements that are to be described, found in the tree that was read. */
  readonly refs?: (state: PageState) => readonly string[];
  readonly wantsTree?: boolean;
  readonly wantsText?: boolean;
  readonly wantsTitles?: boolean;
}

/** One upstream, asked one thing at a time, with whatever a page puts in front of itself out of the way. */
export class UpstreamDriver {
  readonly upstream: Upstream;
  readonly #dialogs: DialogFacts[] = [];
  #last: Promise<unknown> = Promise.resolve();
  #hasTab = false;

  constructor(upstream: Upstream) {
    this.upstream = upstream;
  }

  /** Its browser runs: there is a page to look at. */
  get hasTab(): boolean {
    return this.#hasTab;
  }

  /** What pages asked since the last time, and how it was answered. */
  takeDialogs(): readonly DialogFacts[] {
    return this.#dialogs.splice(0);
  }

  /** The answer, with what stood in front of the page dealt with. `origin` is whose page it was. */
  act(tool: string, input: object, origin: string, isLeaving = false): Promise<UpstreamAnswer> {
    return this.#inTurn(async () => {
      const answer = await this.#call(tool, input);
      if (answer.modal === undefined) return answer;
      await this.#clear(answer, origin, isLeaving);
      // Nothing was done while it stood there, so that it is not done twice.
      return wasBlockedByModal(answer) ? this.#call(tool, input) : answer;
    });
  }

  /** What the current tab is now; undefined: there is none. */
  read(wish: ReadWish, signal: AbortSignal): Promise<PageState | undefined> {
    if (!this.#hasTab) return Promise.resolve(undefined);
    return unlessAborted(
      signal,
      this.#inTurn(() => this.#read(wish)),
    );
  }

  /** False: its page hangs. One that has much to do is late, and answers. */
  async answers(signal: AbortSignal): Promise<boolean> {
    if (!this.#hasTab) return true;
    const until = Date.now() + BREATH_MS;
    for (let left = BREATH_MS; left > 0; left = until - Date.now()) {
      const state = await resultOrTooLate(left, this.read({}, signal));
      if (state === undefined || (state !== TOO_LATE && isKnown(state.page))) return true;
    }
    return false;
  }

  async #read(wish: ReadWish): Promise<PageState | undefined> {
    const index = currentTabIn(await this.#callCleared('browser_tabs', { action: 'list' }));
    if (index === undefined) return undefined;
    if (wish.wantsTree !== true) return this.#readState(index, wish, []);
    const nodes = readTree(treeTextIn(await this.#callCleared('browser_snapshot', {})));
    const state = await this.#readState(index, { wantsTitles: false, wantsText: wish.wantsText === true }, nodes);
    const refs = state === undefined ? [] : (wish.refs?.(state) ?? []);
    if (state === undefined || refs.length === 0) return state;
    const described = readSideAnswer(await this.upstream.askSide({ index, refs }));
    return { ...state, elements: new Map(described.elements.map((read) => [read.ref, read])) };
  }

  async #readState(index: number, { wantsText = false, wantsTitles = false }: ReadWish, nodes: PageState['nodes']) {
    const asked = { index, roots: rootsIn(nodes), wantsText, wantsTitles };
    return pageStateOf(readSideAnswer(await this.upstream.askSide(asked)), index, nodes);
  }

  async #callCleared(tool: string, input: object): Promise<UpstreamAnswer> {
    const answer = await this.#call(tool, input);
    if (answer.modal === undefined) return refuseError(answer);
    await this.#clear(answer, 'null', false);
    return refuseError(await this.#call(tool, input));
  }

  async #call(tool: string, input: object): Promise<UpstreamAnswer> {
    const answer = readAnswer(await this.upstream.call(tool, input));
    if (!/Failed to launch|browserType\.launch/u.test(answer.text) || !answer.isError) this.#hasTab = true;
    return answer;
  }

  /** An alert has one answer; nothing else is agreed to. */
  async #clear(first: UpstreamAnswer, origin: string, isLeaving: boolean): Promise<void> {
    let { modal } = first;
    for (let count = 0; modal !== undefined; count += 1) {
      if (count >= MAX_MODALS) throw new Failure('page.dialog', 'it opens dialogs without end');
      if (modal.kind === 'file chooser') {
        ({ modal } = await this.#call('browser_file_upload', {}));
        continue;
      }
      const { dialog: kind, message } = modal;
      const accept = kind === 'alert' || (kind === 'beforeunload' && isLeaving);
      const said = new PageText(origin, cutPageText(message, MAX_MESSAGE));
      this.#dialogs.push({ kind, message: said, answer: accept ? 'accepted' : 'dismissed' });
      ({ modal } = await this.#call('browser_handle_dialog', { accept }));
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#last.then(work);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}

function refuseError(answer: UpstreamAnswer): UpstreamAnswer {
  if (answer.isError) throw upstreamFailure(answer, 'null');
  return answer;
}

/** The upstream's own words quote the page: they leave as its text. */
export function upstreamFailure({ text }: UpstreamAnswer, origin: string): Failure {
  const whole = text.replace(/^### Error\n/u, '').replaceAll(/\u001B\[\d+m/gu, '');
  const said = cutPageText(whole, 600);
  if (/^Error: Ref \S+ not found/u.test(said)) return new Failure('browser.stale-ref');
  if (/has been closed|Target crashed|Page crashed/u.test(said.slice(0, 200))) return new Failure('browser.crashed');
  return new Failure('browser.upstream-failed', undefined, { origin, text: said.replaceAll(/\s+/gu, ' ') });
}
