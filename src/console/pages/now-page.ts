import { ownCommand } from '../../core/index.js';
import type { SessionFacts } from '../../core/index.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { Frame } from './layout.js';
import { addressOf, liveFigure, titleLine } from './live-words.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { sessionPath, sessionQuery } from './session-path.js';
import { ago, foreign } from './words.js';

export interface RunningServer {
  readonly id: string;
  readonly transport: string;
  readonly sessions: readonly SessionFacts[];
}

export function nowPage(frame: Frame, servers: readonly RunningServer[], now: number): Markup {
  const count = servers.reduce((sum, { sessions }) => sum + sessions.length, 0);
  return fullPage(frame, {
    tab: 'now',
    title: 'Now',
    intro: 'The browser sessions that agents have open, as they are now, and the buttons that take one over or end it.',
    poll: '/',
    refreshSeconds: 5,
    main: markup`<section aria-labelledby="running"><div class="row"><h2 id="running">Sessions</h2>
<form method="post" action="/now/stop">${csrfField(frame)}<input type="hidden" name="all" value="yes"><button class="stop">Stop all</button></form></div>
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

function sessionCard(frame: Frame, server: RunningServer, facts: SessionFacts, now: number): Markup {
  const { principal, session, startedAt, lastCallAt, lastTool, actions, mostActions, url, tabs, driver } = facts;
  const key = `${server.id}/${principal}/${session}/${String(startedAt)}`;
  const place = { server: server.id, principal, session };
  const path = sessionPath(place);
  const view = `/session/view?${sessionQuery(place)}`;
  const record = `/record/session?${new URLSearchParams({ session, principal }).toString()}`;
  // Whatever changes it; the script replaces a card that is not the same any more.
  const version = [lastCallAt, actions, url, tabs, driver?.by].join(' ');
  return markup`<li class="card" data-key="${exact(key)}" data-version="${version}">
<div class="row"><h3><a href="${path}">${foreign(session, 60)}</a></h3><form method="post" action="/now/stop">${csrfField(frame)}
<input type="hidden" name="server" value="${exact(server.id)}"><input type="hidden" name="principal" value="${exact(principal)}">
<input type="hidden" name="session" value="${exact(session)}"><button class="stop" aria-label="Stop ${session} of ${principal}">Stop</button></form></div>
${liveFigure(view, session, titleLine())}
<p class="where">${addressOf(url)}</p>
${driver !== undefined && markup`<p class="tags"><span class="tag driving">driven by ${foreign(driver.by, 60)}</span></p>`}
<dl class="facts"><div><dt>Caller</dt><dd>${foreign(principal, 60)}</dd></div>
<div><dt>Last action</dt><dd>${lastTool ?? 'none yet'}</dd></div>
<div><dt>Age</dt><dd>${ago(startedAt, now)}</dd></div><div><dt>Last call</dt><dd>${ago(lastCallAt, now)} ago</dd></div>
<div><dt>Actions</dt><dd>${actions}${mostActions !== undefined && ` of ${String(mostActions)}`}</dd></div><div><dt>Tabs</dt><dd>${tabs}</dd></div>
<div><dt>Server</dt><dd>${server.transport} ${server.id}</dd></div></dl>
<p class="links"><a href="${path}">See and take over</a> <a href="${record}">What it did</a></p></li>`;
}
