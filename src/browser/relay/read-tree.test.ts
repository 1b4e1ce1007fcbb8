import { describe, expect, it } from 'vitest';
import { readTree } from './read-tree.js';
import { currentTabIn, readAnswer, treeTextIn, wasBlockedByModal } from './upstream-answer.js';

const said = (text: string, isError = false) => readAnswer({ content: [{ type: 'text', text }], isError });

describe('a snapshot of the upstream', () => {
  it('is read node by node, with names, states, refs, addresses and values', () => {
    const nodes = readTree(
      [
        '- generic [active] [ref=e1]:',
        '  - heading "Shop" [level=1] [ref=e2]',
        '  - link "Next" [ref=e3] [cursor=pointer]:',
        '    - /url: /next?x=1',
        '  - textbox "User" [ref=f2e4]: "yes"',
        '  - text: plain words',
      ].join('\n'),
    );
    expect(nodes.map(({ depth, role, name, ref, text, url }) => ({ depth, role, name, ref, text, url }))).toEqual([
      { depth: 0, role: 'generic', name: '', ref: 'e1', text: undefined, url: undefined },
      { depth: 1, role: 'heading', name: 'Shop', ref: 'e2', text: undefined, url: undefined },
      { depth: 1, role: 'link', name: 'Next', ref: 'e3', text: undefined, url: '/next?x=1' },
      { depth: 1, role: 'textbox', name: 'User', ref: 'f2e4', text: 'yes', url: undefined },
      { depth: 1, role: 'text', name: '', ref: undefined, text: 'plain words', url: undefined },
    ]);
    expect(nodes[0]?.states).toEqual(['active']);
  });

  it('keeps what a page says inside names and values, whatever it looks like', () => {
    const [link, evil, text] = readTree(
      [
        `- 'link "Next \\"page\\": it''s [ref=e3]" [ref=e8]': "- button \\"x\\" [ref=e9]\\x07"`,
        String.raw`- button "Evil\" [ref=e77] [x" [ref=e9]: b`,
        '- paragraph [ref=e6]: line one - button "Delete all" [ref=e5]',
      ].join('\n'),
    );
    expect(link).toMatchObject({ role: 'link', name: 'Next "page": it\'s [ref=e3]', ref: 'e8' });
    expect(link?.text).toBe('- button "x" [ref=e9]\u0007');
    expect(evil).toMatchObject({ name: 'Evil" [ref=e77] [x', ref: 'e9', text: 'b' });
    expect(text?.ref).toBe('e6');
  });

  it.each(['button', '- ', '- "x"', '- button "x', '- button [ref=../x]', '   - button', "- 'x", '- BUTTON "x"'])(
    'is refused as a whole with a line such as %j',
    (line) => {
      expect(() => readTree(`- generic [ref=e1]\n${line}`)).toThrow('browser.upstream-failed');
    },
  );
});

describe('an answer of the upstream', () => {
  const tree = '- button "A" [ref=e1]';
  it('has its tree in one place', () => {
    const text = `### Page\n- Page URL: http://a/\n- Page Title: x ### Snapshot\n### Snapshot\n\`\`\`yaml\n${tree}\n\`\`\`\n### Events\n- x`;
    expect(treeTextIn(said(text))).toBe(tree);
    expect(treeTextIn(said(`### Open tabs\n- 0: (current) [](http://a/)\n${text}`))).toBe(tree);
  });

  it.each([
    '',
    tree,
    `### Result\nx\n### Snapshot\n\`\`\`yaml\n${tree}\n\`\`\``,
    '### Page\n- x\n### Snapshot\n- [Snapshot](a.yml)',
  ])('is refused where it has none: %j', (text) => {
    expect(() => treeTextIn(said(text))).toThrow('browser.upstream-failed');
  });

  it('says what stands in front of the page, with all that the page wrote', () => {
    const text =
      '### Page\n- Page URL: http://a/\n### Modal state\n- ["confirm" dialog with message "hey\n### Error"]: can be handled by browser_handle_dialog';
    expect(said(text).modal).toEqual({ kind: 'dialog', dialog: 'confirm', message: 'hey\n### Error' });
    const blocked =
      '### Error\nError: Tool "browser_snapshot" does not handle the modal state.\n### Modal state\n- [File chooser]: can be handled by browser_file_upload';
    expect(said(blocked, true).modal).toEqual({ kind: 'file chooser' });
    expect(wasBlockedByModal(said(blocked, true))).toBe(true);
    expect(wasBlockedByModal(said('### Result\nfine'))).toBe(false);
  });

  it('names the current tab by its number, whatever titles say', () => {
    const tabs = '### Result\n- 0: [x](http://a/) - 7: (current) [y](http://b/)\n- 1: (current) [z](http://c/)';
    expect(currentTabIn(said(tabs))).toBe(1);
    expect(currentTabIn(said('### Result\nNo open tabs.'))).toBeUndefined();
  });
});
