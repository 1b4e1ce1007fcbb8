import { CHANNEL_NAMES, Failure } from '../core/index.js';
import type { Answer, Call, CallPeople, ElementTarget, Question, CallFacts, Verdict } from '../core/index.js';
import { createMask, release } from '../masking/index.js';
import { OPEN_LOOPBACK } from '../policy/index.js';
import type { Policy } from '../policy/index.js';
import { ElicitationRequired } from './elicitation-required.js';
import { approvalFacts, grantKindOf } from './approval-facts.js';
import { askedTargets } from './asked-targets.js';
import { approvalDigest, plainApprovalDigest } from './approval-digest.js';
import { abilitiesOf, CallClient, readState } from './call-client.js';
import { describeChange } from './describe-change.js';
import type { CallRequest } from './gateway.js';
import type { PathDeps } from './path-deps.js';

export type AskDeps = Pick<PathDeps, 'people' | 'secrets' | 'record' | 'times'> & {
  readonly sessions?: Pick<PathDeps['sessions'], 'picture'>;
};

/** The approval of a call: the person or the grant that gave it, and the digest that it is bound to. */
export interface Approval {
  readonly approver: string;
  readonly grant?: string;
  readonly digest: string;
}

/** Progress is repeated: clients with short limits count from the last message. */
const SAY_AGAIN_MS = 3000;
/** A client without progress messages cannot be told meanwhile that nobody watches: its call returns after this time. */
const UNWATCHED_MS = 4000;
/** After this time without anybody looking, an optional question (opening a local port) counts as unanswered. */
const UNSEEN_MS = 5000;
/** A client with a short limit hangs up and calls again: for this long the question stays open without a caller. */
const ABANDONED_MS = 60_000;
/** The part of a call's maximum time that is reserved for running it after the approval. */
export const TO_ACT_MS = 10_000;

/** Step 6. Throws unless a person or a grant approves. What the person is shown is masked like everything else. */
export async function requestApproval(
  deps: AskDeps & { readonly policy: Policy },
  request: CallRequest,
  call: Call,
  callFacts: CallFacts,
  verdict: Extract<Verdict, { kind: 'ask' }>,
  signal: AbortSignal,
): Promise<Approval> {
  const { people, times } = deps;
  const digest = approvalDigest(call, callFacts);
  const grantable = grantKindOf(call, callFacts, verdict);
  const grant = grantable && people.useGrant(grantable, call.scope);
  if (grant !== undefined) return { approver: grant.by, grant: grant.id, digest };
  const targets = askedTargets(deps.policy, call, callFacts);
  const mask = createMask(deps.secrets.all());
  const told = { rule: verdict.rule, targets, agentSays: request.reason ?? call.reason };
  const answer = await askPerson(
    deps,
    request,
    {
      kind: 'approve',
      scope: call.scope,
      tool: call.tool,
      prompt: verdict.reason,
      origin: callFacts.page && mask(callFacts.page.origin),
      risk: verdict.risk,
      about: approvalFacts(call, callFacts, told, mask),
      picture: await pictureOf(deps, call.scope, targets[0]),
      grantable,
      digest,
      ...approvalTimes(times),
      unwatchedMs: unwatchedMsOf(request),
      ...(verdict.rule === OPEN_LOOPBACK && { unseenMs: UNSEEN_MS }),
    },
    signal,
  );
  const where = whereToAnswer(people, { scope: call.scope, kind: 'approve', digest });
  switch (answer.kind) {
    case 'yes':
      return { approver: answer.by, digest };
    case 'no':
      throw new Failure('approval.denied', `rule ${verdict.rule}`);
    case 'ended':
      throw new Failure('session.expired', 'the question to a person was withdrawn with it');
    case 'nobody':
    case 'expired':
    case 'pending':
      throw new Failure(`approval.${answer.kind}`, `rule ${verdict.rule}${where}`);
  }
}

function approvalTimes({ approvalMs, approvalMaxMs, hardMs }: AskDeps['times']) {
  return {
    openForMs: approvalMaxMs,
    seenMs: approvalMs,
    abandonedMs: ABANDONED_MS,
    waitMs: Math.min(approvalMaxMs, hardMs - TO_ACT_MS),
  };
}

/** Progress says at once that nobody watches; without it only the result can. */
function unwatchedMsOf({ progress }: CallRequest): number | undefined {
  return progress === undefined ? UNWATCHED_MS : undefined;
}

function whereToAnswer(people: AskDeps['people'], question: Pick<Question, 'scope' | 'kind' | 'digest'>): string {
  const where = people.where(question);
  if (where === '') return '';
  if (people.isWatched?.() !== false) return `; a person answers with: ${where}`;
  return `; nobody is watching for questions: tell the user to answer with: ${where}`;
}

/** A picture of the element with secrets painted over; without one the question is asked all the same. */
async function pictureOf(
  { sessions }: AskDeps,
  scope: Call['scope'],
  target: ElementTarget | undefined,
): Promise<Uint8Array | undefined> {
  if (target === undefined) return undefined;
  return sessions?.picture?.(scope, target).catch(() => undefined);
}

/** Before the facts are read: refuses a call that answers a question which was never asked. */
export function refuseForgedState(deps: AskDeps, { elicitation }: CallRequest, { scope }: Call): void {
  readState(elicitation, { scope, note: noteOn(deps) });
}

/** At the moment of the action: what a person said yes to must still be all that is there. */
export function refuseIfChanged(approval: Approval, call: Call, approved: CallFacts, now: CallFacts): void {
  if (approvalDigest(call, now) === approval.digest) return;
  const changed = describeChange(approved, now);
  throw new Failure('policy.changed', `a person approved something else: ${changed} changed. The next call asks anew`);
}

/** People for `await_human`, bound to its call. A secret answer stays here: the tool learns only that it came. */
export function peopleFor(
  deps: AskDeps,
  request: CallRequest,
  call: Call,
  callFacts: CallFacts,
  signal: AbortSignal,
): CallPeople {
  return {
    async ask(question) {
      const origin = callFacts.page?.origin;
      const { scope, tool } = call;
      const { secret } = question;
      if (secret !== undefined && origin === undefined) {
        throw new Failure('session.none', 'a secret is bound to the page it is for: navigate there first');
      }
      const digest = plainApprovalDigest(call, secret === undefined ? undefined : origin);
      const waitMs = Math.min(question.openForMs, deps.times.hardMs - 5000);
      // The agent may quote a page that holds what it must not tell: a person's screen, a log or a webhook keeps it.
      const mask = createMask(deps.secrets.all());
      const said = {
        prompt: mask(question.prompt),
        ...(question.choices && { choices: question.choices.map((choice) => mask(choice)) }),
        ...(origin !== undefined && { origin: mask(origin) }),
      };
      const unwatchedMs = unwatchedMsOf(request);
      const asked = { ...question, ...said, scope, tool, digest, waitMs, unwatchedMs };
      const answer = await askPerson(deps, request, asked, signal);
      if (secret === undefined || answer.kind !== 'yes') return answer;
      const kept = { name: secret, value: answer.value ?? '', origins: [origin ?? ''] };
      return { kind: 'yes', by: answer.by, masking: deps.secrets.keep(scope, kept) };
    },
  };
}

/**
 * Puts the question to whoever can be reached. A client of 2026-07-28 is asked by the answer to its call; when it
 * comes back declined, the others are waited for.
 */
export async function askPerson(
  deps: AskDeps,
  request: CallRequest,
  given: Question,
  signal: AbortSignal,
): Promise<Answer> {
  const { people } = deps;
  const approvers = approversOf(request, given);
  const question = approvers === undefined ? given : { ...given, approvers };
  await people.ready?.();
  const client = clientOf(deps, request, question);
  const ask = (more: Partial<Question>): Promise<Answer> => people.ask({ ...question, ...more }, signal);
  if (client !== undefined && request.elicitation?.kind === 'later') {
    const answer = await ask({ client, waitMs: 0 });
    if (answer.kind !== 'pending') return answer;
    if (client.form !== undefined) throw new ElicitationRequired(client.form);
    return await withProgress(deps, request, question, () => ask({}));
  }
  return await withProgress(deps, request, question, () => ask({ client }));
}

/** A team's own client is no person of the operator's: it may say yes only where the operator lists it. */
function approversOf({ principal: { team } }: CallRequest, { kind }: Question): Question['approvers'] {
  if (team === undefined || team.approvers !== undefined || kind !== 'approve') return team?.approvers;
  return CHANNEL_NAMES.filter((name) => name !== 'elicitation');
}

function clientOf(deps: AskDeps, { elicitation }: CallRequest, question: Question): CallClient | undefined {
  const { scope, digest } = question;
  if (elicitation === undefined || !deps.people.asksClient(question, abilitiesOf(elicitation))) return undefined;
  const released = (form: ElicitationRequired['form']) =>
    release(
      { kind: 'failed', failure: new ElicitationRequired(form), ask: form },
      { marker: () => '', mask: createMask(deps.secrets.all()) },
    );
  return new CallClient(elicitation, { scope, note: noteOn(deps), release: released }, digest);
}

function noteOn({ record }: AskDeps): PathDeps['record']['note'] {
  return (event) => {
    record.note(event);
  };
}

/** A client without progress messages times out; with them it can show its user why the call waits. */
async function withProgress<T>(
  { people }: AskDeps,
  { progress }: CallRequest,
  question: Question,
  wait: () => Promise<T>,
): Promise<T> {
  const say = (): void => progress?.(`waiting for a person to answer${whereToAnswer(people, question)}`);
  // The question is there as soon as it is asked: only then can its link be told.
  const answered = wait();
  say();
  const timer = setInterval(say, SAY_AGAIN_MS);
  try {
    return await answered;
  } finally {
    clearInterval(timer);
  }
}
