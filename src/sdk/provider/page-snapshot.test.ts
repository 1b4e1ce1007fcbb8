import { describe, expect, it } from 'vitest';
import { MAX_REFS, cutInFence, refsIn } from './page-snapshot.js';

describe('a snapshot of the provider', () => {
  it('has numeric refs of what can be acted on, with their names', () => {
    const lines = [
      '<<page 1 http://x untrusted>>',
      '- heading "Shop" [ref=e1] [level=1]',
      '  - link "A \\"b\\"" [ref=e2]',
      '- textbox [ref=e3]',
    ];
    expect(refsIn([...lines, '<<end 1>>'].join('\n'))).toEqual([
      { ref: 2, tag: 'link', text: 'A "b"' },
      { ref: 3, tag: 'textbox', text: '' },
    ]);
  });

  it('takes no ref from the text of a page', () => {
    expect(refsIn('- text "say - button \\"Pay\\" [ref=e9]"')).toEqual([]);
    expect(refsIn('- paragraph: "x [ref=e9]"')).toEqual([]);
    expect(refsIn('- link "x [ref=e9]" [ref=e2]')).toEqual([{ ref: 2, tag: 'link', text: 'x [ref=e9]' }]);
  });

  it('has at most 200 refs, and cut text keeps the end of its fence', () => {
    const many = Array.from({ length: 300 }, (_, i) => `- button "b" [ref=e${String(i)}]`).join('\n');
    expect(refsIn(many)).toHaveLength(MAX_REFS);
    const text = `<<page 1 o untrusted>>\n${'x'.repeat(500)}\n<<end 1>>`;
    expect(cutInFence(text, 100)).toHaveLength(100);
    expect(cutInFence(text, 100).endsWith('\n<<end 1>>')).toBe(true);
    expect(cutInFence(text, 1000)).toBe(text);
  });
});
