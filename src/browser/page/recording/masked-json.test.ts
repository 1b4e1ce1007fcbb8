import { describe, expect, it } from 'vitest';
import type { MaskTexts } from '../../../core/index.js';
import { checkedLines, maskObject } from './masked-json.js';

const mask: MaskTexts = (texts) => texts.map(({ text }) => text.replaceAll('hush', '<KEY>'));

describe('what a recording keeps as JSON', () => {
  it('is masked in every text, and in nothing else', () => {
    const value = { a: 'hush', b: [1, 'so hush', { c: null, d: 'no' }], hush: true };
    expect(maskObject(value, undefined, mask)).toEqual({
      a: '<KEY>',
      b: [1, 'so <KEY>', { c: null, d: 'no' }],
      hush: true,
    });
    expect(maskObject(value, undefined, undefined)).toBe(value);
  });

  it('is looked at as a whole once more', async () => {
    expect(await checkedLines(['{"a":1}', '{"b":2}'], mask)).toBe('{"a":1}\n{"b":2}');
    expect(await checkedLines(['{"a":"hush"}'], mask)).toBe('{"a":"<KEY>"}');
    const long = `{"a":"${'x'.repeat(200_000)}hush"}`;
    expect(await checkedLines([long], mask)).not.toContain('hush');
  });

  it('is not kept where a secret can only be taken out by breaking it', async () => {
    const breaks: MaskTexts = (texts) => texts.map(({ text }) => text.replace('1,"b":2', '<KEY>'));
    await expect(checkedLines(['{"a":1,"b":2}'], breaks)).rejects.toMatchObject({ code: 'page.secret-shown' });
  });

  it('is kept where only a piece looked like a secret', async () => {
    const atEnd: MaskTexts = (texts) =>
      texts.map(({ text }) => (text.length < 70_000 ? text.replace(/x$/u, '<KEY>') : text));
    const line = `"${'x'.repeat(100_000)}"`;
    expect(await checkedLines([line], atEnd)).toBe(line);
  });
});
