import { isJsonObject } from '../core/index.js';
import type { Json, JsonObject } from '../core/index.js';
import { printable } from './terminal.js';
import type { TerminalColour, Terminal } from './terminal.js';

interface Entry {
  readonly time: string;
  readonly kind: 'call' | 'event' | 'start' | 'end';
  readonly fields: JsonObject;
}

const COLOURS: Readonly<Record<string, TerminalColour>> = {
  ok: 'green',
  denied: 'red',
  failed: 'red',
  unknown: 'yellow',
  asked: 'yellow',
  unfinished: 'yellow',
};
const OUTCOME = 10;
const TOOL = 22;
const MAX_EVENT = 400;

/** The columns of `auditLine`. Times are UTC, as in the files. */
export function auditHead(): string {
  return `${'WHEN (UTC)'.padEnd(14)}  ${'OUTCOME'.padEnd(OUTCOME)}  ${'WHAT'.padEnd(TOOL)}  WHERE, ON WHAT, BY WHOM (CALLER/PROGRAM/SESSION), WHY`;
}

/**
 * One record for a person: moment, outcome, tool, and then where, by whom and why, as far as the line goes. Everything in
 * it may have come from an agent or a page.
 */
export function auditLine(
  { time, kind, fields }: Entry,
  { paint }: Pick<Terminal, 'paint'>,
  width = Number.POSITIVE_INFINITY,
): string {
  // 2026-11-05 10:11:12 → 11-05 10:11:12
  const when = printable(time.replace('T', ' ').slice(5, 19), 14).padEnd(14);
  const outcome = kind === 'call' ? text(fields['outcome']) : kind;
  const rest = kind === 'call' ? callText(fields, outcome) : eventText(kind, fields);
  const room = width - when.length - OUTCOME - 4;
  const colour = kind === 'call' ? (COLOURS[outcome] ?? 'dim') : 'dim';
  return [paint('dim', when), paint(colour, fit(outcome, OUTCOME).padEnd(OUTCOME)), fit(rest, room)].join('  ');
}

function callText(fields: JsonObject, outcome: string): string {
  const { durationMs, rule, approver, identity, risk } = fields;
  const parts = [
    text(fields['tool']).padEnd(TOOL),
    text(fields['code']),
    shortUrl(text(fields['url'] ?? fields['origin'])),
    fields['ended'] === undefined ? '' : `→ ${shortUrl(text(fields['ended']))}`,
    text(fields['element']),
    whoseText(fields['principal'], fields['client'], fields['session']),
    rule === undefined || outcome === 'ok' ? '' : `by ${text(rule)}`,
    risk === undefined || risk === 'low' ? '' : `${text(risk)} risk`,
    approver === undefined ? '' : `approved by ${text(approver)}`,
    identity === undefined ? '' : `signed in with ${text(identity)}`,
    typeof durationMs === 'number' ? `${String(Math.round(durationMs))} ms` : '',
  ];
  return parts.filter((part) => part !== '').join('  ');
}

function eventText(kind: Entry['kind'], { event, facts, principal, client, session, ...rest }: JsonObject): string {
  const whose = whoseText(principal, client, session);
  const parts = [
    ...(kind === 'event' ? [text(event).padEnd(TOOL)] : []),
    ...(whose === '' ? [] : [whose]),
    ...factTexts(isJsonObject(facts) ? { ...rest, ...facts } : { ...rest, ...(facts !== undefined && { facts }) }),
  ];
  return parts.join('  ').slice(0, MAX_EVENT);
}

/** `name value`; what says nothing, and what only a program reads, is left out. */
function factTexts(facts: JsonObject): string[] {
  return Object.entries(facts).flatMap(([name, value]) => {
    if (value === null || value === '' || name === 'key' || name === 'digest') return [];
    const shown = Array.isArray(value)
      ? value.map(text).join(', ')
      : isJsonObject(value)
        ? factTexts(value).join(', ')
        : text(value);
    return [`${printable(name, 40)} ${name === 'url' || name === 'origin' ? shortUrl(shown) : shown}`];
  });
}

function whoseText(...parts: readonly (Json | undefined)[]): string {
  return parts
    .map(text)
    .filter((part) => part !== '')
    .join('/');
}

function shortUrl(url: string): string {
  return url.replace(/^https:\/\//u, '');
}

function fit(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value), 160);
}
