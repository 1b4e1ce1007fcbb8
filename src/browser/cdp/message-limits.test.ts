import { describe, expect, it } from 'vitest';
import { envelopeOf } from './message-envelope.js';
import { EventTraffic, maxBytesOf, withShortTexts } from './message-limits.js';

const envelope = (text: string) => envelopeOf(Buffer.from(text), Buffer.from(text));

describe('the ends of a message', () => {
  it.each([
    ['{"id":12,"result":{},"sessionId":"AB"}', { id: 12, method: undefined, sessionId: 'AB' }],
    ['{"id":12}', { id: 12, method: undefined, sessionId: undefined }],
    ['{"method":"A.b","params":{"x":"y"},"sessionId":"AB"}', { id: undefined, method: 'A.b', sessionId: 'AB' }],
    // What a page writes is escaped, and what stands deeper is not the message's own.
    ['{"method":"A.b","params":{"x":",\\"sessionId\\":\\"AB\\"}"}}', { method: 'A.b', sessionId: undefined }],
    ['{"method":"A.b","params":{"y":1,"sessionId":"AB"}}', { method: 'A.b', sessionId: undefined }],
    ['no message', { id: undefined, method: undefined, sessionId: undefined }],
  ])('%s', (text, known) => {
    expect(envelope(text)).toMatchObject(known);
  });
});

describe('events of a page', () => {
  const log = { id: undefined, method: 'Runtime.consoleAPICalled', sessionId: 'A' };
  const request = { ...log, method: 'Network.requestWillBeSent' };

  it('pass while there are few, are left out beyond, and pass again later', () => {
    const traffic = new EventTraffic();
    const judged = Array.from({ length: 1500 }, () => traffic.judge(log, 200, 0));
    expect(judged.filter((one) => one === 'pass')).toHaveLength(1000);
    expect(judged.at(-1)).toBe('drop');
    expect(traffic.judge({ ...log, sessionId: 'B' }, 200, 0)).toBe('pass');
    expect(traffic.judge(log, 200, 2000)).toBe('pass');
  });

  it('are never left out when something depends on them, or they are nobody’s', () => {
    const traffic = new EventTraffic();
    for (let i = 0; i < 20_000; i += 1) expect(traffic.judge(request, 100, 0)).toBe('pass');
    expect(traffic.judge({ ...log, sessionId: undefined }, 1e9, 0)).toBe('pass');
    expect(traffic.judge({ id: 1, method: undefined, sessionId: 'A' }, 1e9, 0)).toBe('pass');
  });

  it.each([
    ['too many', request, 30_000, 10],
    ['too large', request, 70, 1024 * 1024],
    ['addresses that are too long', { ...log, method: 'Page.navigatedWithinDocument' }, 5, 200_000],
  ])('are a flood when they are %s, which is told once', (_, event, times, bytes) => {
    const traffic = new EventTraffic();
    const judged = Array.from({ length: times + 10 }, () => traffic.judge(event, bytes, 0));
    expect(judged.filter((one) => one === 'flood')).toHaveLength(1);
    expect(traffic.judge(event, 10, 11_000)).toBe('pass');
  });

  it('that only report something may be less large than others', () => {
    expect(maxBytesOf(log)).toBeLessThan(maxBytesOf(request));
    expect(maxBytesOf(request)).toBeLessThan(maxBytesOf({ id: 1, method: undefined, sessionId: undefined }));
  });

  it('lose long texts, and nothing else', () => {
    const long = 'x'.repeat(10_000);
    const args = [
      { type: 'string', value: long },
      { type: 'number', value: 5 },
      ...Array.from({ length: 90 }, () => 1),
    ];
    const cut = withShortTexts({ method: log.method, params: { type: 'log', args }, sessionId: 'A' });
    const shown = (cut['params'] as { args: { value: string }[] }).args;
    expect(shown).toHaveLength(50);
    expect(shown[0]?.value).toHaveLength(4000);
    expect(shown[1]).toEqual({ type: 'number', value: 5 });
    const thrown = { exceptionDetails: { text: 'Uncaught', exceptionId: 1, exception: { description: long } } };
    expect(JSON.stringify(withShortTexts({ method: 'Runtime.exceptionThrown', params: thrown })).length).toBeLessThan(
      4200,
    );
    const other = { method: 'Page.loadEventFired', params: { text: long } };
    expect(withShortTexts(other)).toBe(other);
  });
});
