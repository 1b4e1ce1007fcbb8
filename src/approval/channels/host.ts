import type { Channel, PendingQuestion, PersonAnswer } from '../../core/index.js';

/** Shows the question to a person in the program's own way. Undefined: nobody will answer there. */
export type AskHost = (
  question: PendingQuestion,
  settled: AbortSignal,
) => Promise<Omit<PersonAnswer, 'channel'> | undefined>;

/**
 * The program that has the gateway inside: its operator wrote it, so that it is trusted like the console. What it says
 * goes through the same checks, the approval code among them.
 */
export function hostChannel(ask: AskHost): Channel {
  return {
    name: 'host',
    takes: () => true,
    deliver: async (question, submit, settled, seen) => {
      const said = await ask(seen?.() ?? question, settled);
      if (said === undefined) return 'over';
      const result = await submit(said);
      return result.ok ? 'open' : 'over';
    },
  };
}
