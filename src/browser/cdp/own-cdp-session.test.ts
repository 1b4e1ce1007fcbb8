import { expect, it } from 'vitest';
import { CdpConnection } from './cdp-connection.js';
import type { TransportListener } from './cdp-transport.js';
import { ownCdpSession } from './own-cdp-session.js';

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

function open() {
  const written: string[] = [];
  const line: { listener?: TransportListener } = {};
  const wire = new CdpConnection({
    write: (text) => written.push(text),
    listen: (listener) => {
      line.listener = listener;
    },
    close: () => undefined,
  });
  const own = ownCdpSession(wire, 'S');
  const answer = (message: object): void => line.listener?.onMessage(Buffer.from(JSON.stringify(message)));
  return { own, written, answer };
}

it('events and answers come in the order of the wire, and not before Playwright has heard of what came earlier', async () => {
  const { own, written, answer } = open();
  const heard: string[] = [];
  own.session.on('Page.loadEventFired', () => heard.push('loaded'));
  const asked = own.session.send('Page.enable').then(() => heard.push('answered'));
  const id = Number(/"id":(\d+)/u.exec(written[0] ?? '')?.[1]);
  // What Playwright is told of an earlier message: a turn of the connection's, and one of its own.
  setImmediate(() => setImmediate(() => heard.push('playwright')));
  own.onMessage({ method: 'Page.loadEventFired', params: { timestamp: 1 }, sessionId: 'S' });
  answer({ id, result: {}, sessionId: 'S' });
  expect(heard).toEqual([]);
  await turn();
  await asked;
  expect(heard).toEqual(['playwright', 'loaded', 'answered']);
});

it('what waits for an answer fails when the tab is closed or crashes, and what is asked afterwards fails at once', async () => {
  const { own } = open();
  const first = own.session.send('Page.enable');
  own.onMessage({ method: 'Inspector.targetCrashed', params: {}, sessionId: 'S' });
  await expect(first).rejects.toThrow('The page crashed.');
  const second = own.session.send('Page.enable');
  own.close();
  await expect(second).rejects.toThrow('The tab is closed.');
  await expect(own.session.send('Page.enable')).rejects.toThrow('The tab is closed.');
});
