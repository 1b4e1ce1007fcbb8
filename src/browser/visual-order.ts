import type { FindSecrets } from './dom/host/tab-view.js';

/** A part of a text that is painted in one box. */
export interface Piece<Owner> {
  readonly text: string;
  readonly box: readonly number[];
  readonly owner: Owner;
}

/** Longer pieces are words: where those stand is told by rows and columns. */
const SHORT_PIECE = 3;

/**
 * The orders in which a person may read what is painted, whatever its order in the document: in rows, in columns, and
 * for single letters from left to right or from the top down, however uneven they are.
 */
export function readingOrders<Owner>(pieces: readonly Piece<Owner>[]): (readonly Piece<Owner>[])[] {
  const short = pieces.filter(({ text }) => text.length <= SHORT_PIECE);
  return [
    pieces,
    inRows(pieces, ROWS),
    inRows(pieces, COLUMNS),
    sortedBy(short, (piece) => middle(piece, 0)),
    sortedBy(short, (piece) => middle(piece, 1)),
  ];
}

/** Whose pieces show a secret in this order, also with a few others between them. */
export function ownersOfFound<Owner>(pieces: readonly Piece<Owner>[], find: FindSecrets): Owner[] {
  const texts = pieces.map(({ text }) => text);
  const found = find(texts.join(''));
  const apart = find.inPieces(texts);
  if (found.length === 0 && apart.size === 0) return [];
  let end = 0;
  return pieces
    .filter(({ text }, i) => {
      const start = end;
      end += text.length;
      return apart.has(i) || found.some((range) => range.start < end && range.end > start);
    })
    .map(({ owner }) => owner);
}

interface Axes {
  /** Of a box's start: along the line, and across it. */
  readonly along: 0 | 1;
  readonly across: 0 | 1;
}

const ROWS: Axes = { along: 0, across: 1 };
const COLUMNS: Axes = { along: 1, across: 0 };

function inRows<Owner>(pieces: readonly Piece<Owner>[], { along, across }: Axes): Piece<Owner>[] {
  const rows: Piece<Owner>[][] = [];
  let at = -Infinity;
  for (const piece of sortedBy(pieces, (one) => middle(one, across))) {
    const here = middle(piece, across);
    const row = rows.at(-1);
    if (row !== undefined && here - at <= 0.4 * (piece.box[2 + across] ?? 0)) row.push(piece);
    else {
      rows.push([piece]);
      at = here;
    }
  }
  return rows.flatMap((row) =>
    lettersOf(
      sortedBy(row, (one) => one.box[along] ?? 0),
      along,
    ),
  );
}

/** Where pieces are in each other's gaps, their letters are told apart by an even share of the box. */
function lettersOf<Owner>(row: readonly Piece<Owner>[], along: 0 | 1): readonly Piece<Owner>[] {
  let end = -Infinity;
  const isMixed = row.some(({ box }) => {
    const start = box[along] ?? 0;
    const size = box[2 + along] ?? 0;
    const overlapped = end - start > 0.1 * size;
    end = Math.max(end, start + size);
    return overlapped && size > 0;
  });
  return isMixed
    ? sortedBy(
        row.flatMap((piece) => split(piece, along)),
        (one) => one.box[along] ?? 0,
      )
    : row;
}

function split<Owner>({ text, box, owner }: Piece<Owner>, along: 0 | 1): Piece<Owner>[] {
  const letters = Array.from(text);
  const share = (box[2 + along] ?? 0) / Math.max(1, letters.length);
  return letters.map((letter, i) => {
    const place = [...box];
    place[along] = (box[along] ?? 0) + i * share;
    place[2 + along] = share;
    return { text: letter, box: place, owner };
  });
}

function middle<Owner>({ box }: Piece<Owner>, axis: 0 | 1): number {
  return (box[axis] ?? 0) + (box[2 + axis] ?? 0) / 2;
}

function sortedBy<T>(items: readonly T[], key: (item: T) => number): T[] {
  return items
    .map((item) => ({ item, at: key(item) }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}
