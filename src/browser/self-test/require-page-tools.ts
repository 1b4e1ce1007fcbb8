import { Failure } from '../../core/index.js';
import type { CdpConnection } from '../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../cdp/cdp-interceptor.js';
import { fieldsOf, textOf } from '../cdp/message-fields.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { closeRoom, createTarget, openContext } from './self-test.js';

/** Pages have the interface in secure contexts alone. We answer it ourselves; the name leads nowhere. */
const SECURE_PAGE = 'https://page-tools.invalid/';
const MAX_MS = 10_000;
const LACKING =
  'The capability page-tools is on, and this Chromium has no WebMCP. Use a Chromium that has it, or take page-tools out of capabilities.';

/**
 * Tests the effect, not the switch: DevTools knows the domain also in a browser whose pages have no
 * `document.modelContext`, and would say of every page that it offers no tools.
 */
export async function requirePageTools(wire: CdpConnection, documents: DocumentInterceptor): Promise<void> {
  const has = await resultOrTooLate(MAX_MS, hasPageTools(wire, documents)).catch((): false => false);
  if (has === TOO_LATE) throw new Failure('browser.start-failed', 'It did not say in time whether it has WebMCP.');
  if (!has) throw new Failure('browser.unsupported', LACKING);
}

async function hasPageTools(wire: CdpConnection, documents: DocumentInterceptor): Promise<boolean> {
  const browserContextId = await openContext(wire, documents, {});
  const targetId = await createTarget(wire, browserContextId);
  try {
    const { sessionId } = await wire.call('Target.attachToTarget', { targetId, flatten: true });
    const session = String(sessionId);
    documents.ownSessions.listen(session, (message) => {
      if (textOf(message, 'method') !== 'Fetch.requestPaused') return;
      const requestId = textOf(fieldsOf(message, 'params'), 'requestId');
      const responseHeaders = [{ name: 'content-type', value: 'text/html' }];
      wire.sendNoReply('Fetch.fulfillRequest', { requestId, responseCode: 200, responseHeaders, body: '' }, session);
    });
    wire.sendNoReply('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session);
    await wire.call('WebMCP.enable', {}, session);
    await wire.call('Page.navigate', { url: SECURE_PAGE }, session);
    const told = await wire.call('Runtime.evaluate', { expression: 'typeof document.modelContext' }, session);
    return textOf(fieldsOf(told, 'result'), 'value') === 'object';
  } finally {
    void closeRoom(wire, { browserContextId, targetId });
  }
}
