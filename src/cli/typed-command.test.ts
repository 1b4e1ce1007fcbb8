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

test.each([
  ['/lib/node_modules/gatewright/dist/gatewright.js', undefined],
  ['/home/ann/checkout/dist/gatewright.js', undefined],
  ['/h/.npm/_npx/1/node_modules/gatewright/dist/gatewright.js', ['npx', '-y', 'gatewright']],
])('a client starts the file itself, unless it is in a cache: %s', (entry, words) => {
  expect(startWords(entry, '/usr/bin/node')).toEqual(words ?? ['/usr/bin/node', entry]);
});
