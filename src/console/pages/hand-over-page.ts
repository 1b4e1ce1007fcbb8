import type { PendingQuestion, SessionFacts } from '../../core/index.js';
import { drivePanel } from './drive-panel.js';
import { csrfField, fullPage, plainPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { liveFigure, titleLine } from './live-words.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { questionCard } from './question-card.js';
import type { SessionPlace } from './session-path.js';
import { foreign, moment, shownOwner } from './words.js';

const LOOPBACK = /^https?:\/\/(?:127\.|localhost|\[::1\])/u;

/** Shown once: whoever has the link may do this one thing. */
export function newLinkPage(frame: PageFrame, link: string, does: string, back: string): Markup {
  return fullPage(frame, {
    tab: 'waiting',
    title: 'A link for a phone',
    intro: does,
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-label="The link"><p class="link-box"><code id="hand-link">${exact(link)}</code><button type="button" class="yes" data-copies data-value="${exact(link)}" hidden>Copy</button></p>
<p>It opens one browser, once, within ten minutes. Whoever opens it first may do this one thing in your name and nothing else: send it to nobody whom you would not hand the phone.</p>
${LOOPBACK.test(link) && markup`<p class="notice refused" role="status">This console listens on this computer only, so the link works here or through a tunnel. To open it on a phone, see docs/phone.md.</p>`}
<p class="links"><a href="${exact(back)}">Back</a></p></section>`,
  });
}

export function openLinkPage(token: string): Markup {
  return plainPage(
    'You were sent here',
    markup`<p>This link works once, in the browser that opens it first.</p>
<form method="post" action="${exact(`/hand/open/${token}`)}" data-submit><button class="yes">Open it here</button></form>`,
  );
}

export function spentLinkPage(why: string): Markup {
  return plainPage(
    'This link opens nothing',
    markup`<p role="alert">${why}</p><p>Ask whoever sent it for a new one.</p>`,
  );
}

export function handedQuestionPage(frame: PageFrame, server: string, question: PendingQuestion, now: number): Markup {
  return handPage(
    frame,
    'An agent asks you',
    markup`<p>Without an answer nothing is done. You can answer this one question here, once.</p>
<ul class="cards one">${questionCard(frame, server, { ...question, mayGrant: false }, now, '/hand/answer')}</ul>`,
  );
}

export interface HandedSession {
  readonly place: SessionPlace;
  readonly facts: SessionFacts;
  readonly drive: string | undefined;
  readonly takesCode: boolean;
  readonly until: number;
}

export function handedSessionPage(frame: PageFrame, shown: HandedSession): Markup {
  const { place, facts, drive, takesCode, until } = shown;
  const watching = markup`${liveFigure('/hand/view', place.session, titleLine())}
<form method="post" action="/hand/take" class="take" autocomplete="off">${csrfField(frame)}
${takesCode && markup`<p class="field"><label for="code">Approval code, to take over</label><input id="code" name="code" type="password" autocomplete="off" maxlength="200"></p>`}
<button class="yes">Take over</button><p class="hint">The agent is refused meanwhile and sees nothing of it. This link ends at ${moment(until)}.</p></form>`;
  return handPage(
    frame,
    drive === undefined ? 'A session' : 'You are driving',
    markup`<p>${foreign(facts.session, 60)} of ${foreign(shownOwner(facts), 120)}</p>
${drive === undefined ? watching : drivePanel(frame, drive, '/hand/', '/hand')}`,
  );
}

export function handedDonePage(text: string): Markup {
  return plainPage('Done', markup`<p role="status">${text}</p><p>You can close this page.</p>`);
}

/** Nothing of the console leads from here, and nothing of it is shown. */
function handPage({ notice }: PageFrame, title: string, main: Markup): Markup {
  return plainPage(
    title,
    markup`${notice !== undefined && markup`<p class="notice ${notice.kind}" role="alert">${notice.text}</p>`}
<p id="offline" class="notice refused" role="status" hidden>The console does not answer. What you see may be old.</p>
${main}`,
    'handed',
  );
}
