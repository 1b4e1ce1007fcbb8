import { randomUUID } from 'node:crypto';
import { RISK_LEVELS } from '../core/index.js';
import type { Answer, People, RiskLevel, Scope, SecretRegistry } from '../core/index.js';
import { createMask } from '../masking/index.js';
import { riskOfQuestion } from '../policy/index.js';
import type { Policy } from '../policy/index.js';

interface DialogQuestion {
  readonly kind: string;
  readonly origin: string;
  readonly url: string;
  readonly text: string;
  readonly answer?: string;
}

const OPEN_MS = 30_000;

/** To accept a page's dialog is an action, judged by its words; from `approval.from` on a person says yes to it or nobody. */
export function dialogRules(policy: Pick<Policy, 'askFrom'>, people: People, secrets: SecretRegistry) {
  const riskOf = (text: string): RiskLevel => riskOfQuestion(text).level;
  return {
    judge: (text: string): 'allow' | 'ask' =>
      policy.askFrom !== 'never' && RISK_LEVELS.indexOf(riskOf(text)) >= RISK_LEVELS.indexOf(policy.askFrom)
        ? 'ask'
        : 'allow',
    ask: async (scope: Scope, question: DialogQuestion, signal: AbortSignal) => {
      const mask = createMask(secrets.all());
      const { kind, origin, url, text, answer } = question;
      const said = await people.ask(
        {
          kind: 'approve',
          scope: { principal: scope.principal, session: scope.session },
          tool: 'dialog',
          prompt: `the page waits for an answer to its dialog (${kind}); a yes accepts it`,
          origin,
          risk: riskOf(`${text} ${answer ?? ''}`),
          about: {
            rule: 'dialog',
            arguments: answer === undefined ? {} : { answer: mask(answer) },
            url: mask(url.replace(/[?#].*$/u, '')).slice(0, 500),
            goesTo: [],
            elements: [{ role: `${kind} dialog`, name: mask(text), frameOrigin: origin }],
          },
          // Another dialog with the same words is another question.
          digest: randomUUID(),
          openForMs: OPEN_MS,
          waitMs: OPEN_MS,
        },
        signal,
      );
      return word(said);
    },
  };
}

function word({ kind }: Answer): 'yes' | 'no' | 'expired' | 'nobody' {
  return kind === 'pending' ? 'expired' : kind;
}
