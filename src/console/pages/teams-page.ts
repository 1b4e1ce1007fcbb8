import { ownCommand } from '../../core/index.js';
import type { ShownLimit, ShownTeam } from '../workspace-facts-port.js';
import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { foreign, span } from './words.js';

export interface ShownTeams {
  readonly teams: readonly ShownTeam[];
  readonly limits: readonly ShownLimit[];
}

/** Of the configuration as it stands in the file; how many sessions each caller has is asked of the servers. */
export function teamsPage(frame: PageFrame, shown: ShownTeams | string, open: ReadonlyMap<string, number>): Markup {
  return fullPage(frame, {
    tab: 'teams',
    title: 'Teams and limits',
    intro:
      'Who may call over HTTP, what narrows each, and how much a session may use. Tokens are in their files and not here.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main:
      typeof shown === 'string'
        ? markup`<p class="notice refused" role="status">The configuration cannot be read: ${foreign(shown, 400)}</p>`
        : markup`<section aria-labelledby="teams"><h2 id="teams">Teams</h2>${teamList(shown.teams, open)}</section>
<section aria-labelledby="limits"><h2 id="limits">Limits of each session</h2><div class="card"><dl class="rows">${shown.limits.map(
            ({ key, value }) => markup`<div><dt><code>${key}</code></dt><dd>${withUnit(key, value)}</dd></div>`,
          )}</dl><p class="hint">A team may have less of each. What each key means is in docs/config.md and docs/limits.md.</p></div></section>`,
  });
}

/** The unit that the key is in, and of long times how long that is. */
function withUnit(key: string, value: string): string {
  const count = Number(value);
  if (key.endsWith('Seconds') && !Number.isNaN(count))
    return count < 100 ? `${value} seconds` : `${value} seconds, ${span(count * 1000)}`;
  if (key.endsWith('Mb')) return `${value} MB`;
  return value.replace(/^(\d+)m$/u, '$1 MB').replace(/^(\d+)g$/u, '$1 GB');
}

function teamList(teams: readonly ShownTeam[], open: ReadonlyMap<string, number>): Markup {
  if (teams.length === 0)
    return emptyBox(
      'No teams',
      `Every caller may do what the configuration allows. To allow one less, name it below teams: in gatewright.yaml, and make its token: ${ownCommand('token add NAME')}`,
    );
  return markup`<ul class="cards">${teams.map((each) => teamCard(each, open))}</ul>`;
}

function teamCard({ team, token, words, problem }: ShownTeam, open: ReadonlyMap<string, number>): Markup {
  const name = team ?? token ?? '';
  const parts = words === '' ? [] : words.split('; ');
  const count = open.get(name) ?? 0;
  return markup`<li class="card"><div class="row"><h3>${foreign(name, 60)}</h3><span class="tag">${count === 1 ? 'one session' : `${String(count)} sessions`}</span></div>
${team === undefined && markup`<p class="hint">A token of no team: it may do all that the configuration allows.</p>`}
${parts.length > 0 && markup`<ul class="tags">${parts.map((part) => markup`<li class="tag">${foreign(part, 200)}</li>`)}</ul>`}
${tokenLine(token, problem, name)}
<p class="links"><a href="/record?${new URLSearchParams({ principal: name }).toString()}">What it did</a></p></li>`;
}

function tokenLine(token: string | undefined, problem: string | undefined, name: string): Markup {
  if (problem !== undefined)
    return markup`<p class="level level-fail">Its token cannot be used: ${foreign(problem, 300)}</p>`;
  if (token === undefined)
    return markup`<p class="level level-warn">It has no token: ${ownCommand(`token add ${name}`)}</p>`;
  return markup`<p class="level level-ok">Its token is in place.</p>`;
}
