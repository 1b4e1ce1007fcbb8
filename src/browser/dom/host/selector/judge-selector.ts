import { Failure } from '../../../../core/index.js';
import { parseSelector, UnjudgedSelector, type MayCompare } from './parse-selector.js';
import type { SelectorList, SelectorPart } from './parts.js';

/** How a selector may be used. */
export type JudgedSelector =
  /** As it is: it compares with nothing that can hold a secret. */
  | { readonly kind: 'native' }
  /** Its attributes hold page text: as it stands where none of that is masked, else part by part. */
  | { readonly kind: 'attributes'; readonly names: readonly string[]; readonly list: SelectorList }
  /** Part by part: it asks about values of fields. */
  | { readonly kind: 'parts'; readonly names: readonly string[]; readonly list: SelectorList };

/** Refuses what cannot be judged, before the page is asked. */
export function judgeSelector(selector: string, mayCompare?: MayCompare): JudgedSelector {
  const list = parsed(selector, mayCompare);
  const names = new Set<string>();
  let [isNative, asksValues] = [true, false];
  visitParts(list, (part) => {
    if (part.is === 'never') [isNative, asksValues] = [false, true];
    if (part.is === 'value-state') asksValues = true;
    if (part.is !== 'attribute') return;
    if (!part.isShape) asksValues = true;
    if (part.comparesText) names.add(part.name);
  });
  if (asksValues) return { kind: 'parts', names: [...names], list };
  return isNative && names.size === 0 ? { kind: 'native' } : { kind: 'attributes', names: [...names], list };
}

function parsed(selector: string, mayCompare: MayCompare | undefined): SelectorList {
  try {
    return parseSelector(selector, mayCompare);
  } catch (error) {
    if (!(error instanceof UnjudgedSelector)) throw error;
    throw new Failure('call.bad-arguments', `selector: ${error.message}; use simpler CSS, or a ref, role and name`);
  }
}

function visitParts(list: SelectorList, visit: (part: SelectorPart) => void): void {
  for (const complex of list)
    for (const { parts } of complex)
      for (const part of parts) {
        visit(part);
        if ('list' in part) visitParts(part.list, visit);
      }
}
