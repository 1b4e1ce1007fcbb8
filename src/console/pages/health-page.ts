import { ownCommand } from '../../core/index.js';
import type { HealthFinding } from '../workspace-facts-port.js';
import { csrfField, emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import type { RecordEntry } from './recorded.js';
import { isFactsObject } from './thumbnail.js';
import { ago, foreign, moment, shownValue } from './words.js';

export interface HealthyServer {
  readonly id: string;
  readonly version: string;
  readonly transport: string;
  readonly startedAt: number | undefined;
  readonly sessions: number;
  readonly questions: number;
  /** What of the files on disk is not in force. */
  readonly problems: readonly string[];
}

export interface ShownHealth {
  readonly servers: readonly HealthyServer[];
  readonly browser: RecordEntry | undefined;
  readonly selfTest: RecordEntry | undefined;
  /** Text: why nothing can be said. */
  readonly findings: readonly HealthFinding[] | string;
  /** The record was just read from end to end. */
  readonly checked: HealthFinding | undefined;
}

const LEVELS = { ok: 'fine', warn: 'look at it', fail: 'broken' } as const;

export function healthPage(frame: PageFrame, health: ShownHealth, now: number): Markup {
  const { servers, findings } = health;
  return fullPage(frame, {
    tab: 'health',
    title: 'Health',
    intro: 'The servers, their browser, the record and the disk, as they are now.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="servers"><h2 id="servers">Servers</h2>
${servers.length === 0 && emptyBox('No server is running', `A server starts with the client that uses it, or with: ${ownCommand('serve')}`)}
<ul class="cards">${servers.map((server) => serverCard(server, now))}</ul></section>
<section aria-labelledby="browser"><h2 id="browser">Browser</h2><div class="card">${browserRows(health, now)}</div></section>
<section aria-labelledby="workspace"><h2 id="workspace">Workspace</h2>
${typeof findings === 'string' ? markup`<p class="notice refused" role="status">The workspace cannot be checked: ${foreign(findings, 400)}</p>` : markup`<div class="card"><dl class="rows">${findings.map(row)}${health.checked !== undefined && row({ ...health.checked, name: 'record, checked now' })}</dl></div>`}
<form method="post" action="/health/check">${csrfField(frame)}<button class="quiet">Check every signature of the record</button></form>
<p class="hint">To check more, and to start a browser once, run: ${ownCommand('doctor')}</p></section>`,
  });
}

function serverCard(server: HealthyServer, now: number): Markup {
  const { id, version, transport, startedAt, sessions, questions, problems } = server;
  return markup`<li class="card"><div class="row"><h3>${transport} ${id}</h3><span class="level ${problems.length === 0 ? 'level-ok' : 'level-fail'}">${problems.length === 0 ? LEVELS.ok : LEVELS.fail}</span></div>
<dl class="facts"><div><dt>Version</dt><dd>${foreign(version, 40)}</dd></div><div><dt>Up for</dt><dd>${startedAt === undefined ? 'unknown' : ago(startedAt, now)}</dd></div>
<div><dt>Sessions</dt><dd>${sessions}</dd></div><div><dt>Questions</dt><dd>${questions}</dd></div></dl>
${problems.map((line) => markup`<p class="level level-fail">Not in force: ${foreign(line, 400)}</p>`)}</li>`;
}

function row({ name, level, says }: HealthFinding): Markup {
  return markup`<div><dt>${name}</dt><dd><span class="level level-${level}">${LEVELS[level]}</span>: ${foreign(says, 400)}</dd></div>`;
}

/** From the record: what was started last, and when the last test of it passed. */
function browserRows({ browser, selfTest }: ShownHealth, now: number): Markup {
  if (browser === undefined)
    return markup`<p>No browser was started yet. It is started by the first call that opens a page.</p>`;
  const facts = factsOf(browser);
  const wall = (on: unknown, why: unknown): Markup =>
    markup`<span class="level ${on === true ? 'level-ok' : 'level-warn'}">${on === true ? 'on' : 'off'}</span>: ${foreign(typeof why === 'string' ? why : '', 200)}`;
  return markup`<dl class="rows"><div><dt>last started</dt><dd>${since(browser, now)}, Chromium ${foreign(shownValue(facts['version'], 40))} (${foreign(shownValue(facts['provider'], 40))})</dd></div>
<div><dt>sandbox</dt><dd>${wall(facts['sandbox'], facts['why'])}</dd></div><div><dt>jail</dt><dd>${wall(facts['jail'], facts['whyJail'])}</dd></div>
<div><dt>self-test</dt><dd>${selfTest === undefined ? 'no passed test is on the record' : markup`<span class="level level-ok">passed</span> ${since(selfTest, now)}, in ${foreign(shownValue(factsOf(selfTest)['ms'], 20))} ms`}</dd></div></dl>`;
}

function since({ time }: RecordEntry, now: number): Markup {
  return markup`${ago(Date.parse(time), now)} ago (${moment(time)})`;
}

function factsOf({ fields }: RecordEntry): RecordEntry['fields'] {
  const { facts } = fields;
  return isFactsObject(facts) ? facts : {};
}
