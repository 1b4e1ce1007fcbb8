import { RECORD_OUTCOMES, RISK_LEVELS, ownCommand } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';
import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { entryItem } from './record-entry.js';
import type { RecordEntry } from './recorded.js';
import { withPictures } from './thumbnail.js';
import { foreign } from './words.js';

export const RECORD_FILTERS = [
  'principal',
  'client',
  'session',
  'tool',
  'outcome',
  'origin',
  'risk',
  'kind',
  'text',
] as const satisfies readonly (RecordColumn | 'text')[];
export type RecordQuery = { readonly [name in (typeof RECORD_FILTERS)[number]]?: string };

export interface RecordPart {
  readonly entries: readonly RecordEntry[];
  readonly next?: string;
}

const KINDS = ['call', 'event', 'start', 'end'] as const;

export function recordPage(
  frame: PageFrame,
  query: RecordQuery,
  { entries, next }: RecordPart,
  isFirst: boolean,
): Markup {
  return fullPage(frame, {
    tab: 'record',
    title: 'Record',
    intro: 'Everything that was asked for and what became of it, newest first.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<form method="get" action="/record" class="filters" role="search" aria-label="Filter the record">
${word('principal', 'Caller', query.principal)}${word('client', 'Client', query.client)}${word('session', 'Session', query.session)}${word('tool', 'Tool', query.tool)}${word('origin', 'Origin', query.origin)}${word('text', 'Any text', query.text)}
${choice('outcome', 'Outcome', RECORD_OUTCOMES, query.outcome)}${choice('risk', 'Risk', RISK_LEVELS, query.risk)}${choice('kind', 'Kind', KINDS, query.kind)}
<div class="buttons"><button class="yes">Filter</button><a class="button quiet" href="/record">Clear</a></div></form>
<section aria-label="Entries">${entries.length === 0 ? emptyBox('Nothing here', 'No entry of the record fits.') : markup`<ol class="timeline">${withPictures(entries).map(({ entry, picture }) => entryItem(entry, true, picture))}</ol>`}
<nav class="pager" aria-label="Pages of the record">${!isFirst && markup`<a class="button quiet" href="${linkTo(query)}">Newest</a>`}${
      next !== undefined && markup`<a class="button quiet" rel="next" href="${linkTo(query, next)}">Older</a>`
    }</nav></section>`,
  });
}

export interface Replay {
  readonly session: string;
  readonly principal: string | undefined;
  readonly client: string | undefined;
  readonly all: boolean;
  readonly entries: readonly RecordEntry[];
  /** How many came before the ones that are shown. */
  readonly leftOut: number;
}

export function replayPage(frame: PageFrame, { session, principal, client, all, entries, leftOut }: Replay): Markup {
  const whose = [principal, client].filter((part) => part !== undefined);
  const which = { session, ...(principal !== undefined && { principal }), ...(client !== undefined && { client }) };
  const other = new URLSearchParams(all ? which : { ...which, all: 'yes' }).toString();
  return fullPage(frame, {
    tab: 'record',
    title: 'Replay',
    intro: 'One session from its beginning: what was asked, where, what was decided, how it ended.',
    poll: '/waiting/count',
    refreshSeconds: 0,
    main: markup`<section aria-labelledby="which"><div class="row"><h2 id="which">${foreign(session, 60)}${whose.length > 0 && markup` <small>of ${foreign(whose.join(' / '), 120)}</small>`}</h2>
<a class="button quiet" href="/record/session?${other}">${all ? 'Only the newest run' : 'Every run of this name'}</a></div>
${leftOut > 0 && markup`<p class="hint">${leftOut} earlier entries are left out; the whole is in: ${ownCommand('audit replay')}</p>`}
${entries.length === 0 ? emptyBox('Nothing here', 'No session of that name is on the record.') : markup`<ol class="timeline">${withPictures(entries).map(({ entry, picture }) => entryItem(entry, false, picture))}</ol>`}</section>`,
  });
}

function word(name: string, label: string, value: string | undefined): Markup {
  return markup`<p class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" value="${value}" autocomplete="off" spellcheck="false" maxlength="200"></p>`;
}

function choice(name: string, label: string, values: readonly string[], value: string | undefined): Markup {
  const option = (each: string): Markup =>
    markup`<option value="${each}"${each === value && markup` selected`}>${each}</option>`;
  return markup`<p class="field"><label for="f-${name}">${label}</label><select id="f-${name}" name="${name}"><option value="">any</option>${values.map(option)}</select></p>`;
}

function linkTo(query: RecordQuery, before?: string): string {
  const words = new URLSearchParams(query);
  if (before !== undefined) words.set('before', before);
  const text = words.toString();
  return text === '' ? '/record' : `/record?${text}`;
}
