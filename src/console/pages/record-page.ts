import { RECORD_OUTCOMES, RISK_LEVELS } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';
import { emptyBox, fullPage } from './layout.js';
import type { PageFrame } from './layout.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import { entryItem } from './record-entry.js';
import type { RecordEntry } from './recorded.js';
import { withPictures } from './thumbnail.js';

export const RECORD_FILTERS = [
  'principal',
  'client',
  'session',
  'tool',
  'outcome',
  'origin',
  'identity',
  'risk',
  'kind',
  'text',
] as const satisfies readonly (RecordColumn | 'text')[];
export type RecordQuery = { readonly [name in (typeof RECORD_FILTERS)[number]]?: string };

export interface RecordPart {
  readonly entries: readonly RecordEntry[];
  readonly next?: string;
}

/** Matched as a whole; what is on the page is suggested. */
const WHOLE_WORDS = [
  ['principal', 'Caller'],
  ['client', 'Client'],
  ['session', 'Session'],
  ['tool', 'Tool'],
  ['origin', 'Origin'],
  ['identity', 'Signed in with'],
] as const;
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
    main: markup`<form method="get" action="/record" class="filters" role="search" data-filters aria-label="Filter the record">
${word('text', 'Any text', query.text)}
<details class="filter-more"${isNarrowed(query) && markup` open`}><summary>More filters</summary><div class="grid-fields">${WHOLE_WORDS.map(([name, label]) => word(name, label, query[name], seenIn(entries, name)))}
${choice('outcome', 'Outcome', RECORD_OUTCOMES, query.outcome)}${choice('risk', 'Risk', RISK_LEVELS, query.risk)}${choice('kind', 'Kind', KINDS, query.kind)}</div></details>
<div class="buttons"><button class="yes">Filter</button><a class="button quiet" href="/record">Clear</a></div></form>
<section aria-label="Entries" id="entries">${countLine(entries.length, next !== undefined)}${entries.length === 0 ? nothing(query) : markup`<ol class="timeline">${withPictures(entries).map(({ entry, picture }) => entryItem(entry, true, picture))}</ol>`}
<nav class="pager" aria-label="Pages of the record">${!isFirst && markup`<a class="button quiet" href="${linkTo(query)}">Newest</a>`}${
      next !== undefined && markup`<a class="button quiet" rel="next" href="${linkTo(query, next)}">Older</a>`
    }</nav></section>`,
  });
}

function nothing(query: RecordQuery): Markup {
  return isNarrowed(query) || (query.text ?? '') !== ''
    ? emptyBox(
        'Nothing here',
        'No entry matches these filters. Caller, client, session, tool, origin and identity must match exactly; “any text” may be part of a word.',
      )
    : emptyBox('Nothing was recorded yet', 'Every call of an agent appears here, with its outcome.');
}

/** One of the further filters is set. */
function isNarrowed(query: RecordQuery): boolean {
  return RECORD_FILTERS.some((name) => name !== 'text' && (query[name] ?? '') !== '');
}

export function countLine(count: number, hasMore: boolean): Markup {
  const words = count === 1 ? 'One entry' : `${String(count)} entries`;
  return markup`<div class="row"><p class="hint" role="status">${words}${hasMore && ', the newest that fit'}</p><button type="button" class="quiet copy" data-copies data-link="" hidden>Copy link to this view</button></div>`;
}

function seenIn(entries: readonly RecordEntry[], name: string): readonly string[] {
  const seen = entries.flatMap(({ fields }) => {
    const value = fields[name];
    return typeof value === 'string' && value.length <= 200 ? [value] : [];
  });
  return [...new Set(seen)].sort().slice(0, 40);
}

function word(name: string, label: string, value: string | undefined, seen?: readonly string[]): Markup {
  const list = seen !== undefined && markup` list="l-${name}"`;
  const type = seen === undefined ? 'search' : 'text';
  return markup`<p class="field"><label for="f-${name}">${label}</label><input id="f-${name}" name="${name}" type="${type}" value="${value}" autocomplete="off" spellcheck="false" maxlength="200"${list}>${
    seen !== undefined &&
    markup`<datalist id="l-${name}">${seen.map((each) => markup`<option value="${each}">`)}</datalist>`
  }</p>`;
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
