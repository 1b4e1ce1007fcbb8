import { beforeAll, expect, it } from 'vitest';
import type { Running } from '../fixtures/gatewright.js';
import { ASKED, judgedInput, PAYS } from '../fixtures/judged-input.js';
import { promised } from '../fixtures/promised.js';

promised('people-decide', () => {
  const ground = judgedInput();
  let gatewright: Running;
  beforeAll(() => {
    ({ gatewright } = ground());
  });
  const FORM = '<form method="post" action="/gone">';

  it.each([
    ['a cross with a tooltip', `<button id="t" title="Delete account" ${PAYS}>×</button>`, 'browser_click', {}],
    [
      'a numbered icon',
      `<a id="t" href="#" ${PAYS}><i class="bi bi-trash3-fill" style="display:inline-block;width:20px;height:20px"></i></a>`,
      'browser_click',
      {},
    ],
    [
      'a list of actions beside "Apply"',
      `${FORM}<select name="action"><option value="edit">Edit<option value="trash" selected>Delete selected</select>
        <button id="t">Apply</button></form>`,
      'browser_click',
      {},
    ],
    [
      'a form that asks to delete',
      `${FORM}<input type="hidden" name="_method" value="delete"><button id="t">×</button></form>`,
      'browser_click',
      {},
    ],
    [
      'a slider that is filled',
      `<label>Slide to pay <input id="t" type="range" onchange="fetch('/gone', { method: 'POST' })"></label>`,
      'browser_fill',
      { value: '100' },
    ],
    ['an item of a menu', `<ul><li id="t" ${PAYS}>Delete account</li></ul>`, 'browser_click', {}],
    [
      'one of a list that listens',
      `<ul ${PAYS}><li id="t">Delete account</li><li>Rename</li></ul>`,
      'browser_click',
      {},
    ],
    ['a cell', `<table><tr><td id="t" ${PAYS}>Delete account</td></tr></table>`, 'browser_click', {}],
    [
      'Enter on an item',
      `<ul><li id="t" tabindex="0" ${PAYS}>Delete file</li></ul>`,
      'browser_press',
      { key: 'Enter' },
    ],
    ['an output that is pressed', `<output id="t" ${PAYS}>Delete account</output>`, 'browser_click', {}],
    ['what is selected', `<button id="t" ${PAYS}>Delete selected</button>`, 'browser_click', {}],
    ['words after it', `<button id="t" ${PAYS}>Delete account <small>Read more</small></button>`, 'browser_click', {}],
  ])('a person is asked for %s', async (_, body, tool, args) => {
    await ground().show(body);
    expect((await gatewright.call(tool, { selector: '#t', ...args })).code).toBe(ASKED);
    expect(await ground().posts()).toEqual([]);
  });

  it.each([
    ['a cross that closes', `<button id="t" title="Close" ${PAYS}>×</button>`, 'browser_click', {}],
    [
      'a word with a tooltip',
      `<button id="t" title="Where deleted files go" ${PAYS}>Folder</button>`,
      'browser_click',
      {},
    ],
    [
      'a list of actions that changes',
      `${FORM}<select name="action"><option selected>Mark as read<option>Delete selected</select>
        <button id="t">Apply</button></form>`,
      'browser_click',
      {},
    ],
    ['an item of a list of things to do', `<ul><li id="t" ${PAYS}>Buy milk</li></ul>`, 'browser_click', {}],
    ['a cell of a table', `<table><tr><td id="t" ${PAYS}>Order 4711, deleted</td></tr></table>`, 'browser_click', {}],
    [
      'a slider',
      `<label>Volume <input id="t" type="range" onchange="fetch('/gone', { method: 'POST' })"></label>`,
      'browser_fill',
      { value: '100' },
    ],
  ])('nobody is asked for %s', async (_, body, tool, args) => {
    await ground().show(body);
    expect((await gatewright.call(tool, { selector: '#t', ...args })).code).toBeUndefined();
    expect(await ground().posts()).toEqual(['/gone']);
  });
});
