import { Failure } from '../../core/index.js';
import type { PersonInput } from '../../core/index.js';
import { pressableKey } from '../page/keys.js';
import type { LiveSession } from '../sessions/session.js';

/** Up to this length every character is a key; a longer text was pasted. */
const BY_KEYS = 200;
// Control characters are no text, and a page could take them for commands.
const NOT_TEXT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu;

type PageInput = Exclude<PersonInput, { kind: 'dialog' }>;

/** A text as the keys that it is typed with; a long one was pasted, and goes in as it is. */
export function stepsOf(input: PageInput): readonly PageInput[] {
  if (input.kind !== 'text') return [input];
  const text = input.text.replace(/\r\n?/gu, '\n').replace(NOT_TEXT, '');
  return text.length > BY_KEYS ? [{ kind: 'text', text }] : Array.from(text, (key) => ({ kind: 'text', text: key }));
}

/** Puts it into the session's current tab as a person's own mouse and keyboard would. Pages go only where they may. */
export async function putInput(session: LiveSession, input: PageInput): Promise<void> {
  if (input.kind === 'tab') {
    session.select(input.tab);
    return;
  }
  const { page } = session.current();
  const { mouse, keyboard } = page;
  switch (input.kind) {
    case 'move':
      return mouse.move(input.x, input.y);
    case 'press':
      await mouse.move(input.x, input.y);
      return mouse.down({ button: input.button, clickCount: input.clicks });
    case 'release':
      await mouse.move(input.x, input.y);
      return mouse.up({ button: input.button, clickCount: input.clicks });
    case 'wheel':
      await mouse.move(input.x, input.y);
      return mouse.wheel(input.dx, input.dy);
    case 'text':
      return input.text.length <= 2 ? keyboard.type(input.text) : keyboard.insertText(input.text);
    case 'key':
      return keyboard.press(keyOf(input.key));
    case 'go':
      await (input.to === 'reload' ? page.reload() : input.to === 'back' ? page.goBack() : page.goForward());
      return;
  }
}

function keyOf(key: string): string {
  try {
    return pressableKey(key);
  } catch (error) {
    // In the person's words: the clipboard is not theirs but the browser's, and another session's text may be in it.
    throw new Failure('call.bad-arguments', 'this key does nothing here', undefined, error);
  }
}
