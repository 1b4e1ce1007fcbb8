import { describeQuestion, onePageLine, questionSentence, sessionLabel, sessionNameOf } from '../../core/index.js';
import type { PendingQuestion, QuestionRow } from '../../core/index.js';
import { questionLinkForm } from './link-forms.js';
import { csrfField } from './layout.js';
import type { PageFrame } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { sessionPath } from './session-path.js';
import { foreign, left, sentence, shownValue } from './words.js';

export const GRANT_SECONDS = 3600;
/** Where a signed-in person answers; a link has a place of its own. */
const HERE = '/waiting/answer';

/** What would happen first, then the answer; below it the same rows as in every other channel. */
export function questionCard(
  frame: PageFrame,
  server: string,
  question: PendingQuestion,
  now: number,
  answerAt = HERE,
): Markup {
  const { id, kind, tool, scope, risk, picture, expiresAt, isAwaited } = question;
  const [first, ...rows] = describeQuestion(question);
  const level = kind === 'approve' ? (risk ?? 'unknown') : undefined;
  const ours = rows.filter(({ from, label }) => from !== 'agent' && label !== 'risk');
  const theirs = rows.filter(({ from }) => from === 'agent');
  return markup`<li class="card question${level !== undefined && markup` risk-${level}`}" data-key="${exact(`${server}/${id}`)}" data-version="${isAwaited === false ? 'left' : 'waits'}">
<article aria-labelledby="q-${id}"><div class="row"><h2 id="q-${id}">${sentence(questionSentence(question))}</h2>
<p class="clock">${left(expiresAt, now)} left</p></div>
${kind === 'approve' ? reasonLine(level, first?.text ?? '') : promptBlock(question.prompt)}
${risk === 'critical' && kind === 'approve' && markup`<p class="careful">This cannot be undone afterwards.</p>`}
${isAwaited === false && markup`<p class="hint">The agent does not wait now. Your answer is kept for when it makes the same call again.</p>`}
${picture !== undefined && pictureOf(picture)}
${answerForm(frame, server, question, answerAt)}
<details class="more"><summary>What exactly${kind === 'approve' && ' is sent, where and by whom'}</summary>
<p class="tags"><span class="tag">${tool}</span><span class="tag">${foreign(sessionLabel(scope), 160)}</span></p>
${ours.length > 0 && markup`<dl class="rows">${ours.map(row)}</dl>`}
${agentBlock(theirs, question.about)}</details>
${answerAt === HERE && markup`<div class="links"><a href="${sessionPath({ server, ...sessionNameOf(scope) })}">See the session, or take it over</a>${questionLinkForm(frame, server, id)}</div>`}</article></li>`;
}

function reasonLine(level: string | undefined, why: string): Markup {
  // The badge says the level already.
  const words = why.replace(/^risk [a-z]+: /u, '');
  const reason = `${words.slice(0, 1).toUpperCase()}${words.slice(1)}`;
  return markup`<p class="why">${level !== undefined && markup`<span class="risk">${level} risk</span> `}${reason}</p>`;
}

function row({ from, label, text }: QuestionRow): Markup {
  return markup`<div><dt>${label}${from === 'page' && markup` <span class="whose">page text</span>`}</dt><dd>${foreign(text, 700)}</dd></div>`;
}

/** Set apart, so that nothing an agent writes can pass for a fact. */
function agentBlock(rows: readonly QuestionRow[], about: PendingQuestion['about']): Markup | undefined {
  if (rows.length === 0) return undefined;
  const told = rows.flatMap(({ label, text }) =>
    label === 'arguments' ? argumentRows(about) : [{ label, value: foreign(text, 700) }],
  );
  return markup`<div class="agent"><p class="whose">What the agent says: its words, not checked</p>
<dl class="rows">${told.map(({ label, value }) => markup`<div><dt>${label}</dt><dd>${value}</dd></div>`)}</dl></div>`;
}

function argumentRows(about: PendingQuestion['about']): { label: string; value: Markup }[] {
  return Object.entries(about?.arguments ?? {}).map(([name, value]) => ({
    label: `argument ${onePageLine(name, 60)}`,
    value: foreign(shownValue(value, 400), 400),
  }));
}

function promptBlock(prompt: string): Markup {
  return markup`<div class="agent"><p class="whose">The agent's words</p><p class="says">${foreign(prompt, 700)}</p></div>`;
}

function pictureOf(picture: Uint8Array): Markup {
  const data = Buffer.from(picture).toString('base64');
  return markup`<figure><img src="data:image/png;base64,${data}" alt="The element, outlined, as it looks on the page"><figcaption class="whose">as it looks on the page, the element outlined</figcaption></figure>`;
}

function answerForm(frame: PageFrame, server: string, question: PendingQuestion, answerAt: string): Markup {
  const { id } = question;
  return markup`<form method="post" action="${answerAt}" class="answer" autocomplete="off">${csrfField(frame)}
<input type="hidden" name="server" value="${exact(server)}"><input type="hidden" name="question" value="${exact(id)}">
${fields(question)}<div class="buttons">${buttons(question)}</div></form>`;
}

function fields({ id, kind, choices = [], secret, needsCode }: PendingQuestion): Markup {
  const code =
    needsCode &&
    markup`<p class="field"><label for="code-${id}">Approval code, to allow</label><input id="code-${id}" name="code" type="password" autocomplete="off" maxlength="200"></p>`;
  if (kind === 'choose') {
    // By number: what is chosen is the choice as the agent wrote it, whatever its characters.
    return markup`<fieldset><legend>Choices <span class="whose">the agent's words</span></legend>${choices.map(
      (choice, i) =>
        markup`<label class="choice"><input type="radio" name="choice" value="${i}" required> <span>${foreign(choice, 200)}</span></label>`,
    )}</fieldset>${code}`;
  }
  if (kind !== 'input') return markup`${code}`;
  const type = secret === undefined ? 'text' : 'password';
  const label = secret === undefined ? 'Your answer' : `Your answer, kept as the secret ${onePageLine(secret, 60)}`;
  return markup`<p class="field"><label for="value-${id}">${label}</label><input id="value-${id}" name="value" type="${type}" autocomplete="off" maxlength="10000"></p>${code}`;
}

function buttons({ kind, mayGrant }: PendingQuestion): Markup {
  const button = (say: string, style: string, words: string, free = false): Markup =>
    markup`<button name="say" value="${say}" class="${style}"${free && markup` formnovalidate`}>${words}</button>`;
  if (kind === 'acknowledge') return button('yes', 'yes', 'Seen');
  const yes = kind === 'approve' ? 'Allow once' : kind === 'confirm' ? 'Yes' : 'Answer';
  return markup`${button('yes', 'yes', yes)}${button('no', 'no', kind === 'approve' ? 'Refuse' : 'No', true)}${
    mayGrant && button('grant', 'quiet', 'Allow this kind here for an hour')
  }`;
}
