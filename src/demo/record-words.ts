import type { RecordLine } from './guarded-browser.js';

/** What the record of a trick says was refused, in words, and the lines themselves. */
export function describeRecord(lines: readonly RecordLine[]): {
  readonly did: readonly string[];
  readonly lines: readonly string[];
} {
  const tools = new Map(lines.map(({ call, tool }) => [call, tool] as const).filter(([, tool]) => tool !== undefined));
  const refusals = lines.filter(({ code, event }) => code !== undefined || EVENTS.has(event ?? ''));
  const telling = refusals.length > 0 ? refusals : lines.filter(({ kind }) => kind === 'outcome');
  return {
    did: [...new Set(telling.flatMap(wordsOf))],
    lines: telling.map((line) => lineText(line, tools.get(line.call))),
  };
}

/** What the agent's own answers say was kept from the model. */
export function withheldFrom(read: string, password: string): string[] {
  const hidden = /(\d+) hidden texts? left out/u.exec(read)?.[1];
  const masked = /Your password is (<[A-Z0-9_]+>)/u.exec(read)?.[1];
  return [
    ...(hidden === undefined ? [] : ['The model does not get to read it: no person can see it.']),
    ...(masked === undefined || read.includes(password) ? [] : [`The model reads ${masked} in its place.`]),
  ];
}

const EVENTS: ReadonlySet<string> = new Set(['network.refused', 'approval.answered']);

function wordsOf({ code, event, facts }: RecordLine): readonly string[] {
  if (event === 'network.refused') return [`Refused on the way: ${text(facts?.['origin'])} is not allowed.`];
  if (event === 'approval.answered') return ['A person was asked first, and said no.'];
  if (code === 'page.download') return ['The file was not kept.'];
  return code === undefined ? [] : [`The call ended with ${code}.`];
}

function lineText({ seq, event, code, outcome, facts }: RecordLine, tool: string | undefined): string {
  const what = event ?? `${tool ?? 'call'} ${outcome ?? ''}`;
  const detail = code ?? text(facts?.['origin'] ?? facts?.['tool'] ?? facts?.['name'] ?? '');
  return `${String(seq)} ${what} ${detail}`.trimEnd();
}

function text(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
