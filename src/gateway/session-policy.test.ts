import { expect, test } from 'vitest';
import { compileOpenedHosts } from '../network/address/opened-hosts.js';
import { createOwnListeners } from '../network/address/own-listeners.js';
import { describeUrl } from '../network/address/describe-url.js';
import { SessionPolicy } from './session-policy.js';

const scope = { principal: 'local', session: 'default' };

function isBeside(identity: string, url: string): boolean {
  const sessionPolicy = new SessionPolicy();
  sessionPolicy.noteSignIn(scope, { name: 'app', origins: [identity] });
  const facts = describeUrl(url, { own: createOwnListeners(() => []), opened: compileOpenedHosts([]) });
  if (facts.kind !== 'web') throw new Error('no web address');
  return sessionPolicy.isBesideIdentity(scope, facts);
}

test.each([
  ['https://app.example', 'https://app.example/', false],
  ['https://app.example', 'https://app.example:8443/', true],
  ['https://app.example:8443', 'https://app.example/', true],
  ['https://app.example', 'http://app.example/', false],
  ['https://app.example', 'http://app.example:8080/', false],
  ['https://app.example', 'https://sub.app.example:8443/', false],
  ['http://app.example', 'https://app.example/', true],
  ['http://app.example:3000', 'http://app.example:3001/', true],
  ['https://localhost:3000', 'http://localhost:3001/', true],
  ['https://localhost:3000', 'http://localhost/', true],
  ['https://localhost:3000', 'http://localhost:3000/', false],
  ['https://a.localhost:3000', 'http://a.localhost:3001/', true],
  ['https://a.localhost:3000', 'http://b.localhost:3001/', false],
  ['https://127.0.0.1:3000', 'http://127.0.0.1:3001/', true],
  ['https://[::1]:3000', 'http://[::1]:3001/', true],
  ['https://127.0.0.1:3000', 'http://localhost:3001/', false],
])('signed in at %s, %s is another port of that host: %s', (identity, url, beside) => {
  expect(isBeside(identity, url)).toBe(beside);
});
