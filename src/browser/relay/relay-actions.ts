import { Failure } from '../../core/index.js';
import type { ActionResult, ElementTarget, PageActions } from '../../core/index.js';
import { refuseBadOption } from '../dom/host/shown-options.js';
import { clipboardAction, pressableKey } from '../page/keys.js';
import { typedText } from '../page/typed-text.js';
import { typable } from '../page/typing.js';
import { confirmTargets } from './confirm-target.js';
import type { ReadTargets } from './confirm-target.js';
import { focusedNode } from './locate-node.js';
import type { RelayPageDeps } from './relay-deps.js';
import { beforeOf, resultOf } from './relay-result.js';
import { waitForText } from './relay-wait.js';
import { upstreamFailure } from './upstream-driver.js';
import type { UpstreamAnswer } from './upstream-answer.js';

type Mapped = 'click' | 'hover' | 'type' | 'fill' | 'press' | 'drag' | 'select' | 'waitFor';

interface Deed {
  readonly action: string;
  readonly tool: string;
  readonly targets: readonly ElementTarget[];
  /** The arguments for the upstream's tool, once the facts are known to be as they were judged. */
  readonly input: (now: ReadTargets) => object;
}

export function relayActionsOf(deps: RelayPageDeps): Pick<PageActions, Mapped> {
  const type = (
    target: ElementTarget,
    options: { readonly slowly: boolean; readonly submit: boolean },
    action: string,
  ) =>
    act(deps, {
      ...{ action, tool: 'browser_type', targets: [target] },
      input: (now) => ({ target: refOf(now, target), text: textFor(deps, now, target), ...options }),
    });
  return {
    click: (target, { button, double, modifiers }) =>
      act(deps, {
        ...{ action: 'click', tool: 'browser_click', targets: [target] },
        input: (now) => ({ target: refOf(now, target), button, doubleClick: double, modifiers }),
      }),
    hover: (target) =>
      act(deps, {
        ...{ action: 'hover', tool: 'browser_hover', targets: [target] },
        input: (now) => ({ target: refOf(now, target) }),
      }),
    type: (target, { clearFirst, submit }) => type(target, { slowly: !clearFirst, submit }, 'type'),
    fill: (target) => type(target, { slowly: false, submit: false }, 'fill'),
    press: (key, target) => press(deps, key, target),
    drag: (from, to) =>
      act(deps, {
        ...{ action: 'drag', tool: 'browser_drag', targets: [from, to] },
        input: (now) => ({ startTarget: refOf(now, from), endTarget: refOf(now, to) }),
      }),
    select: (target, values) =>
      act(deps, {
        ...{ action: 'select', tool: 'browser_select_option', targets: [target] },
        input: (now) => ({ target: refOf(now, target), values: optionsIn(now, target, values) }),
      }),
    waitFor: (condition) => waitForText(deps, condition),
  };
}

/** The upstream waits for options that are not there until its time is up. */
function optionsIn(now: ReadTargets, target: ElementTarget, values: readonly string[]): readonly string[] {
  const options = now.state.elements.get(refOf(now, target))?.options;
  if (options === undefined) throw new Failure('browser.not-actionable', 'it is no list of options: use browser_click');
  const missing = values.some((wanted) => options.every(({ label, value }) => label !== wanted && value !== wanted));
  if (missing)
    refuseBadOption({ options: options.map(({ label }) => label) }, elementOf(now, target).facts.frameOrigin);
  return values;
}

/** The upstream's keys go where the focus is: there, and nowhere else, it was judged. */
function press(deps: RelayPageDeps, key: string, target: ElementTarget | undefined): Promise<ActionResult> {
  if (target === undefined) throw new Failure('internal.fault', 'a key without a target');
  if (clipboardAction(key) !== undefined)
    throw new Failure('browser.unsupported', 'browser.provider: relay has no clipboard');
  const pressed = pressableKey(key);
  return act(deps, {
    ...{ action: `press ${pressed}`, tool: 'browser_press_key', targets: [target] },
    input: (now) => {
      const { node } = elementOf(now, target);
      if (node.ref !== focusedNode(now.state).ref)
        throw new Failure(
          'browser.not-actionable',
          'the focus is elsewhere: click the element, then press the key without a target',
        );
      return { key: pressed };
    },
  });
}

async function act(deps: RelayPageDeps, { action, tool, targets, input }: Deed): Promise<ActionResult> {
  const now = await confirmTargets(deps, targets);
  for (const target of targets)
    if (elementOf(now, target).facts.disabled && target.intent !== 'hover')
      throw new Failure('browser.not-actionable', 'it is disabled');
  const before = beforeOf(deps, now.state);
  const answer = await deps.driver.act(tool, input(now), now.state.page.origin);
  if (answer.isError) throw actFailure(answer, now.state.page.origin);
  return resultOf(deps, before, { action, kind: 'load' }).catch((error: unknown) => {
    // The action was done and its effect cannot be read: it must not be repeated.
    throw new Failure('browser.outcome-unknown', 'the page could not be read afterwards', undefined, error);
  });
}

function actFailure(answer: UpstreamAnswer, origin: string): Failure {
  const { text } = answer;
  if (/intercepts pointer events/u.test(text)) return new Failure('browser.covered');
  if (/^### Error\n(?:Timeout)?Error: .*Timeout \d+ms exceeded/u.test(text))
    return /performing (?:click|hover|drag)|scrolling into view if needed\n.*done scrolling\n.*performing/su.test(text)
      ? new Failure('browser.outcome-unknown')
      : new Failure('browser.not-actionable', 'it did not become ready for it in time: hidden, covered or moving');
  if (/is not an <input>|Cannot type text into|Malformed value/iu.test(text))
    return new Failure('browser.not-actionable', 'nothing can be typed here');
  return upstreamFailure(answer, origin);
}

function elementOf({ elements }: ReadTargets, target: ElementTarget) {
  const found = elements.get(target);
  if (found === undefined) throw new Failure('policy.changed');
  return found;
}

/** The upstream's own. */
function refOf(now: ReadTargets, target: ElementTarget): string {
  return elementOf(now, target).node.ref;
}

/** What is really typed; a secret goes only where both origins are its own, and a password only into its field. */
function textFor({ scope, secrets }: RelayPageDeps, now: ReadTargets, target: ElementTarget): string {
  const { facts } = elementOf(now, target);
  if (!facts.editable)
    throw new Failure('browser.not-actionable', 'nothing can be typed here: use browser_click or browser_select');
  const { text, secret } = typedText(target.text ?? '', {
    ...{ scope, find: (of, name) => secrets.find(of, name) },
    ...{ frameOrigin: facts.frameOrigin, topOrigin: now.state.page.origin, sensitive: facts.sensitive !== undefined },
  });
  if (secret === undefined) return typable(text, facts.tag);
  if (secret.use === 'password' && facts.sensitive !== 'password') throw new Failure('policy.secret-field');
  const sends = facts.form?.action;
  if (sends !== undefined && URL.canParse(sends) && !secret.origins.includes(new URL(sends).origin))
    throw new Failure('policy.secret-origin', 'the form would send it to another origin');
  return text;
}
