import type { WireFacts } from '../wire.js';
import { standInLabel } from './actionable.js';
import { heardAt } from './heard.js';
import {
  attribute,
  baseUri,
  closest,
  flatParent,
  formElements,
  formOf,
  hasAttribute,
  inputType,
  isButton,
  isInput,
  linkHref,
  localName,
} from './natives.js';
import { numberFor } from './numbers.js';
import { roleOf } from './roles.js';
import { rowAround, rowDigest } from './rows.js';
import { sensitiveKind } from './sensitive.js';
import { TEXT_CAP, Walk } from './walk.js';
import { isDisabled, takesText } from './states.js';
import type { Sight } from './sight.js';
import { Run } from './run.js';

/** Role and name exactly as a snapshot would show them, because a ref is bound to what the agent saw. */
export function shownAs(element: Element): { role: string; name: string; row?: number } {
  const walk = new Walk({ hidden: true, textCap: TEXT_CAP, quota: Infinity, milliseconds: 500 });
  const row = rowAround(element);
  const place = {
    around: walk.sight.around(element),
    row,
    named: false,
    reads: false,
    pointer: false,
    delegated: isDelegated(element),
    far: false,
    depth: 0,
  };
  const run = new Run();
  walk.visit(element, place, run);
  const number = numberFor(element);
  const found = run.items.find((item) => typeof item !== 'string' && item.n === number);
  if (found === undefined || typeof found === 'string') return { role: roleOf(element), name: '' };
  const name = found.name ?? '';
  const digest = found.row ?? (row === undefined || name.length >= 30 ? undefined : rowDigest(row, element));
  return { role: found.r, name, ...(digest === undefined ? {} : { row: digest }) };
}

function isDelegated(element: Element): boolean {
  const parent = flatParent(element);
  return parent !== null && heardAt(parent, localName(parent)) === 'children';
}

export function factsOf(element: Element, sight: Sight): WireFacts {
  const { role, name, row } = shownAs(element);
  const type = typeOf(element);
  const anchor = closest(element, 'a[href]');
  const href = anchor instanceof HTMLAnchorElement ? linkHref(anchor) : undefined;
  const sensitive = sensitiveKind(element);
  const form = formFacts(element);
  return {
    n: numberFor(element),
    origin: self.origin,
    role,
    name,
    tag: localName(element),
    ...(type === undefined ? {} : { type }),
    ...(href === undefined ? {} : { href: href.slice(0, 4_000) }),
    editable: takesText(element) || localName(element) === 'select',
    disabled: isDisabled(element),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(form === undefined ? {} : { form }),
    ...(row === undefined ? {} : { row }),
    visible: canBeSeen(element, sight),
  };
}

export function canBeSeen(element: Element, sight: Sight): boolean {
  if (standInLabel(element) !== undefined) return true;
  const entered = sight.enter(element, sight.around(element));
  return entered.unseen === undefined && sight.box(element, entered.inner).why === undefined;
}

function typeOf(element: Element): string | undefined {
  if (isInput(element)) return inputType(element);
  if (isButton(element)) return attribute(element, 'type')?.toLowerCase() ?? 'submit';
  return undefined;
}

function formFacts(element: Element): WireFacts['form'] {
  const form = formOf(element) ?? closest(element, 'form');
  if (!(form instanceof HTMLFormElement)) return undefined;
  const submitter = isButton(element) || (isInput(element) && /^(?:submit|image)$/u.test(inputType(element)));
  const said = (submitter ? attribute(element, 'formmethod') : null) ?? attribute(form, 'method') ?? 'get';
  const lower = said.toLowerCase();
  const method = lower === 'post' || lower === 'dialog' ? lower : 'get';
  const action = (submitter ? attribute(element, 'formaction') : null) ?? attribute(form, 'action') ?? '';
  const hasPassword = [...formElements(form)].some(
    (field) => field instanceof Element && sensitiveKind(field) === 'password',
  );
  return { method, action: originAndPath(action), hasPassword };
}

function originAndPath(action: string): string {
  try {
    const url = new URL(action === '' ? location.href : action, baseUri(document));
    return url.origin === 'null' ? url.protocol : url.origin + url.pathname;
  } catch {
    return 'invalid';
  }
}

export const isSubmitter = (element: Element): boolean => hasAttribute(element, 'formaction');
