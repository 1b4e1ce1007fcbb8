import { expect, test } from 'vitest';
import { DownloadWatch } from './download-watch.js';

const begin = (guid: string, url = 'http://a/', suggestedFilename = 'f') => ({
  guid,
  url,
  suggestedFilename,
  frameId: 'x',
});

test('each download is claimed once, the oldest of equals first', () => {
  const watch = new DownloadWatch();
  for (const guid of ['guid-0001', 'guid-0002']) watch.onEvent('Browser.downloadWillBegin', begin(guid));
  watch.onEvent('Browser.downloadWillBegin', begin('guid-0003', 'http://b/'));
  expect(watch.claim('http://a/', 'g')).toBeUndefined();
  expect([watch.claim('http://a/', 'f'), watch.claim('http://a/', 'f'), watch.claim('http://a/', 'f')]).toEqual([
    'guid-0001',
    'guid-0002',
    undefined,
  ]);
});

test('an id that is no plain name is never a path', () => {
  const watch = new DownloadWatch();
  for (const guid of ['../../etc/passwd', 'a/b/c/d/e/f', '', 'short', 'x'.repeat(100)])
    watch.onEvent('Browser.downloadWillBegin', begin(guid));
  expect(watch.claim('http://a/', 'f')).toBeUndefined();
});

test('what is remembered is bounded', () => {
  const watch = new DownloadWatch();
  for (let i = 0; i < 1000; i += 1) {
    watch.onEvent('Browser.downloadWillBegin', begin(`guid-${String(i).padStart(4, '0')}`, `http://a/${String(i)}`));
    watch.onEvent('Browser.downloadProgress', {
      guid: `guid-${String(i).padStart(4, '0')}`,
      state: 'completed',
      receivedBytes: 1,
      totalBytes: 1,
    });
  }
  expect(watch.claim('http://a/0', 'f')).toBeUndefined();
  expect(watch.state('guid-0000')).toBeUndefined();
  expect(watch.state('guid-0999')).toEqual({ received: 1, total: 1, state: 'completed' });
});
