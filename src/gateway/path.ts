import { randomBytes, randomInt } from 'node:crypto';
import { Failure } from '../core/index.js';
import type { PauseClock, Call, Lease, Output, Ports, Prepared, Released, CallFacts, Tool } from '../core/index.js';
import { mintPermit } from '../core/seals/permit-mint.js';
import { createMask, release } from '../masking/index.js';
import { OPEN_LOOPBACK, decideOrAsk, observed } from '../policy/index.js';
import { requestApproval, peopleFor, refuseForgedState, refuseIfChanged } from './ask.js';
import { ElicitationRequired } from './elicitation-required.js';
import { asFailure } from './as-failure.js';
import { callerNow, inItsSession, narrowedBy } from './caller-now.js';
import { closingOf, intentOf, recordedPlace } from './call-record.js';
import { readCallFacts } from './read-call-facts.js';
import { callFrom, prepareNamed, refuseOversized } from './prepare-call.js';
import { pluginsFor } from './plugins-for.js';
import type { PathDeps, Trail } from './path-deps.js';
import { Deadline } from './deadline.js';
import { captchaFor } from './captcha-for.js';
import { diagnosticsFor } from './diagnostics-for.js';
import { fetchFor } from './fetch-for.js';
import { identityFor, signIn } from './identity.js';
import { refuseExfiltration } from './secret-exfiltration.js';
import { credentialsFor, secretsFor } from './secrets-for.js';
import { authorizeTool } from './authorize-tool.js';
import { judgeLater } from './judge-later.js';
import { openApproved, refuseAsPrivateUnlessOpened } from './open-loopback.js';
import { withOpenWay } from './open-way.js';
import { refuseIfHeld } from './session-holds.js';
import { addNotices, noteSharedSession } from './session-notices.js';
import { inOnlySession, ownerNamed, ownerOf } from './session-owner.js';
import type { CallRequest } from './gateway.js';

/**
 * The one path of every call. The order is the security: read it top to bottom.
 * `handle` never rejects: any throw becomes a coded error and leaves through steps 10 and 11. Only a call that step 1
 * cannot record has no step 11.
 */
export async function handle(deps: PathDeps, request: CallRequest): Promise<Released> {
  const { record, secrets } = deps;
  const id = randomBytes(8).toString('hex');
  const began = performance.now();
  // Six digits are two tokens; page text that happens to hold them gets another marker.
  const marker = (): string => String(randomInt(100_000, 1_000_000));
  const trail: Trail = {};
  // Answers hide all that is their principal's and the operator's; another principal's would tell that the other has it.
  const hidden = () => secrets.maskedIn(trail.scope ?? { principal: request.principal.id, session: '' });
  const isStructured = deps.results === 'structured' || request.structured === true;
  const structured = (): boolean => isStructured && trail.tool?.outputSchema !== undefined;
  const failed = (failure: Failure): Released =>
    release(
      { kind: 'failed', failure, ...(failure instanceof ElicitationRequired && { ask: failure.form }) },
      { marker, mask: createMask(hidden()), structured: structured() },
    );

  // 1 open: no record, no call.
  try {
    record.open(intentOf(id, request, ownerNamed(deps, request), createMask(secrets.all())));
  } catch {
    return failed(new Failure('audit.unavailable'));
  }

  let outcome: Output | Failure;
  try {
    outcome = await runSteps(deps, request, trail);
  } catch (error) {
    outcome = asFailure(error, request.signal, (text) => {
      record.note({ event: 'fault', facts: { call: id, text: createMask(secrets.all())(text) } });
    });
  }

  trail.done?.();
  outcome = addNotices(outcome, deps, trail);

  // 10 release: results and errors alike, with the secrets that are known now.
  const mask = createMask(hidden());
  const released =
    outcome instanceof Failure
      ? failed(outcome)
      : release({ kind: 'done', output: outcome }, { marker, mask, structured: structured() });

  reportOutcome(deps, trail, outcome);

  // 11 close: then, and only then, the transport sends it.
  try {
    await record.close(closingOf(id, trail, outcome, performance.now() - began, createMask(secrets.all())));
  } catch {
    return failed(new Failure('audit.outcome-lost'));
  } finally {
    // Later, when nobody waits: how the page looks now.
    trail.picture?.({ id, principal: request.principal.id });
  }
  return released;
}

/** The person who said yes learns what came of it. */
function reportOutcome({ people }: PathDeps, { scope, digest, grant }: Trail, outcome: Output | Failure): void {
  if (scope === undefined || digest === undefined || grant !== undefined) return;
  const isFailure = outcome instanceof Failure;
  people.report?.(scope, digest, isFailure ? { ok: false, code: outcome.code } : { ok: true });
}

async function runSteps(deps: PathDeps, asked: CallRequest, trail: Trail): Promise<Output> {
  const { access, policy, times } = deps;

  // 2 tool: may this caller use it? Before the arguments are read.
  const caller = callerNow(deps, asked.principal);
  const allowed = narrowedBy(caller, asked.narrows);
  const named = authorizeTool(access, allowed, asked.tool);
  trail.tool = named;

  // 3 prepare: a strict parse, which says what the call touches.
  refuseOversized(asked.input);
  const { tool, ...parsed } = prepareNamed(access, allowed, named, asked.input);
  trail.tool = tool;
  const prepared = inOnlySession(parsed.prepared, asked);
  const call = inItsSession(
    deps,
    callFrom(tool, prepared, { ...asked, principal: caller }, ownerOf(deps, asked, prepared.session)),
    asked,
  );
  const { principal } = call;
  const request = { ...asked, principal };
  trail.scope = call.scope;
  trail.notice = noteSharedSession(deps, call.scope, request, trail);
  refuseIfHeld(deps, call.scope);
  trail.picture = deps.thumbnails?.begin(call.scope, tool);
  refuseForgedState(deps, request, call);
  const ownMs = tool.effect === 'ask' ? times.hardMs : (principal.team?.timeoutMs ?? times.callMs);
  const deadline = new Deadline(request.signal, ownMs, times.hardMs);
  try {
    // 4 facts: read-only; needs no Permit and can touch nothing.
    const callFacts = await deadline.race(readCallFacts(deps, tool, call, deadline.signal));
    Object.assign(trail, recordedPlace(callFacts));

    // No argument carries a secret to where it does not belong, however it is written.
    refuseExfiltration(deps.secrets.maskedIn(call.scope), call, callFacts);

    // 5 judge: the strictest verdict wins, silence is denial.
    const verdict = decideOrAsk(policy, call, callFacts);
    trail.verdict = verdict;
    trail.observed = observed(policy, call, callFacts);
    if (verdict.kind === 'deny')
      throw withOpenWay(new Failure(verdict.code, verdict.hint ?? verdict.reason), deps, call, callFacts);

    // 6 ask: a person's time is not the call's time.
    if (verdict.kind === 'ask') {
      const asking = deadline.pauseClockWhile(() =>
        requestApproval({ ...deps, policy }, request, call, callFacts, verdict, deadline.signal),
      );
      const approval = await (verdict.rule === OPEN_LOOPBACK
        ? refuseAsPrivateUnlessOpened(deps, call, callFacts, asking)
        : asking);
      Object.assign(trail, approval);
      // While the person thought about it, the page could do what it liked.
      refuseIfChanged(approval, call, callFacts, await deadline.race(readCallFacts(deps, tool, call, deadline.signal)));
      openApproved(deps, verdict.rule, call, callFacts);
    }

    // 7 lease, 8 sign in, 9 run.
    return await run(deps, request, { tool, prepared, call, callFacts, rule: verdict.rule, trail }, deadline);
  } finally {
    deadline.end();
  }
}

interface Judged {
  readonly tool: Tool;
  readonly prepared: Prepared;
  readonly call: Call;
  readonly callFacts: CallFacts;
  readonly rule: string;
  readonly trail: Trail;
}

async function run(deps: PathDeps, request: CallRequest, judged: Judged, deadline: Deadline): Promise<Output> {
  const { tool, prepared, call, callFacts, rule } = judged;
  const { signal } = deadline;
  const ports = portsWithoutPage(deps, request, judged, signal);
  callerNow(deps, call.principal);
  refuseIfHeld(deps, call.scope);
  if (!tool.needs.includes('page')) {
    const whenLate = tool.effect === 'act' ? new Failure('network.outcome-unknown') : undefined;
    return await deadline.race(prepared.run(ports, signal), { graceMs: tool.effect === 'act' ? 1000 : 0, whenLate });
  }
  // 8 sign in, first half: find the identity for the origin first; if the vault cannot be read, no page is opened.
  const identity = await deadline.race(identityFor(deps, call, callFacts, signal));
  let lease: Lease | undefined;
  let leaves = (): void => undefined;
  refuseIfHeld(deps, call.scope);
  const pauseClock: PauseClock = (wait) => deadline.pauseClockForTurn(wait);
  const leasing = deps.sessions.lease(
    mintPermit({ call, callFacts, rule, judge: judgeLater(deps, call, callFacts) }),
    signal,
    pauseClock,
    request.progress,
  );
  try {
    lease = await deadline.race(leasing, { graceMs: 500 });
    callerNow(deps, call.principal);
    refuseIfHeld(deps, call.scope);
    leaves = deps.activeCalls.enter(call.scope, { request, deadline });
    if (identity !== undefined) await deadline.race(signIn(deps, call, lease, identity), { graceMs: 500 });
    judged.trail.identity = identity?.name ?? callFacts.identity;
    // An action without an answer may have happened: the call is never repeated and never reported as not done.
    const whenLate = tool.effect === 'read' ? undefined : new Failure('browser.outcome-unknown');
    return await deadline.race(prepared.run({ ...ports, page: lease.page }, signal), { graceMs: 1000, whenLate });
  } catch (error) {
    // The answer does not wait for the clean-up: a page that hangs must not keep the call beyond its time.
    if (signal.aborted) lease?.abandon().catch(() => undefined);
    throw withOpenWay(error, deps, call, callFacts);
  } finally {
    leaves();
    // A lease that arrives after the call has ended is released too; otherwise the session would stay busy for ever.
    void leasing.then(
      (given) => {
        given.done();
      },
      () => undefined,
    );
  }
}

/** Exactly what the tool said that it needs. */
function portsWithoutPage(
  deps: PathDeps,
  request: CallRequest,
  { tool, call, callFacts }: Judged,
  signal: AbortSignal,
): Ports {
  const { secrets } = deps;
  const ports: Ports = {};
  if (tool.needs.includes('secrets')) ports.secrets = secretsFor(secrets, call, deps.secretWarnings);
  if (tool.needs.includes('credentials')) ports.credentials = credentialsFor(deps, call, signal);
  if (tool.needs.includes('diagnostics')) ports.diagnostics = diagnosticsFor(deps, call);
  if (tool.needs.includes('captcha')) ports.captcha = captchaFor(deps, call, callFacts, signal);
  if (tool.needs.includes('plugins')) ports.plugins = pluginsFor(deps, call, signal);
  if (tool.needs.includes('people')) ports.people = peopleFor(deps, request, call, callFacts, signal);
  if (tool.needs.includes('fetch')) ports.fetch = fetchFor(deps, call, callFacts, signal);
  return ports;
}
