import { isSameSession, ownCommand, sessionNameOf } from '../../core/index.js';
import type { PendingQuestion, SessionFacts } from '../../core/index.js';
import type { StoppedCaller } from '../../gateway/gateway.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { shownAddress, liveFigure, titleLine } from './live-words.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { holdButtons, stoppedBox } from './hold-forms.js';
import { replayPath, sessionPath, sessionQuery } from './session-path.js';
import { ago, foreign } from './words.js';

export interface RunningServer {
  readonly id: string;
  /** Whom a person has stopped there. */
  readonly stopped: readonly StoppedCaller[];
  readonly transport: string;
  readonly sessions: readonly SessionFacts[];
  readonly pending: readonly PendingQuestion[];
}

export function nowPage(frame: PageFrame, servers: readonly RunningServer[], now: number): Markup {
  const count = servers.reduce((sum, { sessions }) => sum + sessions.length, 0);
  return fullPage(frame, {
    tab: 'now',
    title: 'Now',
    intro:
      'The browser sessions that agents have open, as they are now. Stop ends a session, and its caller gets no new one until you press Resume; Pause holds it where it is.',
    poll: '/',
    refreshSeconds: 5,
    main: markup`<section aria-labelledby="running"><div class="row"><h2 id="running">Sessions</h2>
<form method="post" action="/now/stop">${csrfField(frame)}<input type="hidden" name="all" value="yes"><button class="stop">Stop all</button></form></div>
<div id="stopped" data-swap>${servers.map((server) => stoppedBox(frame, server.id, server.stopped))}</div>
<ul class="cards" data-list="sessions">${servers.flatMap((server) =>
      server.sessions.map((session) => sessionCard(frame, server, session, now)),
    )}</ul>
<div id="none" data-swap>${count === 0 && quiet(servers.length)}</div></section>`,
  });
}

function quiet(servers: number): Markup {
  return servers === 0
    ? emptyBox('No server is running', `A server starts with the client that uses it, or with: ${ownCommand('serve')}`)
    : emptyBox('All quiet', 'No agent has a browser open. A session shows up here with its first page.');
}

function sessionCard(frame: PageFrame, server: RunningServer, facts: SessionFacts, now: number): Markup {
  const { principal, client, session, startedAt, lastCallAt, lastTool, actions, maxActions } = facts;
  const { url, tabs, driver, paused } = facts;
  const key = `${server.id}/${principal}/${client ?? ''}/${session}/${String(startedAt)}`;
  const place = { server: server.id, ...sessionNameOf(facts) };
  const path = sessionPath(place);
  const view = `/session/view?${sessionQuery(place)}`;
  const asked = server.pending.filter(({ scope }) => isSameSession(scope, facts)).length;
  // All facts that the card shows: the script replaces a card whose version differs.
  const version = [lastCallAt, actions, url, tabs, driver?.by, paused?.since, asked].join(' ');
  return markup`<li class="card" data-key="${exact(key)}" data-version="${version}">
${client !== undefined && markup`<p><span class="whose">${foreign(client, 80)}</span></p>`}<div class="row"><h3><a href="${path}">${foreign(session, 60)}</a></h3>${holdButtons(frame, place, paused !== undefined, '/')}</div>
${liveFigure(view, session, titleLine())}
<p class="where">${shownAddress(url)}</p>
${asked > 0 && markup`<p class="tags"><a class="tag driving" href="/waiting">waits for your answer${asked > 1 && ` to ${String(asked)} questions`}</a></p>`}
${paused !== undefined && markup`<p class="tags"><span class="tag driving">paused by ${foreign(paused.by, 60)}</span></p>`}
${driver !== undefined && markup`<p class="tags"><span class="tag driving">driven by ${foreign(driver.by, 60)}</span></p>`}
<dl class="facts"><div><dt>Caller</dt><dd>${foreign(principal, 60)}</dd></div>
${client !== undefined && markup`<div><dt>Client</dt><dd>${foreign(client, 80)}</dd></div>`}
<div><dt>Last action</dt><dd>${lastTool ?? 'none yet'}</dd></div>
<div><dt>Age</dt><dd>${ago(startedAt, now)}</dd></div><div><dt>Last call</dt><dd>${ago(lastCallAt, now)} ago</dd></div>
<div><dt>Actions</dt><dd>${actions}${maxActions !== undefined && ` of ${String(maxActions)}`}</dd></div><div><dt>Tabs</dt><dd>${tabs}</dd></div>
<div><dt>Server</dt><dd>${server.transport} ${server.id}</dd></div></dl>
<p class="links"><a href="${path}">See and take over</a> <a href="${replayPath(place)}">What it did</a></p></li>`;
}
