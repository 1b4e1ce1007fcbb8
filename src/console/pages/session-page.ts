import { onePageLine } from '../../core/index.js';
import type { SessionFacts } from '../../core/index.js';
import { drivePanel } from './drive-panel.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { shownAddress, liveFigure, titleLine } from './live-words.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { sessionLinkForm } from './link-forms.js';
import { holdButtons, placeFields } from './hold-forms.js';
import { replayPath, sessionPath, sessionQuery } from './session-path.js';
import type { SessionPlace } from './session-path.js';
import { ago, foreign, shownOwner } from './words.js';

export interface ShownSession {
  readonly place: SessionPlace;
  readonly facts: SessionFacts;
  /** The drive of the browser that looks. */
  readonly drive: string | undefined;
  readonly questions: number;
  readonly takesCode: boolean;
}

export function sessionPage(frame: PageFrame, shown: ShownSession, now: number): Markup {
  const { place, facts, drive } = shown;
  const path = sessionPath(place);
  const driven = drive !== undefined;
  return fullPage(frame, {
    tab: 'now',
    title: driven ? 'You are driving' : `Session ${onePageLine(facts.session, 60)}`,
    intro: driven
      ? 'The agent waits. What you do here is not recorded, only that you did and for how long.'
      : 'What this session shows now, and the button that puts you in the agent’s place.',
    // While somebody drives, nothing on the page may move under their hand.
    poll: driven ? '/waiting/count' : path,
    refreshSeconds: 0,
    main: markup`<section aria-label="The session">
<div class="row"><h2>${driven ? foreign(facts.session, 60) : 'What it shows'} <small>of ${foreign(shownOwner(facts), 120)}</small></h2>${!driven && markup`<div id="holding" data-swap>${holdButtons(frame, place, facts.paused !== undefined, path)}</div>`}</div>
${driven ? drivePanel(frame, drive, path) : watching(frame, shown, now)}</section>`,
  });
}

export function goneSessionPage(frame: PageFrame, place: ShownSession['place']): Markup {
  return fullPage(frame, {
    tab: 'now',
    title: 'Session',
    intro: 'What this session shows now.',
    poll: sessionPath(place),
    refreshSeconds: 5,
    main: emptyBox('Session not found', 'The session has ended, or has no page yet. What it did is in the record.'),
  });
}

function watching(frame: PageFrame, shown: ShownSession, now: number): Markup {
  const { place } = shown;
  return markup`${liveFigure(`/session/view?${sessionQuery(place)}&size=large`, place.session, titleLine())}
<div id="taking" data-swap>${shown.facts.driver === undefined ? takeForm(frame, shown) : driverBox(shown.facts.driver)}</div>
${shown.facts.paused !== undefined && markup`<p class="notice driving" role="status">Paused by ${foreign(shown.facts.paused.by, 80)}: the agent’s calls are refused, and the session keeps its pages and its time.</p>`}
<div id="facts" data-swap>${factList(shown, now)}</div>
<div class="links"><a href="${replayPath(place)}">What it did</a> <a href="/">All sessions</a>${sessionLinkForm(frame, place)}</div>`;
}

function driverBox({ by }: NonNullable<SessionFacts['driver']>): Markup {
  return markup`<p class="notice driving" role="status">A person drives this session: ${foreign(by, 80)}. The agent’s calls are refused until it is given back.</p>`;
}

function takeForm(frame: PageFrame, { place, takesCode }: ShownSession): Markup {
  return markup`<form method="post" action="/session/take" class="take" autocomplete="off">${csrfField(frame)}${placeFields(place)}
${takesCode && markup`<p class="field"><label for="code">Approval code, to take over</label><input id="code" name="code" type="password" autocomplete="off" maxlength="200"></p>`}
<button class="yes">Take over</button>
<p class="hint">Take over when the page needs a person, such as for a CAPTCHA or a sign-in. Until you give it back, the agent’s calls are refused and it sees nothing of what you do. The allowlist and the other rules apply to you too.</p>
<noscript><p class="notice refused">Pictures and taking over need JavaScript in this browser.</p></noscript></form>`;
}

function factList({ place, facts, questions }: ShownSession, now: number): Markup {
  const { startedAt, lastCallAt, lastTool, actions, maxActions, url, tabs } = facts;
  return markup`<dl class="facts wide-facts"><div class="whole"><dt>Address</dt><dd>${shownAddress(url)}</dd></div>
<div><dt>Last action</dt><dd>${lastTool ?? 'none yet'}</dd></div><div><dt>Last call</dt><dd>${ago(lastCallAt, now)} ago</dd></div>
<div><dt>Actions</dt><dd>${actions}${maxActions !== undefined && ` of ${String(maxActions)}`}</dd></div><div><dt>Age</dt><dd>${ago(startedAt, now)}</dd></div>
<div><dt>Tabs</dt><dd>${tabs}</dd></div><div><dt>Server</dt><dd>${place.server}</dd></div></dl>
${questions > 0 && markup`<p class="tags"><a class="tag driving" href="/waiting">${questions === 1 ? 'One question' : `${String(questions)} questions`} of this session wait${questions === 1 && 's'} for you</a></p>`}`;
}
