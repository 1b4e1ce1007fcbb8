import type { WireFocus } from '../host/wire.js';
import { frameSeen } from './frame-box.js';
import { isFrame } from './inner-control.js';
import { numberFor } from './element-ids.js';
import { addCandidates } from './closed-root-candidates.js';
import { queryDeep } from './query-deep.js';
import { activeInDocument, activeInShadow, anyShadowRootOf, attribute, documentBody } from './dom-primordials.js';

/** The focused element, through open shadow roots and closed ones that are known; null when it is only the body. */
export function focusedElement(): Element | null {
  let active = activeInDocument(document);
  for (let depth = 0; active !== null && depth < 50; depth += 1) {
    const shadow = anyShadowRootOf(active);
    const inner = shadow === null ? null : activeInShadow(shadow);
    if (inner === null) break;
    active = inner;
  }
  return active === documentBody(document) ? null : active;
}

/** Where a key goes in this document: the focused element, or the body. */
export function focused(): WireFocus {
  const element = focusedElement() ?? documentBody(document) ?? document.documentElement;
  addCandidates(element);
  return { n: numberFor(element), ...(isFrame(element) ? { frame: frameSeen(element) } : {}) };
}

const MAX_ACCESS_KEYS = 1_000;

/** The element that this letter with Alt presses from anywhere in its document (HTML 6.7.3). */
export function accessKeyed(key: string): number | undefined {
  const found = queryDeep('[accesskey]', MAX_ACCESS_KEYS).find((element) =>
    (attribute(element, 'accesskey') ?? '').toLowerCase().split(/\s+/u).includes(key.toLowerCase()),
  );
  return found === undefined ? undefined : numberFor(found);
}
