import { isJsonObject } from '../core/index.js';
import type { Json, JsonObject } from '../core/index.js';
import { printable } from './terminal.js';
import type { Terminal } from './terminal.js';

interface Entry {
  readonly time: string;
  readonly kind: 'call' | 'event' | 'start' | 'end';
  readonly fields: JsonObject;
}

/** A session told from its beginning: what was asked, where, what was decided and by whom, and how it ended. */
export function timelineLines(entries: readonly Entry[], { paint }: Pick<Terminal, 'paint'>, width = 80): string[] {
  const began = Date.parse(entries[0]?.time ?? '');
  let page = '';
  return entries.flatMap(({ time, kind, fields }) => {
    const after = paint('dim', clock(Date.parse(time) - began).padStart(9));
    if (kind !== 'call') return [`${after}  ${fit(`· ${eventText(fields)}`, width - 11)}`];
    const url = shown(fields['url'] ?? fields['origin']);
    const moved = url !== '' && url !== page ? [`${after}  ${paint('bold', fit(`on ${url}`, width - 11))}`] : [];
    if (url !== '') page = url;
    const what = `${shown(fields['tool'])} ${argumentText(fields['arguments'])}`.trimEnd();
    const element = fields['element'] === undefined ? [] : [`on ${shown(fields['element'])}`];
    const ended = fields['ended'] === undefined ? [] : [`ended at ${shown(fields['ended'])}`];
    const details = [...element, outcomeText(fields), ...ended, ...decisionTexts(fields)].map(
      (line) => `${' '.repeat(13)}${fit(line, width - 13)}`,
    );
    return [...moved, `${after}  ${fit(what, width - 11)}`, ...details];
  });
}

function outcomeText({ outcome, code, durationMs, bytes }: JsonObject): string {
  const took = typeof durationMs === 'number' ? ` after ${String(Math.round(durationMs))} ms` : '';
  const size = typeof bytes === 'number' && bytes > 0 ? `, ${String(bytes)} bytes shown` : '';
  return `→ ${shown(outcome)}${code === undefined ? '' : ` (${shown(code)})`}${took}${size}`;
}

function decisionTexts({ verdict, rule, reason, risk, approver, grant, outcome, digest }: JsonObject): string[] {
  const quiet = verdict === 'allow' && outcome === 'ok' && (risk === undefined || risk === 'low');
  const why = reason === undefined ? '' : `: ${shown(reason)}`;
  const level = risk === undefined ? '' : `, ${shown(risk)} risk`;
  return [
    ...(verdict === undefined || quiet ? [] : [`${shown(verdict)} by ${shown(rule)}${level}${why}`]),
    ...(approver === undefined
      ? []
      : [`approved by ${shown(approver)}${digest === undefined ? '' : ` (${shown(digest).slice(0, 12)}…)`}`]),
    ...(grant === undefined ? [] : [`under the grant ${shown(grant)}`]),
  ];
}

function eventText({ event, facts }: JsonObject): string {
  if (event === 'thumbnail') return pictureText(facts);
  return `${shown(event)} ${argumentText(facts)}`.trimEnd();
}

/** Where it is, from the workspace. */
function pictureText(facts: Json | undefined): string {
  const { picture, withheld }: JsonObject = isJsonObject(facts) ? facts : {};
  return withheld === undefined ? `picture audit/${shown(picture)}` : `no picture: ${shown(withheld)}`;
}

function argumentText(value: Json | undefined): string {
  if (typeof value !== 'object' || value === null) return '';
  const pairs = Object.entries(value).filter(([name]) => name !== 'session');
  return pairs.map(([name, each]: [string, Json]) => `${printable(name, 40)}=${shown(each)}`).join(' ');
}

/** 0:00:12.3 */
function clock(ms: number): string {
  if (Number.isNaN(ms)) return '';
  const tenths = Math.max(0, Math.round(ms / 100));
  const seconds = Math.floor(tenths / 10);
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${String(h)}:${String(m).padStart(2, '0')}:${String(s).padStart(2, '0')}.${String(tenths % 10)}`;
}

function fit(line: string, width: number): string {
  return line.length <= width ? line : `${line.slice(0, Math.max(0, width - 1))}…`;
}

function shown(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value), 200);
}
