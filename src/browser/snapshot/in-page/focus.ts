import { activeInDocument, activeInShadow, documentBody, shadowRootOf } from './natives.js';

/** The focused element, through open shadow roots; null when it is only the body. */
export function focusedElement(): Element | null {
  let active = activeInDocument(document);
  for (let depth = 0; active !== null && depth < 50; depth += 1) {
    const shadow = shadowRootOf(active);
    const inner = shadow === null ? null : activeInShadow(shadow);
    if (inner === null) break;
    active = inner;
  }
  return active === documentBody(document) ? null : active;
}
