import { describe, expect, it } from 'vitest';
import type { Closing, Record as CallLog } from '../core/index.js';
import { narrate } from './narrate.js';

const SCOPE = { principal: 'local', client: 'codex#1', session: 'docs' };

function window() {
  const lines: string[] = [];
  const clock = { now: 0 };
  const written: string[] = [];
  const log: CallLog = {
    open: ({ call }) => void written.push(`open ${call}`),
    close: ({ call }) => void written.push(`close ${call}`),
    note: ({ event }) => void written.push(event),
    end: () => undefined,
  };
  const watched = narrate(
    log,
    (line) => lines.push(line),
    () => clock.now,
  );
  const end = (call: string, closing: Pick<Closing, 'outcome' | 'code' | 'origin'>) => {
    watched.open({ call, ...SCOPE, tool: 'browser_click', transport: 'http', arguments: {} });
    void watched.close({ call, durationMs: 1, bytes: 0, ...closing });
  };
  const note: CallLog['note'] = (event) => {
    watched.note(event);
  };
  return { lines, clock, written, end, note };
}

describe('the window of serve', () => {
  it.each([
    ['denied', 'policy.private-address', 'http://10.0.0.1'],
    ['denied', 'approval.denied', undefined],
    ['failed', 'session.limit', undefined],
    ['failed', 'session.too-many', undefined],
    ['failed', 'session.stopped', undefined],
    ['failed', 'session.paused', undefined],
  ] as const)('says a refusal: %s %s', (outcome, code, origin) => {
    const { lines, end } = window();
    end('1', { outcome, code, ...(origin !== undefined && { origin }) });
    expect(lines).toEqual([
      `refused browser_click${origin === undefined ? '' : ` at ${origin}`} to session docs of codex#1: ${code}`,
    ]);
  });

  it.each([
    ['ok', undefined],
    ['asked', 'approval.pending'],
    ['failed', 'browser.no-match'],
    ['unknown', 'browser.outcome-unknown'],
  ] as const)('says nothing of a call that nobody refused: %s %s', (outcome, code) => {
    const { lines, end } = window();
    end('1', { outcome, ...(code !== undefined && { code }) });
    expect(lines).toEqual([]);
  });

  it('says how a session begins, why it ends, what is asked and what was answered', () => {
    const { lines, note } = window();
    note({ event: 'session.opened', scope: SCOPE, facts: {} });
    note({ event: 'approval.asked', scope: SCOPE, facts: { question: '3f2a', tool: 'browser_click', risk: 'high' } });
    note({ event: 'approval.answered', scope: SCOPE, facts: { question: '3f2a', yes: false, by: 'console' } });
    note({ event: 'calls.refused', facts: { principal: 'web-team', code: 'call.busy', calls: 12 } });
    note({ event: 'session.ended', scope: SCOPE, facts: { why: 'it reached its limit of 100 actions' } });
    note({ event: 'network.refused', scope: SCOPE, facts: { host: 'ads.example' } });
    expect(lines).toEqual([
      'opened session docs of codex#1',
      expect.stringMatching(/^question 3f2a of session docs of codex#1: browser_click \(high risk\); answer it in/u),
      'question 3f2a: refused by console',
      'refused 12 calls to web-team: call.busy',
      'ended session docs of codex#1: it reached its limit of 100 actions',
    ]);
  });

  it('says the same thing once in ten seconds, and all of it is on the record', () => {
    const { lines, clock, written, end } = window();
    const refused = { outcome: 'denied', code: 'policy.blocked' } as const;
    end('1', refused);
    end('2', refused);
    clock.now = 10_000;
    end('3', refused);
    expect(lines).toHaveLength(2);
    expect(written).toEqual(['open 1', 'close 1', 'open 2', 'close 2', 'open 3', 'close 3']);
  });

  it('a name cannot forge a line or reach the terminal', () => {
    const { lines, note } = window();
    const client = 'x\ngatewright: opened\u001b[2J\u202e';
    note({ event: 'session.opened', scope: { ...SCOPE, client }, facts: {} });
    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toMatch(/[\n\u001b\u202e]/u);
  });
});
