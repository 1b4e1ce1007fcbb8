import { Failure } from '../../../core/index.js';
import type { CdpConnection } from '../../cdp/cdp-connection.js';
import type { DocumentInterceptor } from '../../cdp/cdp-interceptor.js';
import { textOf } from '../../cdp/message-fields.js';
import type { LaunchedProcess, Tenancy } from '../provider.js';

/** Chromium writes what it has in memory when it ends by itself, and loses it when it is killed. */
const END_MS = 8000;

/** The one session of a browser with a profile on disk: it has the default context, which alone is kept. */
export function profileTenancy(
  wire: CdpConnection,
  documents: DocumentInterceptor,
  process: LaunchedProcess,
  hasExtensions: boolean,
): Tenancy {
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    // The browser may end before it has answered.
    await Promise.race([wire.call('Browser.close', {}), process.exited]).catch(() => undefined);
    await process.exited;
  };
  return {
    interceptor: documents,
    leaveMs: END_MS,
    extensions: hasExtensions ? (method, params) => wire.call(method, params) : undefined,
    enter: async (owner) => {
      const context = textOf(await wire.call('Target.getBrowserContexts', {}), 'defaultBrowserContextId');
      if (context === undefined)
        throw new Failure('browser.start-failed', 'This Chromium does not name its default context. Use a newer one.');
      documents.own(context, owner, true);
      await Promise.all([
        wire.call('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
        // An empty list denies every permission.
        wire.call('Browser.grantPermissions', { permissions: [] }),
      ]);
    },
    leave: () => (ending ??= end()),
  };
}
