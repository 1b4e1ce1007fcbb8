import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MessageReader } from '../../src/browser/cdp/message-reader.js';
import { CdpConnection } from '../../src/browser/cdp/cdp-connection.js';
import { DocumentInterceptor } from '../../src/browser/cdp/cdp-interceptor.js';
import type { TransportListener } from '../../src/browser/cdp/cdp-transport.js';
import type { ContextOwner } from '../../src/browser/cdp/target-interceptor.js';
import { forAWhile, printSeed, TEST_MS } from './for-a-while.js';

printSeed();

const MAX = 400;

/** Bytes without NUL, often like the messages of a browser. */
const message = fc.oneof(
  fc.uint8Array({ max: 255, min: 1, maxLength: 700 }).map((bytes) => Buffer.from(bytes)),
  fc
    .record({ id: fc.nat(), text: fc.string({ maxLength: 600 }) })
    .map(({ id, text }) => Buffer.from(JSON.stringify({ id, result: { text }, sessionId: `S${String(id)}` }))),
  fc
    .string({ maxLength: 600 })
    .map((text) =>
      Buffer.from(JSON.stringify({ method: 'Runtime.consoleAPICalled', params: { text }, sessionId: 'A' })),
    ),
);

describe('the pipe from the browser', () => {
  it(
    'gives each message once, whole or as too large, however its bytes arrive',
    async () => {
      await forAWhile(
        fc.tuple(fc.array(message, { maxLength: 8 }), fc.array(fc.nat({ max: 900 }), { maxLength: 20 })),
        ([messages, cuts]) => {
          const received: string[] = [];
          const reader = new MessageReader({
            maxBytes: () => MAX,
            onMessage: (bytes) => received.push(bytes.toString('latin1')),
            onOversized: ({ id, method, sessionId }, bytes) => {
              received.push(`large ${String(bytes)} ${String(id)} ${String(method)} ${String(sessionId)}`);
            },
          });
          const all = Buffer.concat(messages.flatMap((bytes) => [bytes, Buffer.of(0)]));
          let at = 0;
          for (const size of cuts) {
            reader.push(all.subarray(at, at + size));
            at = Math.min(all.length, at + size);
          }
          reader.push(all.subarray(at));
          expect(received).toHaveLength(messages.length);
          messages.forEach((bytes, i) => {
            if (bytes.length <= MAX) expect(received[i]).toBe(bytes.toString('latin1'));
            else expect(received[i]).toMatch(new RegExp(`^large ${String(bytes.length)} `, 'u'));
          });
        },
        0.5,
      );
    },
    TEST_MS,
  );
});

const METHODS = [
  'Target.attachedToTarget',
  'Target.detachedFromTarget',
  'Target.targetInfoChanged',
  'Inspector.targetCrashed',
  'Page.frameNavigated',
  'Page.frameStartedNavigating',
  'Page.frameStoppedLoading',
  'Page.lifecycleEvent',
  'Page.windowOpen',
  'Page.javascriptDialogOpening',
  'Fetch.requestPaused',
  'Fetch.authRequired',
  'Network.requestWillBeSent',
  'Network.responseReceived',
  'Runtime.consoleAPICalled',
  'Runtime.exceptionThrown',
  'Runtime.bindingCalled',
  'Browser.downloadWillBegin',
  'Browser.downloadProgress',
];

const name = fc.constantFrom('A', 'B', 'C', '__proto__', 'constructor', '');
/** Of the right shape, or of none. */
const params = fc.oneof(
  fc.record(
    {
      sessionId: name,
      requestId: name,
      frameId: name,
      loaderId: name,
      name: fc.oneof(name, fc.constant('load')),
      payload: fc.oneof(fc.string(), fc.constant('geolocation https://a.example')),
      url: fc.oneof(fc.webUrl(), fc.string()),
      guid: name,
      resourceType: fc.constantFrom('Document', 'Image'),
      targetInfo: fc.record(
        {
          targetId: name,
          type: fc.constantFrom('page', 'iframe', 'worker'),
          browserContextId: fc.constantFrom('ctx', 'x'),
        },
        { requiredKeys: [] },
      ),
      frame: fc.record({ id: name, url: fc.webUrl(), loaderId: name, parentId: name }, { requiredKeys: [] }),
      request: fc.record({ url: fc.oneof(fc.webUrl(), fc.string()), headers: fc.jsonValue() }, { requiredKeys: [] }),
      response: fc.record({ status: fc.constantFrom(200, 407) }),
      authChallenge: fc.record({ source: fc.constantFrom('Proxy', 'Server') }),
      exceptionDetails: fc.jsonValue(),
      args: fc.jsonValue(),
    },
    { requiredKeys: [] },
  ),
  fc.jsonValue(),
);
const wireMessage = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record(
      { method: fc.constantFrom(...METHODS), params, sessionId: name },
      { requiredKeys: ['method'] },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.record(
      {
        id: fc.oneof(fc.nat({ max: 50 }), fc.integer({ min: 1_000_000_000, max: 1_000_000_020 })),
        result: params,
        error: fc.jsonValue(),
        sessionId: name,
      },
      { requiredKeys: ['id'] },
    ),
  },
  { weight: 1, arbitrary: fc.jsonValue() },
);

const owner: ContextOwner = {
  mayVisit: (url) => {
    if (url.length % 7 === 0) throw new Error('a judge that fails');
    return url.length % 2 === 0;
  },
  pausesDocuments: true,
  blocked: () => undefined,
  maxPages: 3,
  openedTooManyWindows: () => undefined,
  permissionAsked: () => undefined,
};

function openWire(): { listener: TransportListener; wire: CdpConnection; interceptor: DocumentInterceptor } {
  let listener: TransportListener | undefined;
  const wire = new CdpConnection({
    write: () => undefined,
    listen: (given) => {
      listener = given;
    },
    close: () => undefined,
  });
  const interceptor = new DocumentInterceptor(wire);
  wire.interceptBy(interceptor);
  interceptor.own('ctx', owner);
  if (listener === undefined) throw new Error('nobody listens');
  return { listener, wire, interceptor };
}

describe('what the browser says', () => {
  it(
    'throws nowhere, and whoever waits for an answer gets one',
    async () => {
      await forAWhile(
        fc.tuple(fc.array(wireMessage, { maxLength: 30 }), fc.boolean(), fc.nat({ max: 40 })),
        async ([messages, isLarge, stumblesAt]) => {
          const { listener, wire } = openWire();
          let received = 0;
          wire.onmessage = () => {
            received += 1;
            if (received === stumblesAt) throw new Error('a receiver that stumbles');
          };
          const asked = Promise.allSettled([wire.call('Browser.getVersion', {}), wire.call('Page.enable', {}, 'A')]);
          for (const one of messages) {
            const text = JSON.stringify(one);
            if (isLarge && text.length > 60) {
              const { id, method, sessionId } = one as { id?: number; method?: string; sessionId?: string };
              listener.onOversized({ id, method, sessionId }, 500_000_000);
            } else listener.onMessage(Buffer.from(text));
          }
          await new Promise((resolve) => setImmediate(resolve));
          listener.onClose();
          const ends = await asked;
          expect(ends).toHaveLength(2);
        },
        0.5,
      );
    },
    TEST_MS,
  );
});
