import { describe, expect, test } from 'vitest';
import type { GrantKind } from '../core/index.js';
import { Grants } from './grants.js';

const KIND: GrantKind = {
  principal: 'local',
  tool: 'browser_click',
  origins: ['https://shop.example'],
  rule: 'risk',
  risk: 'high',
  reason: 'sends',
};
const SCOPE = { principal: 'local', session: 'default' };

describe('how long a grant is for', () => {
  const give = (seconds: number) => {
    const noted: string[] = [];
    const grants = new Grants({ note: ({ event }) => void noted.push(event), clock: () => 0 });
    const grant = grants.give(KIND, 'a person', seconds, SCOPE);
    const kept = grants.list().length;
    grants.close();
    return { expiresAt: grant?.expiresAt, kept, noted };
  };

  test.each([60, 61, 28_800])('%d seconds are given', (seconds) => {
    expect(give(seconds)).toEqual({ expiresAt: seconds * 1000, kept: 1, noted: ['grant.given'] });
  });

  test.each([59, 28_801, 0, -60, 90.5, Number.NaN, Number.POSITIVE_INFINITY])('%d are not', (seconds) => {
    expect(give(seconds)).toEqual({ expiresAt: undefined, kept: 0, noted: [] });
  });
});
