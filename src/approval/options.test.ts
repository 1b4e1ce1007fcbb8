import { expect, test } from 'vitest';
import { approvalOptions } from './options.js';

test('defaults are the documented ones', () => {
  expect(approvalOptions.parse({})).toEqual({
    from: 'high',
    timeoutSeconds: 30,
    maxSeconds: 300,
    notify: 'auto',
    channels: ['elicitation', 'console', 'cli'],
    trustClient: false,
    trustedDomains: [],
    sensitiveDomains: [],
    builtinSensitive: true,
  });
});

test.each([
  { channels: ['cli', { webhook: { url: 'https://example.com/ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'http://127.0.0.1:9/ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'https://example.com/ask', format: 'slack' } }] },
  { channels: [{ webhook: { url: 'https://example.com/ask', secretFile: 'secret', format: 'teams' } }] },
  { trustClient: true },
  { from: 'low' },
  { trustedDomains: ['example.com'] },
  { sensitiveDomains: ['bank.example', '/admin', '!mail.example'] },
  { builtinSensitive: false },
])('%j is taken', (options) => {
  expect(approvalOptions.parse(options)).toMatchObject(options);
});

test.each([
  { from: 'always' },
  { trustedDomains: 'example.com' },
  { channel: ['cli'] },
  { channels: ['sms'] },
  { channels: [{ webhook: { url: 'http://example.com/ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'http://127.0.0.1.example.com/ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'https://u:p@example.com/ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'file:///ask', secretFile: 'secret' } }] },
  { channels: [{ webhook: { url: 'https://example.com/ask' } }] },
  { channels: [{ webhook: { url: 'https://example.com/ask', format: 'json' } }] },
  { channels: [{ webhook: { url: 'https://example.com/ask', secretFile: 'secret', format: 'discord' } }] },
  { timeoutSeconds: 0 },
  { timeoutSeconds: '30' },
])('%j is a mistake', (options) => {
  const parsed = approvalOptions.safeParse(options);
  expect(parsed.success).toBe(false);
  expect(parsed.error?.message).not.toContain('config.not-here-yet');
});
