import { onePageLine, ownCommand } from '../core/index.js';
import type { Closing, Intent, Json, Record, RecordedEvent, Scope } from '../core/index.js';

/** The same line again within this time is left out: an agent that tries in a loop must not fill the window. */
const AGAIN_MS = 10_000;
const MAX_OPEN = 1000;

/** Codes of refusals by a limit, a pause or a stop; each other code that refuses has the outcome "denied". */
const HELD_BACK: ReadonlySet<string> = new Set([
  'session.limit',
  'session.too-many',
  'session.paused',
  'session.stopped',
]);

type Say = (line: string) => void;

/**
 * A line in the window of `serve` for each session, question and refusal. It is made where the record is written, so that
 * everything in it is masked already; what an agent or a page chose is printed as one harmless line.
 */
export function narrate(record: Record, say: Say, now: () => number = Date.now): Record {
  const open = new Map<string, Intent>();
  let last = { line: '', at: 0 };
  const tell = (line: string | undefined): void => {
    if (line === undefined || (line === last.line && now() - last.at < AGAIN_MS)) return;
    last = { line, at: now() };
    say(onePageLine(line, 400));
  };
  return {
    ...record,
    open: (intent) => {
      record.open(intent);
      if (open.size < MAX_OPEN) open.set(intent.call, intent);
    },
    close: (closing) => {
      const intent = open.get(closing.call);
      open.delete(closing.call);
      if (intent !== undefined) tell(refusalLine(intent, closing));
      return record.close(closing);
    },
    note: (event) => {
      record.note(event);
      tell(eventLine(event));
    },
  };
}

function refusalLine(intent: Intent, { outcome, code = '', origin }: Closing): string | undefined {
  if (outcome !== 'denied' && !HELD_BACK.has(code)) return undefined;
  return `refused ${intent.tool}${origin === undefined ? '' : ` at ${origin}`} to ${nameOf(intent)}: ${code}`;
}

function eventLine({ event, scope, facts }: RecordedEvent): string | undefined {
  const who = scope === undefined ? '' : nameOf(scope);
  switch (event) {
    case 'session.opened':
      return `opened ${who}`;
    case 'session.ended':
      return `ended ${who}: ${text(facts['why'])}`;
    case 'approval.asked':
      return `question ${text(facts['question'])} of ${who}: ${text(facts['tool'])}${riskOf(facts['risk'])}; answer it in the console or with: ${ownCommand('approvals watch')}`;
    case 'approval.answered':
      return `question ${text(facts['question'])}: ${facts['yes'] === true ? 'allowed' : 'refused'} by ${text(facts['by'])}`;
    case 'calls.refused':
      return `refused ${JSON.stringify(facts['calls'])} calls to ${text(facts['principal'])}: ${text(facts['code'])}`;
    default:
      return undefined;
  }
}

function nameOf({ client, session, principal }: Pick<Scope, 'client' | 'session' | 'principal'>): string {
  return `session ${session} of ${client ?? principal}`;
}

function riskOf(risk: Json | undefined): string {
  return risk === undefined ? '' : ` (${text(risk)} risk)`;
}

function text(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}
