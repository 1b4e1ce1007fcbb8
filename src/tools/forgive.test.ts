import { describe, expect, it } from 'vitest';
import { Failure } from '../core/index.js';
import { TOOLS } from './index.js';

const prepare = (name: string, input: unknown) => {
  const tool = TOOLS.find((candidate) => candidate.name === name);
  if (tool === undefined) throw new Error(name);
  return tool.prepare(input);
};

function refusalOf(name: string, input: unknown): string {
  try {
    prepare(name, input);
    return 'taken';
  } catch (error) {
    return error instanceof Failure ? `${error.code}: ${error.hint ?? ''}` : String(error);
  }
}

const e10 = [{ kind: 'element', at: { by: 'ref', ref: 'e10' }, intent: 'click' }];

describe('the same call', () => {
  it.each([
    { ref: 'e10' },
    { ref: '[ref=e10]' },
    { ref: 'ref=e10' },
    { ref: ' e10 ' },
    { ref: { ref: 'e10' } },
    { ref: { ref: '[ref=e10]', role: null } },
    { target: 'e10' },
    { target: '[ref=e10]' },
    { target: { ref: 'e10' } },
    { target: 'e10', ref: 'e10' },
    { ref: 'e10', role: null, name: null, index: null, selector: null, named: null, coords: null, tab: null },
    { ref: 'e10', role: '', name: '', index: 0, selector: '', named: '', coords: { x: 0, y: 0 }, session: '', tab: '' },
    { ref: 'e10', coords: {}, modifiers: [], double: 'false' },
    { ref: 'e10', index: '0', coords: '{"x": 0, "y": 0}' },
    { ref: 'e10', surprise: null },
  ])('%j', (input) => {
    expect(prepare('browser_click', input).targets).toEqual(e10);
    expect(prepare('browser_click', input).session).toBe('default');
  });

  it('numbers, switches and lists in strings', () => {
    expect(prepare('browser_set_viewport', { width: '800', height: ' 600 ' }).arguments).toEqual({
      width: 800,
      height: 600,
    });
    expect(prepare('browser_click', { ref: 'e1', double: 'True', modifiers: 'Shift' }).arguments).toEqual({
      ref: 'e1',
      double: true,
      modifiers: ['Shift'],
    });
    expect(prepare('browser_select', { ref: 'e1', values: '["a", "b"]' }).arguments['values']).toEqual(['a', 'b']);
    expect(prepare('browser_wait_for', { seconds: '1.5' }).arguments).toEqual({ seconds: 1.5 });
  });

  it('0 where 0 means nothing', () => {
    expect(prepare('browser_snapshot', { depth: 0, max_tokens: '0' }).arguments).toEqual({});
    expect(prepare('browser_scroll', { dx: 0, dy: 0 }).arguments).toEqual({ dx: 0, dy: 0 });
    expect(refusalOf('browser_snapshot', { max_tokens: 100 })).toMatch(/^call\.bad-arguments: max_tokens/u);
    expect(refusalOf('browser_set_viewport', { width: 0, height: 0 })).toMatch(/^call\.bad-arguments/u);
  });

  it('one element in one string', () => {
    const at = (from: unknown) => prepare('browser_drag', { from, to: 'e2' }).targets[0];
    expect(at('e1')).toMatchObject({ at: { by: 'ref', ref: 'e1' } });
    expect(at('[ref=e1]')).toMatchObject({ at: { by: 'ref', ref: 'e1' } });
    expect(at({ ref: 'e1' })).toMatchObject({ at: { by: 'ref', ref: 'e1' } });
    expect(at('Card one')).toMatchObject({ at: { by: 'text', text: 'Card one' } });
    expect(at({ role: 'listitem', name: 'Card' })).toMatchObject({
      at: { by: 'role', role: 'listitem', name: 'Card' },
    });
  });

  it('fields of a form', () => {
    const one = (field: object) => prepare('browser_fill_form', { fields: [field] }).targets;
    const wanted = [{ kind: 'element', at: { by: 'ref', ref: 'e3' }, intent: 'type', text: 'x' }];
    expect(one({ ref: 'e3', value: 'x' })).toEqual(wanted);
    expect(one({ target: 'e3', value: 'x' })).toEqual(wanted);
    expect(one({ target: { ref: 'e3' }, value: 'x' })).toEqual(wanted);
    expect(one({ ref: 'e3', role: null, name: '', selector: null, value: 'x' })).toEqual(wanted);
    expect(one({ ref: 'e3', value: true })).toMatchObject([{ text: 'true' }]);
    expect(one({ ref: 'e3', value: 7 })).toMatchObject([{ text: '7' }]);
  });
});

describe('what has a meaning stays', () => {
  it.each([
    ['browser_fill', { ref: 'e1', value: '' }],
    ['browser_type', { ref: 'e1', text: '', clear_first: true }],
    ['browser_fill_form', { fields: [{ ref: 'e1', value: '' }] }],
  ])('%s with nothing', (name, input) => {
    expect(prepare(name, input).targets).toMatchObject([{ text: '' }]);
  });

  it('an option without a value, and the first of several', () => {
    expect(prepare('browser_select', { ref: 'e1', values: [''] }).arguments['values']).toEqual(['']);
    expect(prepare('browser_click', { name: 'Delete', index: 0 }).targets).toMatchObject([{ at: { index: 0 } }]);
    expect(prepare('browser_click', { coords: { x: 0, y: 0 } }).targets).toMatchObject([{ at: { by: 'coords' } }]);
  });

  it('a text that looks like a number, a switch or a ref', () => {
    expect(prepare('browser_type', { ref: 'e1', text: '[ref=e2]' }).arguments['text']).toBe('[ref=e2]');
    expect(prepare('browser_fill', { ref: 'e1', value: '007' }).targets).toMatchObject([{ text: '007' }]);
    expect(prepare('browser_find', { query: 'true' }).arguments['query']).toBe('true');
  });
});

describe('an element that is described as well', () => {
  it('is looked at again with its role and name', () => {
    const at = { by: 'described', at: { by: 'ref', ref: 'e10' }, role: 'button', name: 'Add' };
    const input = { ref: 'e10', role: 'button', name: 'Add', index: 0, coords: { x: 0, y: 0 } };
    expect(prepare('browser_click', input).targets).toEqual([{ kind: 'element', at, intent: 'click' }]);
  });

  it('has a reason that is no argument', () => {
    const { reason, arguments: given } = prepare('browser_click', { ref: 'e10', element: 'the Add button' });
    expect([reason, given]).toEqual(['the Add button', { ref: 'e10' }]);
  });
});

describe('still refused', () => {
  it.each([
    ['two ways', { ref: 'e1', selector: 'a' }],
    ['two refs', { ref: 'e1', target: 'e2' }],
    ['a ref and another point', { ref: 'e1', coords: { x: 5, y: 0 } }],
    ['a ref and an index', { ref: 'e1', index: 2 }],
    ['a ref of several fields', { ref: { ref: 'e1', selector: 'a' } }],
    ['no target at all', { ref: null, name: '' }],
    ['an ill-typed number', { coords: { x: '1px', y: 2 } }],
    ['a number with an exponent', { name: 'a', index: '1e3' }],
    ['a switch that is none', { ref: 'e1', double: 'yes' }],
    ['a number for a text', { ref: 'e1', name: 5 }],
    ['a list for a text', { ref: ['e1'] }],
    ['null in a list', { ref: 'e1', modifiers: [null] }],
    ['broken JSON', { coords: '{"x": 1' }],
  ])('%s', (_, input) => {
    expect(refusalOf('browser_click', input)).toMatch(/^call\.bad-arguments/u);
  });

  it.each([
    ['browser_click', { rfe: 'e1' }, 'rfe (did you mean ref?)'],
    ['browser_snapshot', { maxTokens: 1000 }, 'maxTokens (did you mean max_tokens?)'],
    ['browser_navigate', { uri: 'https://example.com' }, 'uri (did you mean url?)'],
    ['browser_fill_form', { fields: [{ ref: 'e1', valeu: 'x' }] }, 'valeu (did you mean value?)'],
    ['browser_drag', { from: { reff: 'e1' }, to: 'e2' }, 'reff (did you mean ref?)'],
    ['browser_close', { xyzzy: 1 }, 'xyzzy; there are session, tab'],
  ])('%s %j names the nearest', (name, input, says) => {
    expect(refusalOf(name, input)).toContain(`no such argument: ${says}`);
  });

  it('says what is missing and what there is', () => {
    expect(refusalOf('browser_navigate', { url: null })).toBe('call.bad-arguments: url: is missing');
    expect(refusalOf('set_dialog_policy', { mode: 'accept' })).toMatch(/raise, allow, deny, ask-human/u);
  });
});
