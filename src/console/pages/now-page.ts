import type { SessionFacts } from '../../core/index.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { Frame } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';
import { ago, foreign, originOf } from './words.js';

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
    intro: 'The browser sessions that agents have open, and the button that ends them.',
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
    ? emptyBox('No server is running', 'A server starts with the client that uses it, or with: gatewright serve')
    : emptyBox('All quiet', 'No agent has a browser open. A session shows up here with its first page.');
}

function sessionCard(frame: Frame, server: RunningServer, facts: SessionFacts, now: number): Markup {
  const { principal, session, startedAt, lastCallAt, actions, url, tabs } = facts;
  const key = `${server.id}/${principal}/${session}/${String(startedAt)}`;
  const origin = originOf(url);
  const record = `/record/session?${new URLSearchParams({ session, principal }).toString()}`;
  // Whatever changes it; the script replaces a card that is not the same any more.
  const version = [lastCallAt, actions, origin, tabs].join(' ');
  return markup`<li class="card" data-key="${exact(key)}" data-version="${version}">
<div class="row"><h3>${foreign(session, 60)}</h3><form method="post" action="/now/stop">${csrfField(frame)}
<input type="hidden" name="server" value="${exact(server.id)}"><input type="hidden" name="principal" value="${exact(principal)}">
<input type="hidden" name="session" value="${exact(session)}"><button class="stop" aria-label="Stop ${session} of ${principal}">Stop</button></form></div>
<p class="where">${origin === '' ? 'no page yet' : foreign(origin, 120)}</p>
<dl class="facts"><div><dt>Caller</dt><dd>${foreign(principal, 60)}</dd></div>
<div><dt>Age</dt><dd>${ago(startedAt, now)}</dd></div><div><dt>Last call</dt><dd>${ago(lastCallAt, now)} ago</dd></div>
<div><dt>Actions</dt><dd>${actions}</dd></div><div><dt>Tabs</dt><dd>${tabs}</dd></div>
<div><dt>Server</dt><dd>${server.transport} ${server.id}</dd></div></dl>
<p><a href="${record}">What it did</a></p></li>`;
}
