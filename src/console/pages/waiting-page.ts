import type { AnsweredQuestion, Grant, PendingQuestion } from '../../core/index.js';
import { answeredItem } from './answered-list.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { questionCard } from './question-card.js';
import { foreign, left } from './words.js';

export interface AskedBy<T> {
  readonly server: string;
  readonly what: T;
}

export interface Waiting {
  readonly questions: readonly AskedBy<PendingQuestion>[];
  readonly grants: readonly AskedBy<Grant>[];
  readonly answered: readonly AskedBy<AnsweredQuestion>[];
}

export function waitingPage(frame: PageFrame, { questions, grants, answered }: Waiting, now: number): Markup {
  // Oldest first: a new question never pushes another one under the finger that is about to press.
  const ordered = [...questions].sort((a, b) => a.what.askedAt - b.what.askedAt);
  const writes = questions.some(({ what }) => what.needsCode || what.kind === 'input' || what.kind === 'choose');
  return fullPage(frame, {
    tab: 'waiting',
    title: 'Waiting',
    intro: 'What agents ask you. Without an answer nothing is done.',
    poll: '/waiting',
    refreshSeconds: writes ? 0 : 5,
    main: markup`<section aria-label="Open questions"><ul class="cards one" data-list="questions">${ordered.map(
      ({ server, what }) => questionCard(frame, server, what, now),
    )}</ul>
<div id="none" data-swap>${questions.length === 0 && emptyBox('Nothing waits for you', 'When an agent wants to do something that needs a person, its question appears here. Answer it here; without an answer in time the action is refused.')}</div></section>
${answeredSection(answered, now)}
<section aria-labelledby="given"><div id="grants" data-swap>${grants.length > 0 && grantList(frame, grants, now)}</div></section>`,
  });
}

/** One question alone, where a link led to it. */
export function oneQuestionPage(
  frame: PageFrame,
  id: string,
  found: AskedBy<PendingQuestion> | undefined,
  now: number,
): Markup {
  const writes = found !== undefined && (found.what.needsCode || ['input', 'choose'].includes(found.what.kind));
  const others = frame.waiting - (found === undefined ? 0 : 1);
  return fullPage(frame, {
    tab: 'waiting',
    title: 'An agent asks you',
    intro: 'Without an answer nothing is done.',
    poll: `/question/${id}`,
    refreshSeconds: writes ? 0 : 5,
    main: markup`<section aria-label="The question"><ul class="cards one" data-list="questions">${
      found !== undefined && questionCard(frame, found.server, found.what, now)
    }</ul>
<div id="none" data-swap>${found === undefined && emptyBox('This question is closed', 'It was answered, or its time is over.')}</div></section>
<p id="others" class="links" data-swap><a href="/waiting">${others > 0 ? `${String(others)} more wait for you` : 'All questions and answers'}</a></p>`,
  });
}

function answeredSection(answered: readonly AskedBy<AnsweredQuestion>[], now: number): Markup {
  const ordered = [...answered].sort((a, b) => b.what.at - a.what.at).slice(0, 10);
  return markup`<section class="answers" aria-labelledby="answered"><h2 id="answered">Answered lately</h2><ul data-list="answered" data-newest>${ordered.map(
    ({ server, what }) => answeredItem(server, what, now),
  )}</ul></section>`;
}

function grantList(frame: PageFrame, grants: readonly AskedBy<Grant>[], now: number): Markup {
  return markup`<h2 id="given">Approvals with a time limit</h2><ul class="cards">${grants.map(
    ({ server, what }) => markup`<li class="card"><div class="row"><h3>${what.tool}</h3>
<form method="post" action="/waiting/revoke">${csrfField(frame)}<input type="hidden" name="server" value="${exact(server)}"><input type="hidden" name="grant" value="${exact(what.id)}"><button class="no">Revoke</button></form></div>
<p>Covers actions asked about for the same reason (${foreign(what.reason, 300)}), and actions of lower risk. You are still asked about everything else.</p>
<p class="where">${foreign(what.origins.join(', '), 300)}</p>
<dl class="facts"><div><dt>Caller</dt><dd>${foreign(what.principal, 60)}</dd></div><div><dt>Up to</dt><dd>${what.risk} risk</dd></div>
<div><dt>Ends in</dt><dd>${left(what.expiresAt, now)}</dd></div><div><dt>Used</dt><dd>${what.used}</dd></div></dl></li>`,
  )}</ul>`;
}
