import { Failure, quotedPageLine } from '../../core/index.js';
import type { ElementTarget, ScriptResult } from '../../core/index.js';
import type { LocatedElement, ScriptDocument } from '../dom/host/tab-view.js';
import { scriptDocument } from '../dom/host/script-document.js';
import { mayTakeSecret } from '../dom/host/secret-live.js';
import type { Attempt } from './attempt.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { requireDeclared, requireSameDocument } from './permit-preconditions.js';
import { runAction } from './run-action.js';
import { shownText } from './shown-text.js';

/** The browser's own answer to a script that was stopped comes a little later. */
const GRACE_MS = 5000;
const MAX_SHOWN = 100_000;
const MAX_ERROR = 1000;

/** A script of the agent's in the page's own world, judged as an action on the document that it runs in. */
export async function runAgentScript(
  deps: PageDeps,
  script: string,
  frame: ElementTarget | undefined,
  timeoutMs: number,
): Promise<ScriptResult> {
  const seen = frame === undefined ? undefined : requireDeclared(deps, frame);
  let told: ScriptFacts = { isWithheld: true };
  const result = await runAction(deps, { action: deps.permit.call.tool }, async (attempt) => {
    if (seen !== undefined) await attempt.within(deps.tab.view.confirm(seen));
    const document = await attempt.within(scriptDocument(deps.tab.view, seen));
    authorizeDocument(deps, frame, seen, document.origin);
    requireSameDocument(deps);
    const { flaw: flawed, ...rest } = await run(deps, attempt, document, script, timeoutMs);
    told = rest;
    return flawed;
  });
  return { result, ...told };
}

type ScriptFacts = Omit<ScriptResult, 'result'>;

/** The element was judged where it stands; a frame element holds a document of another origin, judged the same way. */
function authorizeDocument(
  { permit, tab }: PageDeps,
  frame: ElementTarget | undefined,
  seen: LocatedElement | undefined,
  origin: string,
): void {
  if (frame === undefined || seen === undefined) {
    if (origin !== permit.callFacts.page?.origin && tab.page.url() !== 'about:blank')
      throw new Failure('policy.changed');
    return;
  }
  if (origin === seen.facts.frameOrigin) return;
  const verdict = permit.judge?.(frame, { ...seen.facts, frameOrigin: origin });
  if (verdict?.kind === 'allow') return;
  // A person said yes to this script by the same rule, and was shown the frame.
  if (verdict?.kind === 'ask' && verdict.rule === permit.rule) return;
  if (verdict?.kind === 'deny') throw new Failure(verdict.code, verdict.hint ?? verdict.reason);
  throw new Failure('policy.denied', 'this frame takes a yes of a person of its own: name an element inside it');
}

async function run(
  deps: PageDeps,
  attempt: Attempt,
  document: ScriptDocument,
  script: string,
  timeoutMs: number,
): Promise<ScriptFacts & { readonly flaw?: Flaw }> {
  const wasHeld = await attempt.within(pageHoldsSecret(deps));
  const outcome = await attempt.send(() => document.run(script, timeoutMs), timeoutMs + GRACE_MS);
  if ('isLate' in outcome)
    return {
      isWithheld: false,
      flaw: flaw('page.script-error', `the script did not end within ${String(timeoutMs)} ms`),
    };
  // Before and after: the script may take the field away, or bring one.
  const isWithheld = wasHeld || (await attempt.within(pageHoldsSecret(deps)).catch(() => true));
  const { origin } = document;
  if ('error' in outcome) {
    const { text } = shownText(deps, origin, outcome.error, Infinity);
    const valueOrError = { origin, text: quotedPageLine(text, MAX_ERROR), more: 0 };
    return { isWithheld, ...(isWithheld ? {} : { valueOrError }), flaw: flaw('page.script-error') };
  }
  const { text, more } = shownText(deps, origin, outcome.text, MAX_SHOWN);
  // JSON has no line breaks; a page that patched it could write some.
  const line = text.replace(/[\r\n]+/gu, ' ');
  const valueOrError = { origin, text: line, more: more + Math.max(0, outcome.length - outcome.text.length) };
  return { isWithheld, ...(isWithheld ? {} : { valueOrError }) };
}

/** A script reads every field: while one holds a password, code or card number, nothing of its value is shown. */
export function pageHoldsSecret({ tab }: PageDeps): Promise<boolean> {
  return mayTakeSecret(tab.view);
}
