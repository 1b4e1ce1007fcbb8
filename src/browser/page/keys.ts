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

export type ClipboardAction = 'copy' | 'cut' | 'paste';

/** A key as Playwright takes it: "Enter", "a", "Control+a". Refuses what it would not know. */
export function pressableKey(key: string): string {
  const { modifiers, last } = partsOf(key);
  if (!NAMED.has(last) && !/^[ -~]$/u.test(last))
    throw new Failure('call.bad-arguments', 'key: use names such as Enter, Escape, ArrowDown, a, or Control+a');
  return `${modifiers}${last === ' ' ? 'Space' : last}`;
}

const STAYS = /(?:^|\+)(?:Tab|Escape|Home|End|Page\w+|Arrow\w+|ContextMenu|F\d+)$|^(?:Control|Meta)\+[ac]$/iu;

/** True for each key that does more than move, leave, select or copy. In a line of text Enter sends. */
export function mayEdit(key: string, tag: string): boolean {
  return !STAYS.test(key) && !(tag === 'input' && key.endsWith('Enter'));
}

/** Keys that Chromium would take for its own clipboard, on any platform. They are never sent as keys. */
export function clipboardAction(key: string): ClipboardAction | undefined {
  const { modifiers, last } = partsOf(key);
  const command = modifiers.includes('Control') || modifiers.includes('Meta');
  const letter = command ? last.toLowerCase() : '';
  const isShift = modifiers.includes('Shift');
  if (letter === 'v' || (isShift && last === 'Insert')) return 'paste';
  if (letter === 'x' || (isShift && last === 'Delete')) return 'cut';
  return letter === 'c' || (command && last === 'Insert') ? 'copy' : undefined;
}

function partsOf(key: string): { readonly modifiers: string; readonly last: string } {
  const [, modifiers = '', last = ''] = /^((?:(?:Control|Shift|Alt|Meta)\+)*)(.+)$/su.exec(key) ?? [];
  return { modifiers, last };
}
