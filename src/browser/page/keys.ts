import { Failure } from '../../core/index.js';

const NAMED = new Set([
  'Enter',
  'Tab',
  'Escape',
  'Backspace',
  'Delete',
  'Insert',
  'Home',
  'End',
  'PageUp',
  'PageDown',
  'ArrowUp',
  'ArrowDown',
  'ArrowLeft',
  'ArrowRight',
  'Space',
  'ContextMenu',
  ...Array.from({ length: 12 }, (_, i) => `F${String(i + 1)}`),
]);

/** A key as Playwright takes it: "Enter", "a", "Control+a". Refuses what it would not know, and the clipboard. */
export function pressableKey(key: string): string {
  const [, modifiers = '', last = ''] = /^((?:(?:Control|Shift|Alt|Meta)\+)*)(.+)$/su.exec(key) ?? [];
  if (!NAMED.has(last) && !/^[ -~]$/u.test(last))
    throw new Failure('call.bad-arguments', 'key: use names such as Enter, Escape, ArrowDown, a, or Control+a');
  refusePaste(last, modifiers);
  return `${modifiers}${last === ' ' ? 'Space' : last}`;
}

const STAYS = /(?:^|\+)(?:Tab|Escape|Home|End|Page\w+|Arrow\w+|ContextMenu|F\d+)$|^(?:Control|Meta)\+[ac]$/iu;

/** Whatever does not only move, leave, select or copy. In a line of text Enter sends. */
export function mayEdit(key: string, tag: string): boolean {
  return !STAYS.test(key) && !(tag === 'input' && key.endsWith('Enter'));
}

/** The clipboard belongs to the whole browser, so pasting could bring in another session's text. */
function refusePaste(last: string, modifiers: string): void {
  const command = modifiers.includes('Control') || modifiers.includes('Meta');
  const pastes = (command && last.toLowerCase() === 'v') || (modifiers.includes('Shift') && last === 'Insert');
  if (pastes) throw new Failure('policy.capability-off', 'clipboard');
}
