import { describe, expect, it } from 'vitest';
import { readStdioLine, wordsOf } from './server-flags.js';

describe('the line that starts a stdio server', () => {
  it.each<[string, readonly string[], object]>([
    ['nothing', [], {}],
    ['a value apart', ['--workspace', '/w'], { workspace: '/w' }],
    ['a value behind =', ['--config=/a=b.yaml'], { config: '/a=b.yaml' }],
    ['an empty list', ['--allow', ''], { allow: [''] }],
    ['an empty list behind =', ['--allow='], { allow: [''] }],
    ['a list in several flags', ['--allow', 'a', '--headed', '--allow', 'b,c'], { allow: ['a', 'b,c'], headed: true }],
  ])('%s', (_, argv, options) => {
    expect(readStdioLine(argv)).toEqual(options);
  });

  it.each<[string, readonly string[]]>([
    ['a command', ['serve']],
    ['a flag that is none', ['--alow', 'x']],
    ['a flag without its value', ['--allow']],
    ['a flag in the place of a value', ['--allow', '--headed']],
    ['a value where none belongs', ['--headed=yes']],
    ['--http, which is no stdio', ['--http', '7717']],
    ['help', ['--help']],
    ['anything after the flags', ['--headed', 'doctor']],
  ])('leaves %s to the library', (_, argv) => {
    expect(readStdioLine(argv)).toBeUndefined();
  });

  it('can be written again as it was read', () => {
    const options = { allow: ['a', 'b,c'], block: [''], headed: true, workspace: '/with space' };
    const again = readStdioLine(wordsOf(options));
    expect(again).toEqual({ allow: ['a,b,c'], block: [''], headed: true, workspace: '/with space' });
  });
});
