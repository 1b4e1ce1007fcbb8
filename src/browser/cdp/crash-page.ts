import { Failure } from '../../core/index.js';
import type { CdpConnection } from './cdp-connection.js';
import type { TargetInterceptor } from './target-interceptor.js';

/** Ends the page's renderer, which needs no consent of a page that hangs. In a person's own browser its tab is closed. */
export function crashPage(wire: CdpConnection, page: TargetInterceptor): void {
  const close = (): void => {
    wire.sendNoReply('Target.closeTarget', { targetId: page.target });
  };
  // There the renderer may be that of the person's own tabs, too.
  if (page.owner.maySendRequest !== undefined) close();
  else page.call('Page.crash', {}).catch(close);
}

/** Ends a page whose DevTools messages exceed the limits. */
export function endForOverrun(wire: CdpConnection, page: TargetInterceptor): void {
  page.markCrashed(new Failure('browser.crashed', 'The page sent more than is taken.'));
  crashPage(wire, page);
}

/** A page that may not be: every request of it stops here and is never let go, until it is closed. */
export function turnAway(wire: CdpConnection, session: string, targetId: string): void {
  wire.sendNoReply('Fetch.enable', { patterns: [{ urlPattern: '*' }] }, session);
  const close = (): void => {
    wire.sendNoReply('Target.closeTarget', { targetId });
  };
  // Its opener shares its process, so it must not be left waiting.
  wire.call('Runtime.runIfWaitingForDebugger', {}, session).then(close, close);
}

/** A page and all that it opened, and those in turn. */
export function closeFamily(
  wire: CdpConnection,
  target: string,
  pages: Iterable<{ readonly target: string; readonly opener: string | undefined }>,
): void {
  const family = new Set([target]);
  for (const { target: child, opener } of pages) if (family.has(opener ?? '')) family.add(child);
  for (const targetId of family) wire.sendNoReply('Target.closeTarget', { targetId });
}
