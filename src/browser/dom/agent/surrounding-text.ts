import { PAGE_WORDS } from '../host/page-words.generated.js';
import type { WireFacts } from '../host/wire.js';
import { lastIn, totalIn } from './amount-text.js';
import { textIn } from './amounts.js';
import { cut } from './cut-text.js';
import { foldName } from './names.js';
import { holds } from './hit-test.js';
import {
  attribute,
  documentBody,
  documentById,
  documentQueryAll,
  flatParent,
  matchesSelector,
  querySelector,
} from './dom-primordials.js';

const DIALOG = 'dialog, [role=dialog], [role=alertdialog], [aria-modal=true]';
const BOX = 'section, article, [role=region], main';
const MAX_LENGTH = 400;
const MAX_HEADING = 200;
const MAX_LABELS = 4;
/** Where one pays, by the address or by a field for a card. */
const PAYING = new RegExp(`(?:^|[^\\p{L}])(?:${PAGE_WORDS.checkout.join('|')})(?:$|[^\\p{L}])`, 'iu');
/** Clocks that count by themselves do not change the question: "9:59 left", "again in 30 s". */
const CLOCK = new RegExp(`\\d{1,2}:\\d{2}(?::\\d{2})?|\\d+\\s?(?:${PAGE_WORDS.clock.join('|')})(?!\\p{L})`, 'giu');
const CARD = 'input[autocomplete^="cc-"]';

/**
 * What a person reads before pressing a button that only says yes: the dialog that it stands in, whether the page calls it
 * one or only lays it over itself; or the form and its heading; or a question nearby. And the total that is shown there.
 */
export function surroundingText(control: Element, form: Element | null): WireFacts['around'] {
  const dialog = boxAround(control, DIALOG);
  const box = dialog ?? overlayAround(control) ?? (form === null ? undefined : formBox(form));
  const inside = box === undefined ? '' : saysOf(box);
  // A form of nothing but its button is about what stands beside it.
  const says = inside === '' ? saidBeside(form ?? control) : inside;
  const amount = dialog === undefined ? (form === null ? totalBeside(control) : undefined) : amountIn(dialog);
  if (says === '' && amount === undefined) return undefined;
  return { ...(says === '' ? {} : { says }), ...(amount === undefined ? {} : { amount }) };
}

/** What is laid over the page and short enough to be read. The frame of a whole application is laid out so, too. */
function overlayAround(control: Element): Element | undefined {
  for (let up = flatParent(control); up !== null; up = flatParent(up)) {
    if (!isLaidOver(up)) continue;
    const { length } = wordsOf(up);
    if (length > MAX_LENGTH) return undefined;
    if (length > 0) return up;
  }
  return undefined;
}

function isLaidOver(element: Element): boolean {
  if (matchesSelector(element, '[popover]')) return true;
  const { position, zIndex } = getComputedStyle(element);
  return position === 'fixed' || (position === 'absolute' && Number(zIndex) > 0);
}

const QUESTIONS = /[^.!?。！？؟]+[?？؟]/gu;

const HEADINGS = 'h1, h2, h3, [role=heading]';

/** "Delete this file? Yes, no": headings and questions alone, since other text beside a button changes as it likes. */
function saidBeside(control: Element): string {
  for (let up = flatParent(control); up !== null; up = flatParent(up)) {
    const text = wordsOf(up);
    if (text.length > MAX_LENGTH) return '';
    const heading = querySelector(up, HEADINGS);
    const said = [heading === null ? '' : `${wordsOf(heading)}.`, ...(text.match(QUESTIONS) ?? [])];
    if (said.some((part) => part !== '')) return foldName(said.join(' '));
  }
  return '';
}

function wordsOf(box: Element): string {
  return foldName(textIn(box, 'words')).replace(CLOCK, '…');
}

/** The heading of a form mostly is before it: with it, where that is not the whole page. */
function formBox(form: Element): Element {
  const around = boxAround(form, BOX);
  return around !== undefined && foldName(textIn(around, 'words')).length <= MAX_LENGTH ? around : form;
}

function saysOf(box: Element): string {
  const title = attribute(box, 'aria-label') ?? labelElsewhere(box);
  const text = foldName(`${title} ${wordsOf(box)}`);
  if (text.length <= MAX_LENGTH) return text;
  // A text that nobody reads to its end asks nothing; its heading may.
  const heading = querySelector(box, HEADINGS);
  return cut(foldName(`${title} ${heading === null ? '' : textIn(heading)}`), MAX_HEADING);
}

/** The words of a label that stands outside of the box. */
function labelElsewhere(box: Element): string {
  const ids = (attribute(box, 'aria-labelledby') ?? '').split(/\s+/u).slice(0, MAX_LABELS);
  const labels = ids.map((id) => (id === '' ? null : documentById(document, id)));
  return labels.map((label) => (label === null || holds(box, label) ? '' : textIn(label))).join(' ');
}

function amountIn(dialog: Element): string | undefined {
  const text = textIn(dialog);
  return totalIn(text) ?? lastIn(text);
}

/** Elsewhere totals tick and count; on a page on which one pays, and by a button that says so, what is shown is moved. */
function totalBeside(control: Element): string | undefined {
  let path = location.pathname;
  try {
    path = decodeURIComponent(path);
  } catch {
    // Taken as it is written.
  }
  if (!PAYING.test(path) && !saysPay(control) && documentQueryAll(document, CARD).length === 0) return undefined;
  const box = boxAround(control, BOX) ?? documentBody(document);
  const inside = box === null ? undefined : totalIn(textIn(box));
  const body = documentBody(document);
  return inside ?? (body === null ? undefined : totalIn(textIn(body)));
}

function saysPay(control: Element): boolean {
  return PAYING.test(
    `${attribute(control, 'aria-label') ?? ''} ${attribute(control, 'value') ?? ''} ${textIn(control)}`,
  );
}

function boxAround(element: Element, selector: string): Element | undefined {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) if (matchesSelector(up, selector)) return up;
  return undefined;
}
