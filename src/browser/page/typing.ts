import { Failure } from '../../core/index.js';
import type { Tab } from './tab.js';
import type { LocatedElement } from '../dom/host/tab-view.js';
import { checkFocus } from '../dom/host/locate.js';
import type { Attempt } from './attempt.js';
import { guarded } from './guarded.js';

/** Up to this length every character is a key; beyond it the middle is put in by pieces, as an input method would. */
const ALL_BY_KEYS = 200;
const ENDS_BY_KEYS = 20;
const PIECE = 1_000;
const MAX_PIECES = 50;
// Control characters are no text, and a page could take them for commands.
const NOT_TEXT = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/gu;

/**
 * Types into the focused field. Stops at the first sign that the document is another one:
 * the rest of the text was meant for the page that is gone.
 */
export async function typeKeys(attempt: Attempt, tab: Tab, seen: LocatedElement, text: string): Promise<void> {
  await guarded(attempt, tab.view, seen, () => sendKeys(attempt, tab, seen, text));
}

async function sendKeys(attempt: Attempt, tab: Tab, seen: LocatedElement, text: string): Promise<void> {
  const { keyboard } = tab.page;
  const document = tab.document();
  const watch = watchFrame(tab, seen);
  let sent = 0;
  try {
    for (const piece of pieces(typable(text, seen.facts.tag))) {
      if (watch.left() || tab.document() !== document)
        throw new Failure('browser.outcome-unknown', `the page changed after ${String(sent)} characters`);
      // A key listener of the page may move the focus, even into a password field: the rest is not typed there.
      await attempt.within(checkFocus(tab.view, seen)).catch(stopTyping(sent));
      await attempt.send(() => {
        if (piece === '\n') return keyboard.press('Shift+Enter');
        return piece.length === 1 && piece !== '\t' ? keyboard.type(piece) : keyboard.insertText(piece);
      });
      sent += piece.length;
    }
  } finally {
    watch.stop();
  }
}

function stopTyping(sent: number): (error: unknown) => never {
  return (error) => {
    if (sent === 0 || !(error instanceof Failure) || error.code === 'call.deadline') throw error;
    const hint = `the focus moved away after ${String(sent)} characters; the rest was not typed`;
    throw new Failure('browser.outcome-unknown', hint, error.detail, error);
  };
}

/** In a line of text a new line would be Enter, which submits: that is an action of its own. */
export function typable(text: string, tag: string): string {
  const clean = text.replace(/\r\n?/gu, '\n').replace(NOT_TEXT, '');
  return tag === 'input' ? clean.replace(/\n+/gu, ' ') : clean;
}

/** Single characters for keys, longer pieces for insertion. A new line stands alone: it is Shift+Enter everywhere. */
export function pieces(text: string): string[] {
  const letters = Array.from(text);
  if (letters.length <= ALL_BY_KEYS) return letters;
  const middle: string[] = [];
  const size = Math.max(PIECE, Math.ceil(letters.length / MAX_PIECES));
  for (const line of letters.slice(ENDS_BY_KEYS, -ENDS_BY_KEYS).join('').split(/(\n)/u)) {
    const inLine = Array.from(line);
    for (let at = 0; at < inLine.length; at += size) middle.push(inLine.slice(at, at + size).join(''));
  }
  return [...letters.slice(0, ENDS_BY_KEYS), ...middle, ...letters.slice(-ENDS_BY_KEYS)];
}

/** Notices when the frame that holds the field goes to another document. */
function watchFrame(tab: Tab, seen: LocatedElement): { left(): boolean; stop(): void } {
  let left = false;
  const navigated = (frame: unknown): void => {
    // A change of the address within the document is reported in the same way, and is told apart by the frame's kind.
    if (frame === seen.frame && frame !== tab.page.mainFrame()) left = true;
  };
  tab.page.on('framenavigated', navigated).on('framedetached', navigated);
  return {
    left: () => left,
    stop: () => {
      tab.page.off('framenavigated', navigated).off('framedetached', navigated);
    },
  };
}

interface Focusing {
  /** Nothing was typed yet, so that everything must be as it was judged. */
  readonly isUntouched?: boolean;
  /** `pass`: somebody must see the field itself; a secret goes into no other. */
  readonly mode?: 'pass' | 'type';
}

/** Brings the focus into the field, as it was judged, and makes sure that it arrived. */
export async function focusField(
  attempt: Attempt,
  tab: Tab,
  seen: LocatedElement,
  { isUntouched = false, mode = 'type' }: Focusing = {},
): Promise<void> {
  const { view } = tab;
  await attempt.within(view.confirm(seen, isUntouched));
  await attempt.within(view.aim(seen, { needsEnabled: true, mode }));
  await attempt.ready();
  await attempt.within(view.focus(seen));
  await attempt.within(view.confirm(seen, isUntouched));
  // A frame, or a host that delegates, gives the focus to something inside that was not judged.
  await attempt.within(checkFocus(view, seen));
}
