import { focusedElement } from './focus.js';
import { isArea, isInput, valueOf } from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';

export interface ClipboardReply {
  readonly text: string;
  /** The page answered the event itself: nothing more is to be done. */
  readonly isHandled: boolean;
}

const MAX_CHARACTERS = 1_000_000;

/**
 * Offers the page a `copy`, `cut` or `paste` with a DataTransfer of our own. The browser's clipboard has no part in it:
 * one process serves all sessions with it, and a window on a screen shares it with the whole machine.
 */
export function offerClipboard(element: Element, kind: 'copy' | 'cut' | 'paste', text: string): ClipboardReply {
  const clipboardData = new DataTransfer();
  if (kind === 'paste') clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true, composed: true });
  const selected = kind === 'paste' ? text : selectedText(element);
  const isHandled = !element.dispatchEvent(event);
  const put = isHandled && kind !== 'paste' ? clipboardData.getData('text/plain') : selected;
  return { text: sensitiveKind(element) === undefined ? put.slice(0, MAX_CHARACTERS) : '', isHandled };
}

/** What a person would copy; nothing of a field that hides what is in it. */
function selectedText(element: Element): string {
  const field = focusedElement() ?? element;
  if (sensitiveKind(field) !== undefined) return '';
  if (!isInput(field) && !isArea(field)) return getSelection()?.toString() ?? '';
  const { selectionStart, selectionEnd } = field;
  return (valueOf(field) ?? '').slice(selectionStart ?? 0, selectionEnd ?? 0);
}
