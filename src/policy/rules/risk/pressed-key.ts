/** A key with its modifiers, as the browser would take it: by its effect, whatever it is called. */
export interface PressedKey {
  readonly key: string;
  readonly modifiers: ReadonlySet<string>;
}

const ALIASES: Readonly<Record<string, string>> = {
  ' ': 'Space',
  Spacebar: 'Space',
  NumpadEnter: 'Enter',
  Return: 'Enter',
  '\n': 'Enter',
  '\r': 'Enter',
  Del: 'Delete',
  NumpadDecimal: 'Delete',
  Clear: 'Delete',
  Esc: 'Escape',
};

export function readKey(text: string): PressedKey {
  const [, before = '', last = ''] = /^((?:(?:Control|Shift|Alt|Meta|ControlOrMeta)\+)*)(.+)$/su.exec(text) ?? [];
  const key = Object.hasOwn(ALIASES, last) ? (ALIASES[last] ?? last) : last;
  return { key, modifiers: new Set(before.split('+').filter((modifier) => modifier !== '')) };
}

export const pressesEnter = ({ key }: PressedKey): boolean => key === 'Enter';
export const activates = ({ key }: PressedKey): boolean => key === 'Enter' || key === 'Space';
export const erases = ({ key }: PressedKey): boolean => key === 'Delete' || key === 'Backspace';

/** Whether a key pastes: the clipboard goes into a field, as typed text does. */
export function pastes({ key, modifiers }: PressedKey): boolean {
  const command = modifiers.has('Control') || modifiers.has('Meta');
  return (command && key.toLowerCase() === 'v') || (modifiers.has('Shift') && key === 'Insert');
}

const MOVES = new Set([
  ...['Tab', 'Escape', 'Home', 'End', 'PageUp', 'PageDown', 'ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'],
  ...['Insert', 'ContextMenu'],
]);
const EDITS = new Set(['a', 'c', 'z', 'y', 'x']);

/** Whether a key only moves the focus or selects, on every page: any other key may be a shortcut of this page. */
export function isKnownHarmless({ key, modifiers }: PressedKey): boolean {
  const command = modifiers.has('Control') || modifiers.has('Meta') || modifiers.has('ControlOrMeta');
  if (MOVES.has(key)) return !command && !modifiers.has('Alt');
  return command && modifiers.size === 1 && EDITS.has(key.toLowerCase());
}

/** In a field a letter is text; with one of these modifiers it is a command. */
export function isCommand({ modifiers }: PressedKey): boolean {
  return [...modifiers].some((modifier) => modifier !== 'Shift');
}
