import type { Json, JsonObject } from '../core/index.js';
import { printable } from './terminal.js';
import type { Colour, Terminal } from './terminal.js';

interface Entry {
  readonly time: string;
  readonly kind: 'call' | 'event' | 'start' | 'end';
  readonly fields: JsonObject;
}

const COLOURS: Readonly<Record<string, Colour>> = {
  ok: 'green',
  denied: 'red',
  failed: 'red',
  unknown: 'yellow',
  asked: 'yellow',
  unfinished: 'yellow',
};

/** One record for a person. Everything in it may have come from an agent or a page. */
export function auditLine({ time, kind, fields }: Entry, { paint }: Pick<Terminal, 'paint'>): string {
  const when = paint('dim', time.replace('T', ' ').slice(0, 19));
  if (kind !== 'call') return [when, kind.padEnd(10), eventText(kind, fields)].join('  ');
  const outcome = text(fields['outcome']);
  const colour = COLOURS[outcome] ?? 'dim';
  const parts = [
    text(fields['tool']).padEnd(22),
    [text(fields['principal']), text(fields['session'])].join('/'),
    text(fields['url'] ?? fields['origin']),
    text(fields['code']),
    fields['rule'] === undefined || outcome === 'ok' ? '' : `by ${text(fields['rule'])}`,
    typeof fields['durationMs'] === 'number' ? `${String(Math.round(fields['durationMs']))} ms` : '',
  ];
  return [when, paint(colour, outcome.padEnd(10)), ...parts.filter((part) => part !== '')].join('  ');
}

function eventText(kind: Entry['kind'], fields: JsonObject): string {
  const { event, ...rest } = fields;
  return `${kind === 'event' ? `${text(event)} ` : ''}${printable(JSON.stringify(rest), 300)}`;
}

function text(value: Json | undefined): string {
  if (value === undefined || value === null) return '';
  return printable(typeof value === 'string' ? value : JSON.stringify(value), 160);
}
