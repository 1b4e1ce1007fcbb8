import { expect, test } from 'vitest';
import { startWords, typedCommand } from './typed-command.js';

test.each([
  ['/usr/local/bin/gatewright', 'gatewright'],
  ['/opt/tools/bin/gatewright', '/opt/tools/bin/gatewright'],
  ['/home/ann/app/node_modules/.bin/gatewright', 'npx gatewright'],
  ['/home/ann/.npm/_npx/0a1b/node_modules/.bin/gatewright', 'npx gatewright'],
  ['/home/ann/gatewright/dist/gatewright.js', 'node /home/ann/gatewright/dist/gatewright.js'],
  ["/home/ann/it's here/gatewright.js", String.raw`node '/home/ann/it'\''s here/gatewright.js'`],
])('%s is typed as %s', (script, typed) => {
  expect(typedCommand(script, { PATH: '/usr/bin:/usr/local/bin:' })).toBe(typed);
});

test('a client starts the file itself, unless it is in a cache', () => {
  const entry = '/lib/node_modules/gatewright/dist/gatewright.js';
  expect(startWords('/usr/bin/gatewright', entry, '/usr/bin/node')).toEqual(['/usr/bin/node', entry]);
  expect(startWords('/h/.npm/_npx/1/node_modules/.bin/gatewright', entry, '/usr/bin/node')).toEqual([
    'npx',
    '-y',
    'gatewright',
  ]);
});
