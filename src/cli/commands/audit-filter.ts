import type { Command } from 'commander';
import { Failure } from '../../core/index.js';
import type { RecordFilter } from '../../house.js';
import { momentOf } from '../moment.js';

const EXACT = [
  'tool',
  'event',
  'principal',
  'session',
  'outcome',
  'code',
  'origin',
  'rule',
  'risk',
  'approver',
] as const;

export type FilterFlags = { readonly [name in (typeof EXACT)[number] | 'text' | 'since' | 'until']?: string };

export function withFilterFlags(command: Command): Command {
  return command
    .option('--session <name>')
    .option('--principal <name>')
    .option('--tool <name>')
    .option('--event <name>', 'such as network.refused or session.ended')
    .option('--origin <origin>', 'such as https://example.com')
    .option('--outcome <outcome>', 'ok, denied, failed, unknown, asked or unfinished')
    .option('--code <code>', 'an error code')
    .option('--rule <rule>', 'the rule that decided')
    .option('--risk <risk>', 'low, medium, high or critical')
    .option('--approver <who>', 'who approved')
    .option('--text <text>', 'anywhere in the record')
    .option('--since <when>', 'a date and time, or 10m, 2h, 3d ago')
    .option('--until <when>');
}

export function filterOf(flags: FilterFlags): RecordFilter {
  const { since, until, text } = flags;
  const exact = EXACT.flatMap((name) => (flags[name] === undefined ? [] : [[name, flags[name]] as const]));
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
