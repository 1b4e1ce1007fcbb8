import { ownCommand, sessionNameOf } from '../../core/index.js';
import type { SessionFacts } from '../../core/index.js';
import type { ShownIdentity } from '../workspace-facts-port.js';
import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup, MarkupPart } from './markup.js';
import { sessionPath } from './session-path.js';
import { ago, foreign, shownOwner } from './words.js';

export interface SignedInSession {
  readonly server: string;
  readonly facts: SessionFacts;
}

/** When the record says that an identity was used last; undefined: it does not say so. Text: it cannot be read. */
export type LastUse = number | string | undefined;

export interface ShownIdentities {
  readonly sessions: readonly SignedInSession[];
  /** Text: why the vault cannot be read. */
  readonly vault:
    { readonly backend: string; readonly kept: readonly (ShownIdentity & { readonly lastUse: LastUse })[] } | string;
}

export function identitiesPage(frame: PageFrame, { sessions, vault }: ShownIdentities, now: number): Markup {
  const signedIn = sessions.flatMap(({ server, facts }) =>
    (facts.identities ?? []).map((identity) => ({ server, facts, identity })),
  );
  return fullPage(frame, {
    tab: 'identities',
    title: 'Identities',
    intro:
      'Who the agents’ browsers are signed in as, and what the vault keeps. A value is never shown, here or elsewhere.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="signed-in"><h2 id="signed-in">Signed in now</h2>
${signedIn.length === 0 && emptyBox('Nobody is signed in', 'A session signs in when it opens a site that has an identity in the vault.')}
<ul class="cards">${signedIn.map(
      ({ server, facts, identity }) => markup`<li class="card"><h3>${foreign(identity.name, 80)}</h3>
<p class="where">${foreign(identity.origins.join(', '), 300)}</p>
<dl class="facts"><div><dt>Session</dt><dd><a href="${sessionPath({ server, ...sessionNameOf(facts) })}">${foreign(facts.session, 60)}</a></dd></div>
<div class="whole"><dt>Caller</dt><dd>${foreign(shownOwner(facts), 120)}</dd></div>
<div><dt>Since</dt><dd>${ago(identity.since, now)} ago</dd></div><div><dt>Last used</dt><dd>${ago(identity.lastUsedAt, now)} ago</dd></div></dl></li>`,
    )}</ul></section>
<section aria-labelledby="kept"><h2 id="kept">Kept in the vault${typeof vault !== 'string' && markup` <small>${vault.backend}</small>`}</h2>
${typeof vault === 'string' ? unread(vault) : keptList(vault.kept, now)}</section>`,
  });
}

function unread(why: string): Markup {
  return markup`<p class="notice refused" role="status">The vault cannot be read: ${foreign(why, 300)} For more, run: ${ownCommand('vault test')}</p>`;
}

function keptList(kept: readonly (ShownIdentity & { readonly lastUse: LastUse })[], now: number): Markup {
  if (kept.length === 0)
    return emptyBox(
      'No identities',
      `Agents are signed in nowhere. To add an identity, run: ${ownCommand('vault add HOST')}`,
    );
  return markup`<ul class="cards">${kept.map(
    ({
      host,
      username,
      origins,
      holds,
      notice,
      problem,
      lastUse,
    }) => markup`<li class="card"><h3>${foreign(host, 120)}</h3>
<dl class="facts"><div class="whole"><dt>User name</dt><dd>${username === undefined ? 'none' : foreign(username, 120)}</dd></div>
<div><dt>Holds</dt><dd>${holds.length === 0 ? 'nothing' : foreign(holds.join(', '), 200)}</dd></div>
<div><dt>Last used</dt><dd>${lastUseOf(host, lastUse, now)}</dd></div></dl>
<p class="where">${foreign(origins.join(', '), 300)}</p>
${problem !== undefined && markup`<p class="level level-fail">Of no use: ${foreign(problem, 300)}</p>`}
${notice !== undefined && markup`<p class="hint">${foreign(notice, 400)}</p>`}</li>`,
  )}</ul>`;
}

function lastUseOf(host: string, lastUse: LastUse, now: number): MarkupPart {
  if (lastUse === undefined) return 'never, as far as the record goes back';
  if (typeof lastUse === 'string') return markup`not known: ${foreign(lastUse, 200)}`;
  const calls = new URLSearchParams({ identity: host }).toString();
  return markup`<a href="/record?${calls}">${ago(lastUse, now)} ago</a>`;
}
