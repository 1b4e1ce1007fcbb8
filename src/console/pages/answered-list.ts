import { questionSentence } from '../../core/index.js';
import type { AnsweredQuestion } from '../../core/index.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { ago, foreign, left, sentence } from './words.js';

/** What was answered lately, and what came of it: newest first. */
export function answeredItem(server: string, answered: AnsweredQuestion, now: number): Markup {
  const { id, at, by, yes, kind, state } = answered;
  const said = kind === 'approve' ? (yes ? 'Allowed' : 'Refused') : yes ? 'Answered' : 'Answered with no';
  return markup`<li class="answered ${state}" data-key="${exact(`${server}/${id}`)}" data-version="${state}">
<p>${sentence(questionSentence(answered))}</p>
<p class="outcome-line"><strong>${said}</strong> by ${foreign(by, 80)} ${ago(at, now)} ago: ${whatCame(answered, now)}</p></li>`;
}

function whatCame({ yes, kind, state, until, code }: AnsweredQuestion, now: number): Markup {
  switch (state) {
    case 'kept':
      return yes && kind === 'approve'
        ? markup`approved; the agent has not come back yet${until !== undefined && markup` (kept for it for ${left(until, now)})`}`
        : markup`the agent has not come back for it yet`;
    case 'running':
      return markup`the agent is doing it`;
    case 'done':
      return markup`done`;
    case 'failed':
      return markup`not done${code !== undefined && markup` (${code})`}`;
    case 'lapsed':
      return markup`not done: the agent did not come back in time`;
    case 'over':
      return yes ? markup`the agent has the answer` : markup`nothing was done`;
  }
}
