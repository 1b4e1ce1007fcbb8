import { describe, expect, it } from 'vitest';
import { RefBook } from './ref-book.js';

const tab = {};
const save = { document: 'd1', node: 7, role: 'button', name: 'Save', row: undefined };

describe('refs', () => {
  it('stay with an element as long as it is what was shown', () => {
    const book = new RefBook();
    expect(book.refFor(tab, save)).toBe('e1');
    expect(book.refFor(tab, { ...save, node: 8 })).toBe('e2');
    expect(book.refFor(tab, save)).toBe('e1');
  });

  it.each([
    ['name', { name: 'Delete' }],
    ['role', { role: 'link' }],
    ['row', { row: 5 }],
    ['document', { document: 'd2' }],
  ])('are new when its %s is another', (_, change) => {
    const book = new RefBook();
    book.refFor(tab, save);
    expect(book.refFor(tab, { ...save, ...change })).toBe('e2');
    expect(book.find('e1')).toMatchObject(save);
  });

  it('never come back, not even for the same element under its old name', () => {
    const book = new RefBook();
    book.refFor(tab, save);
    book.refFor(tab, { ...save, name: 'Saving' });
    expect(book.refFor(tab, save)).toBe('e3');
  });

  it('are known only if they were given out', () => {
    const book = new RefBook();
    book.refFor(tab, save);
    expect(book.wasGiven('e1')).toBe(true);
    for (const never of ['e2', 'e0', 'e01', 'e-1', 'e1x', 'E1', '']) expect(book.wasGiven(never)).toBe(false);
  });
});
