import { randomUUID } from 'node:crypto';
import { RISK_LEVELS, sessionNameOf } from '../core/index.js';
import type { Answer, Question, RiskLevel, Scope } from '../core/index.js';
import { createMask } from '../masking/index.js';
import { riskOfQuestion } from '../policy/index.js';
import { TO_ACT_MS, askPerson } from './ask.js';
import type { AskDeps } from './ask.js';
import type { CallRequest } from './gateway.js';
import type { PathDeps } from './path-deps.js';

interface DialogQuestion {
  readonly kind: string;
  readonly origin: string;
  readonly url: string;
  readonly text: string;
  readonly answer?: string;
}

interface PermissionQuestion {
  readonly permission: string;
  readonly origin: string;
}

type DialogDeps = AskDeps & Pick<PathDeps, 'policy' | 'activeCalls'>;

/** To accept a page's dialog is an action, judged by its words; from `approval.from` on a person says yes to it or nobody. */
export function dialogRules(deps: DialogDeps) {
  const { askFrom } = deps.policy;
  return {
    judge: (text: string): 'allow' | 'ask' =>
      askFrom !== 'never' && RISK_LEVELS.indexOf(riskOf(text)) >= RISK_LEVELS.indexOf(askFrom) ? 'ask' : 'allow',
    ask: (scope: Scope, asked: DialogQuestion, signal: AbortSignal) =>
      askInCall(deps, scope, signal, (waitMs) => questionOf(deps, scope, asked, waitMs)),
    askPermission: (scope: Scope, asked: PermissionQuestion, signal: AbortSignal) =>
      askInCall(deps, scope, signal, (waitMs) => permissionQuestion(deps, scope, asked, waitMs)),
  };
}

async function askInCall(
  deps: DialogDeps,
  scope: Scope,
  signal: AbortSignal,
  questionFor: (waitMs: number) => Question,
): Promise<'yes' | 'no' | 'expired' | 'nobody'> {
  const call = deps.activeCalls.of(scope);
  if (call === undefined) return 'nobody';
  const { request, deadline } = call;
  const waitMs = Math.max(0, Math.min(deps.times.approvalMs, deadline.hardLeftMs - TO_ACT_MS));
  return word(await deadline.pauseClockWhile(() => askPerson(deps, inTheMiddle(request), questionFor(waitMs), signal)));
}

/** A client of 2026-07-28 is asked by the end of its call, and this one has begun to act: it is not asked. */
function inTheMiddle(request: CallRequest): CallRequest {
  const { elicitation, ...rest } = request;
  return elicitation?.kind === 'now' ? request : rest;
}

function questionOf({ secrets }: DialogDeps, scope: Scope, asked: DialogQuestion, waitMs: number): Question {
  const { kind, origin, url, text, answer } = asked;
  const mask = createMask(secrets.all());
  return {
    kind: 'approve',
    scope: sessionNameOf(scope),
    tool: 'dialog',
    prompt: `the page waits for an answer to its dialog (${kind}); a yes accepts it`,
    origin: mask(origin),
    risk: riskOf(`${text} ${answer ?? ''}`),
    about: {
      rule: 'dialog',
      arguments: answer === undefined ? {} : { answer: mask(answer) },
      url: mask(url.replace(/[?#].*$/u, '')).slice(0, 500),
      goesTo: [],
      elements: [{ role: `${kind} dialog`, name: mask(text), frameOrigin: mask(origin) }],
    },
    // Another dialog with the same words is another question.
    digest: randomUUID(),
    openForMs: waitMs,
    waitMs,
  };
}

/** Permissions (location, camera, clipboard) concern a person: the agent's client may not answer for them. */
function permissionQuestion(
  { secrets }: DialogDeps,
  scope: Scope,
  { permission, origin }: PermissionQuestion,
  waitMs: number,
): Question {
  const site = createMask(secrets.all())(origin);
  return {
    kind: 'approve',
    scope: sessionNameOf(scope),
    tool: 'permission',
    prompt: `the page asks for the permission ${permission}; a yes grants it to this site while the session lasts`,
    origin: site,
    risk: 'high',
    about: {
      rule: 'permission',
      arguments: { permission },
      url: site.slice(0, 500),
      goesTo: [],
      elements: [],
    },
    digest: randomUUID(),
    openForMs: waitMs,
    waitMs,
  };
}

function riskOf(text: string): RiskLevel {
  return riskOfQuestion(text).level;
}

function word({ kind }: Answer): 'yes' | 'no' | 'expired' | 'nobody' {
  return kind === 'pending' || kind === 'ended' ? 'expired' : kind;
}
