import { ownCommand } from '../../core/index.js';
import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { entryItem } from './record-entry.js';
import { countLine } from './record-page.js';
import type { RecordEntry } from './recorded.js';
import { scrubber } from './scrubber.js';
import { withPictures } from './thumbnail.js';
import { foreign } from './words.js';

export interface Replay {
  readonly session: string;
  readonly principal: string | undefined;
  readonly client: string | undefined;
  readonly all: boolean;
  /** Only entries with this text in them are listed. */
  readonly find: string;
  readonly entries: readonly RecordEntry[];
  /** How many came before the ones that are shown. */
  readonly leftOut: number;
}

export function replayPage(frame: PageFrame, replay: Replay): Markup {
  const { session, principal, client, all, find, entries, leftOut } = replay;
  const whose = [principal, client].filter((part) => part !== undefined);
  const which = { session, ...(principal !== undefined && { principal }), ...(client !== undefined && { client }) };
  const other = new URLSearchParams(all ? which : { ...which, all: 'yes' }).toString();
  const kept = Object.entries(all ? { ...which, all: 'yes' } : which);
  const together = withPictures(entries);
  const listed = together.filter(({ entry }) => holds(entry, find));
  return fullPage(frame, {
    tab: 'record',
    title: 'Replay',
    intro: 'One session from its beginning: what was asked, where, what was decided, how it ended.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="which"><div class="row wraps"><h2 id="which">${foreign(session, 60)}${whose.length > 0 && markup` <small>of ${foreign(whose.join(' / '), 120)}</small>`}</h2>
<a class="button quiet" href="/record/session?${other}">${all ? 'Only the newest session of this name' : 'All sessions of this name'}</a></div></section>
${entries.length > 0 && scrubber(together)}
<section aria-labelledby="timeline"><h2 id="timeline">What happened</h2>
${entries.length > 0 && findForm(kept, find)}
<div id="entries">${leftOut > 0 && markup`<p class="hint">${leftOut} earlier entries are left out; the whole is in: ${ownCommand('audit replay')}</p>`}
${list(entries.length, listed)}</div></section>`,
  });
}

function list(count: number, listed: ReturnType<typeof withPictures>): Markup {
  if (count === 0) return emptyBox('Nothing here', 'No session of that name is on the record.');
  if (listed.length === 0) return emptyBox('No match', 'No entry of this session contains that text.');
  return markup`${countLine(listed.length, false)}<ol class="timeline">${listed.map(({ entry, picture }) => entryItem(entry, false, picture))}</ol>`;
}

function findForm(kept: readonly (readonly [string, string])[], find: string): Markup {
  return markup`<form method="get" action="/record/session" class="filters" role="search" aria-label="Filter this session" data-filters>
${kept.map(([name, value]) => markup`<input type="hidden" name="${name}" value="${value}">`)}
<p class="field"><label for="f-find">Any text</label><input id="f-find" name="find" type="search" value="${find}" autocomplete="off" spellcheck="false" maxlength="200"></p>
<div class="buttons"><button class="yes">Filter</button></div></form>`;
}

function holds({ kind, fields }: RecordEntry, text: string): boolean {
  if (text === '') return true;
  return JSON.stringify({ kind, ...fields })
    .toLowerCase()
    .includes(JSON.stringify(text).slice(1, -1).toLowerCase());
}
