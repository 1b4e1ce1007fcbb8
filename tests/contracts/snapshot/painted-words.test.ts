import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSnapshotSetup, type SnapshotSetup } from './snapshot-setup.js';

let setup: SnapshotSetup;
beforeAll(async () => {
  setup = await openSnapshotSetup();
});
afterAll(async () => {
  await setup.close();
});

describe('words that the browser paints and no text of the document holds', () => {
  it('names the groups of options where they begin', async () => {
    await setup.show(
      `<label>Car <select><option>Any</option><optgroup label="Swedish"><option>Volvo</option><option>Saab</option></optgroup>
      <optgroup label="German"><option>Audi</option></optgroup></select></label>
      <label>Size <select size="4"><optgroup label="Unseen words" style="color:#fff"><option style="color:#000">S</option></optgroup></select></label>`,
    );
    const text = await setup.snapshot();
    expect(text).toContain(`"Any" of "Any" | "Swedish": "Volvo" | "Saab" | "German": "Audi"`);
    expect(text).toContain('"" of "S"');
    expect(text).not.toContain('Unseen');
  });

  it('writes the letters and numbers of a list where its order does not say them', async () => {
    await setup.show(
      `<ol type="A"><li>Paris</li><li><label><input type="radio"> Rome</label></li></ol>
      <ol start="7"><li>Seventh</li></ol><ol type="i" reversed><li>Second</li><li>First</li></ol>
      <ol><li>One</li><li>Two</li></ol><ol type="A" style="list-style:none"><li>Bare</li></ol>`,
    );
    const text = await setup.snapshot();
    for (const words of [
      '"A. Paris"',
      '"B."',
      '"7. Seventh"',
      '"ii. Second"',
      '"i. First"',
      '"One"',
      '"Two"',
      '"Bare"',
    ])
      expect(text).toContain(words);
  });

  it('writes what style sheets add to some elements of a kind and not to others, at every look', async () => {
    await setup.show(
      `<style>.s li::before{content:"Step "}[data-label]::before{content:attr(data-label) " "}</style>
      <ul><li>Plain</li></ul><ul class="s"><li>Numbered</li></ul><p>Bare</p><p data-label="Price">29</p>`,
    );
    for (const look of ['first', 'second']) {
      const text = await setup.snapshot();
      expect(text, look).toContain('"Plain"');
      expect(text, look).toContain('"Step Numbered"');
      expect(text, look).toContain('"Bare"');
      expect(text, look).toContain('"Price 29"');
    }
  });

  it('says what an empty editor asks for', async () => {
    const editor = (text: string): string =>
      `<div contenteditable="true" aria-label="Text" data-placeholder="Write a comment"><p>${text}</p></div>`;
    const style = '<style>[contenteditable] p:empty::before{content:"Write a comment";color:#777}</style>';
    await setup.show(`${style}${editor('')}`);
    expect(await setup.snapshot()).toContain('[placeholder="Write a comment"]');
    await setup.show(`${style}${editor('Hello')}`);
    expect(await setup.snapshot()).not.toContain('placeholder');
    await setup.show(`${style.replace('#777', '#fff')}${editor('')}`);
    expect(await setup.snapshot()).not.toContain('placeholder');
  });
});
