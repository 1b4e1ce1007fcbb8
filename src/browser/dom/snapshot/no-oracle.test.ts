import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { MaskTexts } from '../../../core/index.js';
import { latestRows } from '../../page/log-view.js';
import { changesBetween, keyedLines } from './changes.js';
import { findInWalk, passagesIn } from './find-in-walk.js';
import { snapshotLines } from './lines.js';
import { matching } from '../host/match-name.js';
import type { WalkedDocument } from '../host/walk-documents.js';
import { maskedWalk } from '../host/masked-walk.js';
import { translateOptions } from '../host/shown-options.js';
import type { WireItem } from '../host/wire.js';

/** The mask of answers, as far as this room may know it: the secret gives way to its name, in and across texts. */
const maskOf =
  (secret: string): MaskTexts =>
  (texts) => {
    const masked = texts.map(({ text }) => text.replaceAll(secret, '<KEY>'));
    return masked.map((text, i) => {
      const [first, next] = [texts[i]?.text ?? '', texts[i + 1]?.text ?? ''];
      const before = texts[i - 1]?.text ?? '';
      if (first !== '' && next !== '' && `${first}${next}` === secret) return '<KEY>';
      return before !== '' && first !== '' && `${before}${first}` === secret ? '' : text;
    });
  };

const SECRET = fc
  .tuple(fc.stringMatching(/^[A-Za-z0-9]{6,12}$/u), fc.stringMatching(/^[A-Za-z0-9]{6,12}$/u))
  .filter(([one, other]) => one.length === other.length && one !== other);

type Shape = readonly (readonly ['text' | 'name' | 'value' | 'href' | 'two', string, string])[];
const SHAPE: fc.Arbitrary<Shape> = fc.array(
  fc.tuple(
    fc.constantFrom('text', 'name', 'value', 'href', 'two'),
    fc.constantFrom('', 'Key: ', 'a', 'Copy '),
    fc.constantFrom('', '.', ' today'),
  ),
  { maxLength: 6 },
);

function pageWith(shape: Shape, secret: string): WalkedDocument {
  const kids = shape.flatMap(([where, before, after], i): WireItem[] => {
    const whole = `${before}${secret}${after}`;
    if (where === 'text') return [whole];
    if (where === 'two') return [secret.slice(0, 3), secret.slice(3)];
    return [{ r: 'button', n: i, act: 1, name: 'Button', [where]: whole }];
  });
  const walk = {
    title: 'Page',
    url: 'https://a.example/',
    origin: 'https://a.example',
    kids,
    seen: [],
    elements: 3,
    hiddenTexts: 0,
    skipped: 0,
  };
  return { document: { id: 'd1' } as WalkedDocument['document'], walk, frames: new Map() };
}

/** What an agent may ask: something of either secret, or something ordinary. */
const QUERY = (one: string, other: string): fc.Arbitrary<string> =>
  fc.oneof(
    fc.constantFrom('Key', 'Copy', 'Button', '<KEY>', 'today'),
    fc
      .tuple(fc.constantFrom(one, other), fc.nat(11), fc.nat(12), fc.constantFrom('', 'Key: ', 'Copy '))
      .map(([from, start, length, before]) => before + from.slice(start, start + length + 1))
      .filter((text) => text !== ''),
  );

it('no answer to any sequence of questions depends on the secret', () => {
  fc.assert(
    fc.property(
      SECRET.chain(([one, other]) =>
        fc.tuple(fc.constant([one, other] as const), SHAPE, fc.array(QUERY(one, other), { maxLength: 8 })),
      ),
      ([[one, other], shape, queries]) => {
        expect(answersTo(shape, one, queries)).toEqual(answersTo(shape, other, queries));
      },
    ),
    { numRuns: 400 },
  );
});

function answersTo(shape: Shape, secret: string, queries: readonly string[]): unknown {
  const mask = maskOf(secret);
  const walked = maskedWalk(pageWith(shape, secret), { mask: () => mask, learn: () => undefined });
  const refs = { of: () => 'e1', where: () => undefined };
  const lines = snapshotLines(walked, { interactiveOnly: false, origin: 'https://a.example' });
  const rows = shape.map(([, before, after]) => `${before}${secret}${after}`);
  const options = shape.map(([, before]) => ({ value: secret, label: `${before}${secret}`, text: `${before}x` }));
  const places = (found: readonly { readonly node: { readonly n?: number } }[]): unknown =>
    found.map(({ node }) => node.n);
  return [
    lines.map(({ textBeforeRef, textAfterRef }) => textBeforeRef + textAfterRef),
    changesBetween(keyedLines([]), lines, refs, { maxTokens: 400, maxRemoved: 3 }),
    queries.map((query) => {
      const { hits, total } = findInWalk(walked, query, 3);
      const passages = [true, false].map((exact) => {
        const found = passagesIn(walked, query, exact, 2);
        return [found.total, found.passages.map(({ text }) => text)];
      });
      const newestRows = latestRows(
        { rows: () => rows },
        { filter: query, origin: 'https://a.example', mask },
        (row) => row,
      );
      const chosen = translateOptions(options, [query], mask, 'https://a.example');
      return [
        ...[
          places(hits),
          total,
          passages,
          places(matching(walked, undefined, query)),
          places(matching(walked, 'button', query)),
        ],
        newestRows.map((row) => rows.indexOf(row)),
        // An option that is not there is refused in the page: the same for whatever passes here unchanged.
        chosen.isRefused || chosen.values[0] === query ? 'as asked' : 'shown',
      ];
    }),
  ];
}
