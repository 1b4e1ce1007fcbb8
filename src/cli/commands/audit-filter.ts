import type { Command } from 'commander';
import { Failure, RECORD_COLUMNS, RECORD_OUTCOMES, RISK_LEVELS } from '../../core/index.js';
import type { RecordColumn } from '../../core/index.js';
import type { RecordFilter } from '../../app.js';
import { momentOf } from '../moment.js';

export type FilterFlags = { readonly [name in RecordColumn | 'text' | 'since' | 'until']?: string };

export function withFilterFlags(command: Command): Command {
  return command
    .option('--kind <kind>', 'call, event, start or end')
    .option('--session <name>', 'the session, such as default')
    .option('--principal <name>', 'the caller: local, or the name of a token or team')
    .option('--client <name>', 'the program, such as claude-code or claude-code#2')
    .option('--tool <name>', 'the tool, such as browser_click')
    .option('--event <name>', 'such as network.refused or session.ended')
    .option('--origin <origin>', 'such as https://example.com')
    .option('--outcome <outcome>', oneOf(RECORD_OUTCOMES))
    .option('--code <code>', 'an error code')
    .option('--rule <rule>', 'the rule that decided')
    .option('--risk <risk>', oneOf(RISK_LEVELS))
    .option('--approver <who>', 'who approved')
    .option('--identity <name>', 'calls on a site where the session was signed in with it')
    .option('--text <text>', 'anywhere in the record')
    .option('--since <when>', 'a date and time, or 10m, 2h, 3d ago')
    .option('--until <when>', 'the same; the end of the time that is searched');
}

const KNOWN_WORDS: readonly (readonly [RecordColumn, readonly string[]])[] = [
  ['kind', ['call', 'event', 'start', 'end']],
  ['outcome', RECORD_OUTCOMES],
  ['risk', RISK_LEVELS],
];

function oneOf(words: readonly string[]): string {
  return `${words.slice(0, -1).join(', ')} or ${words.at(-1) ?? ''}`;
}

export function filterOf(flags: FilterFlags): RecordFilter {
  const { since, until, text } = flags;
  for (const [name, words] of KNOWN_WORDS) {
    const given = flags[name];
    if (given !== undefined && !words.includes(given))
      throw new Failure('config.invalid', `--${name}: must be ${oneOf(words)}`);
  }
  const exact = RECORD_COLUMNS.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]] as const]));
  return {
    ...Object.fromEntries(exact),
    ...(text !== undefined && { text }),
    ...(since !== undefined && { since: momentOf('--since', since, Date.now()) }),
    ...(until !== undefined && { until: momentOf('--until', until, Date.now()) }),
  };
}

export function countOf(flag: string, text: string): number {
  if (/^\d{1,9}$/u.test(text)) return Number(text);
  throw new Failure('config.invalid', `${flag}: must be a whole number`);
}
