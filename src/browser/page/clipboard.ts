import { Failure } from '../../core/index.js';
import type { ElementTarget } from '../../core/index.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { checkFocus } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import type { ClipboardAction } from './keys.js';
import type { PageDeps } from './page-deps.js';
import { typable } from './typing.js';

/**
 * Copy, cut and paste by keys. The keys themselves are never sent: Chromium has one clipboard for all contexts of a
 * process, and a lock around it could not keep pages out, which write to it by `execCommand`. So the page gets the event
 * with a DataTransfer of our own, and where it has no handler the text is read from the selection, or inserted.
 */
export async function useClipboard(
  deps: PageDeps,
  attempt: Attempt,
  action: ClipboardAction,
  seen: LocatedElement,
): Promise<void> {
  if (action === 'paste') await paste(deps, attempt, seen);
  else await copy(deps, attempt, action, seen);
}

async function copy(deps: PageDeps, attempt: Attempt, action: 'copy' | 'cut', seen: LocatedElement): Promise<void> {
  const { tab, session } = deps;
  const { text, isHandled } = await attempt.send(async () => {
    const answer = await tab.view.offerClipboard(seen, action);
    if (!answer.isHandled) refuseCutSecret(deps, seen, answer.around);
    return answer;
  });
  if (text === '' && !isHandled)
    throw new Failure('browser.not-actionable', 'nothing is selected that can be copied: select it first');
  if (text !== '') Object.assign(session.clipboard, { text, origin: seen.facts.frameOrigin });
  if (action === 'copy' || isHandled || !seen.facts.editable) return;
  await attempt.within(checkFocus(tab.view, seen));
  await attempt.send(() => tab.page.keyboard.press('Delete'));
}

/**
 * Half of a secret is known to nobody: pasted into a field, or read from the clipboard, it would be shown. A selection
 * that holds a secret whole stays masked wherever it goes.
 */
function refuseCutSecret({ session }: PageDeps, seen: LocatedElement, around: readonly string[]): void {
  const mask = session.pageSecrets.mask();
  if (mask === undefined) return;
  const shown = (text: string): string => mask([{ text, origin: seen.facts.frameOrigin }])[0] ?? '';
  if (around.map(shown).join('') === shown(around.join(''))) return;
  throw new Failure('policy.password-field', 'the selection is a part of a secret: select all of it, or none');
}

async function paste(deps: PageDeps, attempt: Attempt, seen: LocatedElement): Promise<void> {
  const { tab, session } = deps;
  const text = typable(session.clipboard.text, seen.facts.tag);
  if (text === '') throw new Failure('browser.not-actionable', 'nothing was copied in this session yet');
  authorizePaste(deps, seen, text);
  const { kind } = await attempt.within(tab.view.fieldKind(seen));
  const { isHandled } = await attempt.send(() => tab.view.offerClipboard(seen, 'paste', text));
  if (isHandled || (kind !== 'text' && kind !== 'rich')) return;
  // A listener of the event may move the focus: the text was judged for this field.
  await attempt.within(checkFocus(tab.view, seen));
  await attempt.send(() => tab.page.keyboard.insertText(text));
}

/** The key was judged as typing; the text that comes with it, which may be a secret's, is judged now. */
function authorizePaste({ permit }: PageDeps, seen: LocatedElement, text: string): void {
  const target: ElementTarget = { kind: 'element', at: { by: 'focus' }, intent: 'type', text };
  const verdict = permit.judge?.(target, seen.facts);
  if (verdict?.kind === 'allow') return;
  // A person said yes to the key by the same rule.
  if (verdict?.kind === 'ask' && verdict.rule === permit.rule) return;
  if (verdict?.kind === 'deny') throw new Failure(verdict.code, verdict.hint ?? verdict.reason);
  throw new Failure('browser.not-actionable', 'this text takes a yes of a person here: type it with browser_type');
}
