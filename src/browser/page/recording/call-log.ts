import { onePageLine } from '../../../core/index.js';
import type { Call, CallFacts, ShownText } from '../../../core/index.js';
import { shownUrl } from '../shown-url.js';

const MAX_CALLS = 2_000;
const MAX_NAME = 80;

export interface LoggedCall {
  readonly id: string;
  readonly tool: string;
  readonly tab: string;
  readonly from: number;
  /** What it was done to, in the page's words; to be masked. Never what was typed. */
  readonly what: readonly ShownText[];
  to?: number;
  code?: string;
}

/** The calls of a session while it is recorded: what was done to what, and how it ended. */
export class CallLog {
  readonly #calls: LoggedCall[] = [];
  #dropped = 0;

  began(call: Call, facts: CallFacts, tab: string): (code?: string) => void {
    if (call.tool === 'recording_stop') return () => undefined;
    if (this.#calls.length >= MAX_CALLS) {
      this.#dropped += 1;
      return () => undefined;
    }
    const id = `call@${String(this.#calls.length + 1)}`;
    const logged: LoggedCall = { id, tool: call.tool, tab, from: Date.now(), what: whatOf(facts) };
    this.#calls.push(logged);
    return (code) => {
      logged.to = Date.now();
      if (code !== undefined) logged.code = code;
    };
  }

  get calls(): readonly LoggedCall[] {
    return this.#calls;
  }

  get dropped(): number {
    return this.#dropped;
  }
}

function whatOf({ elements, urls }: CallFacts): ShownText[] {
  const named = [...elements.values()].map(({ role, name, frameOrigin }) => ({
    text: `${onePageLine(role, 30)} "${onePageLine(name, MAX_NAME)}"`,
    origin: frameOrigin,
  }));
  const visited = [...urls.values()].flatMap((url) => (url.kind === 'web' ? [{ text: shownUrl(url.url) }] : []));
  return [...named, ...visited].slice(0, 5);
}
