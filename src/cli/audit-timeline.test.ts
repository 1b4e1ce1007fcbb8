import { describe, expect, it } from 'vitest';
import { auditLine } from './audit-line.js';
import { timelineLines } from './audit-timeline.js';

const plain = { paint: (_: unknown, text: string) => text };
const EVIL = '\u001B[2J\u009B31m\r\n\u202Egnp\u0000\u200Bend '.repeat(20);
const OBEYED = /[\p{Cc}\p{Cf}]/u;

const call = (seconds: number, fields: object) => ({
  time: new Date(Date.UTC(2026, 10, 5, 10, 0, seconds)).toISOString(),
  kind: 'call' as const,
  fields: { tool: 'browser_click', outcome: 'ok', verdict: 'allow', rule: 'default', durationMs: 12, ...fields },
});

describe('a session told from its beginning', () => {
  it('says page, call, decision, approver, outcome and duration', () => {
    const lines = timelineLines(
      [
        call(0, { tool: 'browser_navigate', arguments: { url: 'https://shop.example/', session: 'buy' } }),
        call(65, {
          url: 'https://shop.example/cart',
          arguments: { ref: 'e12' },
          verdict: 'ask',
          rule: 'risk',
          reason: 'pays',
          risk: 'critical',
          approver: 'console',
          digest: 'abcdefabcdefabcdef',
        }),
        call(70, { url: 'https://shop.example/cart', outcome: 'denied', code: 'approval.denied', verdict: 'ask' }),
      ],
      plain,
    );
    expect(lines).toEqual([
      '0:00:00.0  browser_navigate url=https://shop.example/',
      '             → ok after 12 ms',
      '0:01:05.0  on https://shop.example/cart',
      '0:01:05.0  browser_click ref=e12',
      '             → ok after 12 ms',
      '             ask by risk, critical risk: pays',
      '             approved by console (abcdefabcdef…)',
      '0:01:10.0  browser_click',
      '             → denied (approval.denied) after 12 ms',
      '             ask by default',
    ]);
  });

  it('stays within its width and gives no orders to the terminal, whatever pages and agents wrote', () => {
    const fields = { tool: EVIL, url: EVIL, reason: EVIL, risk: EVIL, grant: EVIL, approver: EVIL, code: EVIL };
    const entries = [
      call(0, { ...fields, arguments: { [EVIL]: EVIL, list: [EVIL] } }),
      { ...call(1, {}), kind: 'event' as const, fields: { event: EVIL, facts: { [EVIL]: EVIL } } },
    ];
    const lines = [...timelineLines(entries, plain, 80), ...entries.map((entry) => auditLine(entry, plain, 80))];
    expect(lines.filter((line) => OBEYED.test(line) || line.length > 80)).toEqual([]);
  });
});
