import { focusedElement } from './focus.js';
import { isArea, isInput, valueOf } from './dom-primordials.js';
import { sensitiveKind } from './sensitive.js';

export interface ClipboardReply {
  readonly text: string;
  /** The page answered the event itself: nothing more is to be done. */
  readonly isHandled: boolean;
  /** What is selected, and the text before and after it, in one row: a selection may cut through a secret. */
  readonly around: readonly [before: string, selected: string, after: string];
}

const MAX_CHARACTERS = 1_000_000;
const MAX_AROUND = 20_000;

/**
 * Offers the page a `copy`, `cut` or `paste` with a DataTransfer of our own. The browser's clipboard has no part in it:
 * one process serves all sessions with it, and a window on a screen shares it with the whole machine.
 */
export function offerClipboard(element: Element, kind: 'copy' | 'cut' | 'paste', text: string): ClipboardReply {
  const clipboardData = new DataTransfer();
  if (kind === 'paste') clipboardData.setData('text/plain', text);
  const event = new ClipboardEvent(kind, { clipboardData, bubbles: true, cancelable: true, composed: true });
  const around = kind === 'paste' ? NOTHING : selectionAround(element);
  const selected = kind === 'paste' ? text : selectedText(element, around[1]);
  const isHandled = !element.dispatchEvent(event);
  const put = isHandled && kind !== 'paste' ? clipboardData.getData('text/plain') : selected;
  return { text: sensitiveKind(element) === undefined ? put.slice(0, MAX_CHARACTERS) : '', isHandled, around };
}

type Around = ClipboardReply['around'];
const NOTHING: Around = ['', '', ''];

/** What a person would copy; nothing of a field that hides what is in it. */
function selectedText(element: Element, inField: string): string {
  const field = focusedElement() ?? element;
  if (sensitiveKind(field) !== undefined) return '';
  return isInput(field) || isArea(field) ? inField : (getSelection()?.toString() ?? '');
}

function selectionAround(element: Element): Around {
  const field = focusedElement() ?? element;
  if (sensitiveKind(field) !== undefined) return NOTHING;
  if (isInput(field) || isArea(field)) {
    const value = valueOf(field) ?? '';
    const [start, end] = [field.selectionStart ?? 0, field.selectionEnd ?? 0];
    return cut(value.slice(0, start), value.slice(start, end), value.slice(end));
  }
  const selection = getSelection();
  const root = selection?.anchorNode?.getRootNode();
  if (selection === null || selection.rangeCount === 0 || root === undefined) return NOTHING;
  const range = selection.getRangeAt(0);
  const [before, after] = [new Range(), new Range()];
  before.setStart(root, 0);
  before.setEnd(range.startContainer, range.startOffset);
  after.setStart(range.endContainer, range.endOffset);
  after.setEnd(root, root.childNodes.length);
  return cut(before.toString(), range.toString(), after.toString());
}

function cut(before: string, selected: string, after: string): Around {
  return [before.slice(-MAX_AROUND), selected.slice(0, MAX_CHARACTERS), after.slice(0, MAX_AROUND)];
}
