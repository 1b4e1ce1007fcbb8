import { Failure } from '../../core/index.js';
import type { PageText, PageView } from '../../core/index.js';
import type { PageState } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import { fitLines, shownLines } from './shown-tree.js';
import type { ShownLine } from './shown-tree.js';
import { shownUrl } from '../page/shown-url.js';

/** The page now, with what its secret fields hold learned before anything of it is shown. */
export async function readPageState(deps: RelayPageDeps, wantsText = false): Promise<PageState> {
  const { driver, session, pageSecrets, signal } = deps;
  const state = await driver.read({ wantsTree: true, wantsText }, signal);
  if (state === undefined) throw new Failure('session.none');
  for (const { secret, origin } of state.documents.values()) pageSecrets.learn(secret, origin);
  session.isAt(state.page.url, state.tabs.length);
  return state;
}

/** For reading it is enough that the origin is the one that was judged. */
export async function readJudged(deps: RelayPageDeps, wantsText = false): Promise<PageState> {
  const state = await readPageState(deps, wantsText);
  if (state.page.origin !== deps.permit.callFacts.page?.origin) throw new Failure('policy.changed');
  return state;
}

export function linesOf({ session, pageSecrets }: RelayPageDeps, state: PageState): readonly ShownLine[] {
  return shownLines(state, session.refs, pageSecrets.mask());
}

/** Text by the origins that wrote it, cut to what fits. */
export function shownViewOf(state: PageState, lines: readonly ShownLine[], maxTokens: number): PageView {
  const { origin, url } = state.page;
  const fitting = fitLines(lines, maxTokens);
  const head = { origin, text: `page ${shownUrl(url)}` };
  const tail = fitting.more === 0 ? [] : [{ origin, text: `… ${String(fitting.more)} more lines` }];
  const pieces = joined([head, ...fitting.lines, ...tail]);
  return { origin, text: pieces.map(({ text }) => text).join('\n'), pieces };
}

function joined(lines: readonly Pick<ShownLine, 'origin' | 'text'>[]): readonly PageText[] {
  const pieces: { origin: string; text: string }[] = [];
  for (const { origin, text } of lines) {
    const last = pieces.at(-1);
    if (last?.origin === origin) last.text += `\n${text}`;
    else pieces.push({ origin, text });
  }
  return pieces;
}
