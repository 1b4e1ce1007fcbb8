import {
  boundingRect,
  clientHeight,
  clientLeft,
  clientTop,
  clientWidth,
  inputType,
  isArea,
  isInput,
  offsetWidth,
  scrollTop,
} from './dom-primordials.js';
import { openSheet } from './glyph-shapes.js';
import { hasWord } from './letters.js';
import type { Rect } from './rects.js';

/** Of their size, the letters of the narrowest fonts that are in use. */
const NARROW_LETTER = 0.45;
/** Fonts are measured without their kerning and without what the page does to a field as a whole. */
const MARGIN = 0.9;
/** Of the size of its letters, how high a line is without a height of its own, and with its neighbours' edges. */
const LINE = 1.2;
const LINE_ABOUT = 1.6;
/** Of the size of its letters: each line that is seen has ink in a column of this width where lines begin. */
const COLUMN = 3;

interface Room extends Rect {
  readonly size: number;
  /** How far the page has grown or shrunk the field with a transform. */
  readonly scale: number;
}

interface FirstWords {
  /** Lines without a word before theirs. */
  readonly above: number;
  /** In the layout's pixels. */
  readonly indent: number;
  readonly width: number;
}

/**
 * About where the first words of a field's text stand. What follows them may stand in the next line, or far from them:
 * a picture of a text that everybody can read shows nothing there.
 */
export function textBox(element: Element, style: CSSStyleDeclaration, text: string): Rect {
  const room = roomOf(element, style);
  const wrapsAt = isArea(element) && style.whiteSpace !== 'pre' ? (room.right - room.left) / room.scale : undefined;
  const words = firstWords(text, style, room.size, wrapsAt);
  const across = (width: number, indent = 0): Pick<Rect, 'left' | 'right'> =>
    sidesOf(element, style, room, width, indent);
  if (!isArea(element)) return { ...room, ...across(words.width, words.indent) };
  const height = (Number.parseFloat(style.lineHeight) || room.size * LINE) * room.scale;
  const top = room.top + words.above * height - scrollTop(element) * room.scale;
  const isScrolledOut = top < room.top - height / 2 || top + height > room.bottom + height / 2;
  if (isScrolledOut) return { ...room, ...across(room.size * COLUMN) };
  const bottom = Math.min(room.bottom, top + room.size * LINE_ABOUT * room.scale);
  return { ...across(words.width, words.indent), top: Math.max(room.top, top), bottom };
}

/** Inside of its border and its padding. */
function roomOf(element: Element, style: CSSStyleDeclaration): Room {
  const rect = boundingRect(element);
  const own = element instanceof HTMLElement ? offsetWidth(element) : 0;
  const scale = own > 0 ? (rect.right - rect.left) / own : 1;
  const pad = (side: string): number => Number.parseFloat(side) || 0;
  const left = clientLeft(element) + pad(style.paddingLeft);
  const top = clientTop(element) + pad(style.paddingTop);
  const width = clientWidth(element) - pad(style.paddingLeft) - pad(style.paddingRight);
  const height = clientHeight(element) - pad(style.paddingTop) - pad(style.paddingBottom);
  return {
    left: rect.left + left * scale,
    top: rect.top + top * scale,
    right: rect.left + (left + width) * scale,
    bottom: rect.top + (top + height) * scale,
    size: Number.parseFloat(style.fontSize),
    scale,
  };
}

function sidesOf(
  element: Element,
  style: CSSStyleDeclaration,
  { left, right, size, scale }: Room,
  width: number,
  indent: number,
): Pick<Rect, 'left' | 'right'> {
  const wide = Math.min(right - left, Math.max(size, width) * scale);
  const isCentred =
    style.textAlign === 'center' || (isInput(element) && /^(?:button|submit|reset)$/u.test(inputType(element)));
  const isRight = /^(?:right|end)$/u.test(style.textAlign) || style.direction === 'rtl';
  const inset = Math.min(indent * scale, right - left - wide);
  const from = isCentred ? left + (right - left - wide) / 2 : isRight ? right - wide : left + inset;
  return { left: from, right: from + wide };
}

/** The words that surely stand beside each other in the first line that has any. */
function firstWords(text: string, style: CSSStyleDeclaration, size: number, wrapsAt: number | undefined): FirstWords {
  const lines = text.split('\n');
  const above = Math.max(
    0,
    lines.findIndex((line) => hasWord(line)),
  );
  const { indent = '', words = '' } = FIRST_WORDS.exec(lines[above] ?? '')?.groups ?? {};
  const widthOf = rulerFor(style, size);
  const first = wrapsAt === undefined ? words : beforeBreak(words, (part) => widthOf(part) <= wrapsAt);
  const width = Math.min(widthOf(first) * MARGIN, first.length * size * NARROW_LETTER);
  return { above, indent: widthOf(indent), width };
}

/** Up to a gap of more than a space, or to signs that leave little ink. */
const FIRST_WORDS = /^(?<indent>\s*)(?<words>\S+(?: (?![\p{P}\p{S}]{3})\S+)*)/u;
/** A line may break after any of them. */
const PIECE = /[^\s\p{P}\p{S}]*[\s\p{P}\p{S}]*/gu;

function beforeBreak(words: string, fits: (part: string) => boolean): string {
  let first = '';
  for (const [piece] of words.matchAll(PIECE)) {
    if (first !== '' && !fits(first + piece)) break;
    first += piece;
  }
  return first;
}

let ruler: OffscreenCanvasRenderingContext2D | null | undefined;

function rulerFor(style: CSSStyleDeclaration, size: number): (text: string) => number {
  ruler ??= openSheet(1, 1);
  const context = ruler;
  const spacing = Number.parseFloat(style.letterSpacing) || 0;
  if (context === null) return (text) => text.length * (size * NARROW_LETTER + spacing);
  const font = `${style.fontStyle} ${style.fontWeight} ${String(size)}px ${style.fontFamily}`;
  return (text) => {
    context.font = font;
    return context.measureText(text).width + text.length * spacing;
  };
}
