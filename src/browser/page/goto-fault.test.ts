import { describe, expect, it } from 'vitest';
import { gotoFault } from './goto-fault.js';

const named = (name: string, message: string): Error => Object.assign(new Error(message), { name });

describe('gotoFault', () => {
  it.each([
    [
      'page.goto: net::ERR_NAME_NOT_RESOLVED at https://x.example/?token=1',
      'network.unreachable',
      'the name has no address',
    ],
    [
      'page.goto: net::ERR_TUNNEL_CONNECTION_FAILED at https://x.example/',
      'network.unreachable',
      'no connection to it could be made',
    ],
    ['page.goto: net::ERR_CERT_DATE_INVALID at https://x.example/', 'network.unreachable', 'ERR_CERT_DATE_INVALID'],
    ['page.goto: net::ERR_TOO_MANY_REDIRECTS at https://x.example/', 'network.too-many-redirects', undefined],
    ['page.goto: Download is starting', 'page.download', undefined],
    ['page.goto: net::ERR_BLOCKED_BY_CLIENT at https://x.example/', 'network.blocked-origin', 'ERR_BLOCKED_BY_CLIENT'],
  ])('%s', (message, code, hint) => {
    expect(gotoFault(new Error(message))).toEqual({ kind: 'refused', code, ...(hint === undefined ? {} : { hint }) });
  });

  it('takes a name from the error only, not from the address in it', () => {
    expect(gotoFault(new Error('page.goto: Something at https://x.example/net:ERR_FAKE'))).toEqual({ kind: 'other' });
  });

  it('tells late from overtaken', () => {
    expect(gotoFault(named('TimeoutError', 'page.goto: Timeout 20000ms exceeded.'))).toEqual({ kind: 'late' });
    expect(gotoFault(new Error('Navigation to "a" is interrupted by another navigation to "b"'))).toEqual({
      kind: 'overtaken',
    });
  });
});
