import { RECORD_OUTCOMES, sessionLabel } from '../../core/index.js';
import type { Json, JsonObject, SessionName } from '../../core/index.js';
import { markup } from './markup.js';
import type { Markup, MarkupPart } from './markup.js';
import type { RecordEntry } from './recorded.js';
import { entryId } from './recorded.js';
import { replayPath } from './session-path.js';
import { thumbnail } from './thumbnail.js';
import { foreign, moment, shownValue } from './words.js';

const KNOWN: ReadonlySet<string> = new Set(RECORD_OUTCOMES);

export function entryItem(entry: RecordEntry, linkSession: boolean, picture?: RecordEntry): Markup {
  const { time, kind, fields } = entry;
  const outcome = shownValue(fields['outcome'], 20);
  const style = kind !== 'call' ? 'event' : KNOWN.has(outcome) ? outcome : 'unknown';
  const name = shownValue(fields['tool'] ?? fields['event'] ?? kind, 60);
  return markup`<li class="entry ${style}" id="${entryId(entry)}"><div class="when"><p>${moment(time)}</p>${copyButtons(entry)}</div>
<div class="what"><p><strong>${name}</strong> ${kind === 'call' && markup`<span class="outcome">${outcome}</span>`}${riskOf(fields)}</p>
${kind === 'call' ? callLines(fields) : (thumbnail(entry, 'a call', linkSession) ?? factLine(fields['facts'] ?? withoutNames(fields)))}
${picture !== undefined && thumbnail(picture, name, linkSession)}
${linkSession && sessionLink(fields)}</div></li>`;
}

/** Shown by the script. A link leads to the entry among all runs of its session, whoever opens it. */
function copyButtons(entry: RecordEntry): Markup {
  const id = entryId(entry);
  const name = sessionIn(entry.fields);
  const path = name === undefined ? `#${id}` : `${replayPath(name)}&all=yes#${id}`;
  return markup`<p class="copies"><button type="button" class="quiet copy" data-copies data-copy="${id}" hidden>Copy</button><button type="button" class="quiet copy" data-copies data-link="${path}" hidden>Copy link</button></p>`;
}

function sessionIn({ session, principal, client }: JsonObject): SessionName | undefined {
  if (typeof session !== 'string' || typeof principal !== 'string') return undefined;
  return { principal, ...(typeof client === 'string' && { client }), session };
}

function callLines(fields: JsonObject): MarkupPart {
  const { code, verdict, rule, reason, approver, identity, grant, durationMs } = fields;
  const url = shownValue(fields['url'] ?? fields['origin'], 200);
  const ended = shownValue(fields['ended'], 200);
  const element = shownValue(fields['element'], 200);
  const why = [
    code === undefined ? '' : shownValue(code, 60),
    verdict === undefined || verdict === 'allow' ? '' : `${shownValue(verdict, 10)} by ${shownValue(rule, 60)}`,
    verdict === 'allow' ? '' : shownValue(reason, 300),
    approver === undefined ? '' : `approved by ${shownValue(approver, 80)}`,
    identity === undefined ? '' : `signed in with ${shownValue(identity, 80)}`,
    grant === undefined ? '' : `under the grant ${shownValue(grant, 40)}`,
    typeof durationMs === 'number' ? `${String(Math.round(durationMs))} ms` : '',
  ].filter((part) => part !== '');
  return [
    url !== '' && markup`<p class="where">${foreign(ended === '' ? url : `${url} → ${ended}`)}</p>`,
    element !== '' && markup`<p class="args">${foreign(element, 200)}</p>`,
    factLine(fields['arguments']),
    why.length > 0 && markup`<p class="hint">${foreign(why.join(' · '), 700)}</p>`,
  ];
}

function factLine(value: Json | undefined): Markup | undefined {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined;
  const pairs = Object.entries(value).filter(([name]) => name !== 'session' && name !== 'digest');
  if (pairs.length === 0) return undefined;
  return markup`<p class="args">${pairs.slice(0, 12).map(([name, each]) => markup`<span><span class="key">${shownValue(name, 40)}</span> ${foreign(shownFact(each), 160)}</span> `)}</p>`;
}

/** A list of words as words, and of a digest its beginning: the whole stands in what the button copies. */
function shownFact(value: Json): string {
  const isWords = Array.isArray(value) && value.every((each) => typeof each === 'string');
  if (isWords) return shownValue(value.join(', '), 160);
  const text = shownValue(value, 160);
  return /^(?:sha256[ :-])?[0-9a-f]{64}$/u.test(text) ? `${text.slice(0, -52)}…` : text;
}

function withoutNames(fields: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !['event', 'principal', 'client', 'session'].includes(name)),
  );
}

function riskOf({ risk }: JsonObject): Markup | undefined {
  const level = shownValue(risk, 20);
  if (level !== 'medium' && level !== 'high' && level !== 'critical') return undefined;
  return markup` <span class="risk-${level}"><span class="risk">${level}</span></span>`;
}

function sessionLink(fields: JsonObject): Markup | undefined {
  const name = sessionIn(fields);
  if (name === undefined) return undefined;
  return markup`<p class="hint"><a href="${replayPath(name)}">${foreign(sessionLabel(name), 160)}</a></p>`;
}
