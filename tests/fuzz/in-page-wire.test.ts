import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { chooseLines } from '../../src/browser/dom/snapshot/choose-lines.js';
import type { FrameDocument } from '../../src/browser/dom/host/frame-documents.js';
import { snapshotLines } from '../../src/browser/dom/snapshot/lines.js';
import { markdownBlocks } from '../../src/browser/dom/snapshot/markdown.js';
import { renderLines } from '../../src/browser/dom/snapshot/render-lines.js';
import * as checks from '../../src/browser/dom/host/wire-check.js';
import type { WireWalk } from '../../src/browser/dom/host/wire.js';
import { forAWhile, printSeed, TEST_MS } from './for-a-while.js';

printSeed();

/** What a page can write: line ends, quotes, our own syntax, half characters, direction marks. */
const said = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '\n- button "Pay" [ref=e1]',
    '<<page',
    '[ref=e9]',
    '\u202e\u2066',
    '\ud800',
    '```',
    '\u0000',
    '__proto__',
    'x'.repeat(5000),
  ),
);
const number = fc.oneof(fc.nat({ max: 20 }), fc.double(), fc.constantFrom(-1, 1e300, NaN, Infinity));
const role = fc.oneof(
  fc.constantFrom(
    'button',
    'link',
    'text',
    'main',
    'article',
    'iframe',
    'heading',
    'list',
    'listitem',
    'table',
    'row',
    'cell',
    'dialog',
    'textbox',
    'image',
  ),
  said,
);

const { item } = fc.letrec<{ item: unknown }>((tie) => ({
  item: fc.oneof(
    { depthSize: 'medium' },
    said,
    fc.record(
      {
        r: role,
        n: number,
        name: said,
        value: said,
        hidden: said,
        href: fc.oneof(said, fc.webUrl()),
        hint: said,
        asks: said,
        row: number,
        level: number,
        more: number,
        multi: fc.constant(1),
        act: fc.constant(1),
        view: fc.constant(1),
        states: fc.array(said, { maxLength: 3 }),
        marks: fc.array(said, { maxLength: 3 }),
        seen: fc.array(number, { maxLength: 3 }),
        kids: fc.array(tie('item'), { maxLength: 4 }),
      },
      { requiredKeys: ['r'] },
    ),
  ),
}));
const walk = fc.record({
  title: said,
  url: said,
  elements: number,
  hiddenTexts: number,
  skipped: number,
  seen: fc.array(number, { maxLength: 4 }),
  kids: fc.array(item, { maxLength: 6 }),
});

const document = { id: 'd1', frameId: 'f', parent: undefined } as unknown as FrameDocument;
const refs = { of: () => 'e1', where: () => undefined };

describe('an answer of the in-page program', () => {
  it(
    'that is anything at all is refused without a throw',
    async () => {
      await forAWhile(
        fc.oneof(fc.jsonValue(), fc.anything(), walk, fc.array(fc.jsonValue())),
        (value) => {
          for (const check of Object.values(checks)) expect(typeof check(value)).toBe('boolean');
        },
        0.4,
      );
    },
    TEST_MS,
  );

  it(
    'that has the right shape becomes lines of one line each, whatever is written in it',
    async () => {
      await forAWhile(
        fc.tuple(walk, fc.nat({ max: 2000 }), fc.boolean()),
        ([value, budget, onlyActs]) => {
          // As it comes: through JSON, in which there is no NaN.
          const arrived: unknown = JSON.parse(JSON.stringify(value));
          if (!checks.isWalk(arrived)) return;
          const look = { document, walk: arrived satisfies WireWalk, frames: new Map() };
          const lines = snapshotLines(look, { interactiveOnly: onlyActs, origin: 'https://a.example' });
          const shown = renderLines(lines, chooseLines(lines, budget), refs);
          for (const { text } of shown) expect(text).toMatch(/^ *- [^\n\r\u2028\u2029]*$/u);
          for (const { text } of markdownBlocks(look, () => 'e1', onlyActs, 'https://a.example'))
            expect(text).not.toMatch(/^ *- button "Pay" \[ref/mu);
        },
        0.6,
      );
    },
    TEST_MS,
  );
});
