import { expect, test } from 'vitest';
import { mistypedTools } from './mistyped-tools.js';

test('a rule or a team that names no tool is named, with the tool that was meant', () => {
  const rules = [{ when: { tool: 'browser_click' } }, { when: { tool: 'browser_clik' } }, { when: {} }];
  const teams = {
    web: { tools: ['browser_*', 'bowser_*'] },
    all: { tools: ['*', 'drawing.add', 'drawing.*'] },
    none: {},
  };
  expect(mistypedTools({ rules, teams })).toEqual([
    'rules[1].when.tool: no tool has the name browser_clik, so it applies to nothing; did you mean browser_click?',
    expect.stringMatching(/^teams\.web\.tools: no tool has the name bowser_\*, so it applies to nothing/u),
  ]);
});
