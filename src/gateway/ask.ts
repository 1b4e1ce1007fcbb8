import { createHash } from 'node:crypto';
import { Failure } from '../core/index.js';
import { maskForRecord } from '../masking/index.js';
import type { Call, CallPeople, People, SecretRegistry, Sight, Verdict } from '../core/index.js';

const HOW_TO_ANSWER = 'a person answers with: gatewright approvals';

/** What an approval is bound to: the caller, the arguments, the document and the very elements that were seen. */
export function digestOf(call: Call, sight: Sight): string {
  const elements = [...sight.elements.values()].map(({ fingerprint }) => fingerprint);
  const bound = [call.scope, call.tool, call.arguments, sight.page?.document ?? null, elements];
  return createHash('sha256').update(JSON.stringify(bound)).digest('hex');
}

/** Step 6. Returns who approved; throws when nobody did. What the person is shown is masked like everything else. */
export async function askToGoOn(
  people: People,
  mask: (text: string) => string,
  call: Call,
  sight: Sight,
  verdict: Extract<Verdict, { kind: 'ask' }>,
  waitMs: number,
  signal: AbortSignal,
): Promise<string> {
  const answer = await people.ask(
    {
      kind: 'approve',
      scope: call.scope,
      tool: call.tool,
      prompt: verdict.reason,
      origin: sight.page?.origin,
      about: {
        rule: verdict.rule,
        arguments: maskForRecord(call.arguments, mask),
        elements: [...sight.elements.values()].map(({ role, name, frameOrigin }) => ({
          role,
          name: mask(name),
          frameOrigin,
        })),
      },
      digest: digestOf(call, sight),
      openForMs: waitMs,
      waitMs,
    },
    signal,
  );
  switch (answer.kind) {
    case 'yes':
      return answer.by;
    case 'no':
      throw new Failure('approval.denied', `rule ${verdict.rule}`);
    case 'nobody':
      throw new Failure('approval.nobody', `rule ${verdict.rule}; ${HOW_TO_ANSWER}`);
    case 'expired':
    case 'pending':
      throw new Failure('approval.expired', `rule ${verdict.rule}; ${HOW_TO_ANSWER}`);
  }
}

/** People for `await_human`, bound to its call. A secret answer stays here: the tool learns only that it came. */
export function peopleFor(
  deps: { readonly people: People; readonly secrets: SecretRegistry; readonly waitMs: number },
  call: Call,
  sight: Sight,
  signal: AbortSignal,
): CallPeople {
  return {
    async ask(question) {
      const origin = sight.page?.origin;
      if (question.secret !== undefined && origin === undefined) {
        throw new Failure('session.none', 'a secret is bound to the page it is for: navigate there first');
      }
      const { scope, tool } = call;
      const waitMs = Math.min(question.openForMs, deps.waitMs);
      const answer = await deps.people.ask(
        { ...question, scope, tool, origin, digest: digestOf(call, sight), waitMs },
        signal,
      );
      if (question.secret === undefined || answer.kind !== 'yes') return answer;
      deps.secrets.keep(scope, { name: question.secret, value: answer.value ?? '', origins: [origin ?? ''] });
      return { kind: 'yes', by: answer.by };
    },
  };
}
