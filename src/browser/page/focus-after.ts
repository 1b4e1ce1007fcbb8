import { onePageLine, PageText, quotedPageLine } from '../../core/index.js';
import type { ActionResult } from '../../core/index.js';
import type { CdpTabView } from '../dom/cdp-tab-view.js';
import type { LocatedElement } from '../dom/host/tab-view.js';

/** What has the focus now, if that is another element than the one that had it: where Tab or Enter led to. */
export async function focusAfter(
  { view }: { readonly view: CdpTabView },
  before: LocatedElement,
): Promise<ActionResult['element']> {
  // A page that does not answer now is told about by the rest of the result.
  const now = await view.locate({ by: 'focus' }).catch(() => undefined);
  if (now === undefined || (now.node === before.node && now.facts.document === before.facts.document)) return undefined;
  const { ref, role, name, tag, frameOrigin } = now.facts;
  if (tag === 'body' || tag === 'html') return undefined;
  const text = `${onePageLine(role, 40)} ${quotedPageLine(name, 100)} [ref=${ref}]`;
  return { ref, attached: true, focused: true, focusedOn: new PageText(frameOrigin, text) };
}
