import type { ErrorCode } from '../../core/index.js';

export type GotoFault =
  /** Another navigation took its place: what came of it is seen afterwards. */
  | { readonly kind: 'overtaken' }
  /** The time was up; something may be there all the same. */
  | { readonly kind: 'late' }
  /** A page is there, only with an empty body and an error status. */
  | { readonly kind: 'status' }
  | { readonly kind: 'refused'; readonly code: ErrorCode; readonly hint?: string }
  | { readonly kind: 'other' };

/** What an error of Playwright's `goto` means. Its text is read, never shown: it quotes URLs and page text. */
export function gotoFault(error: unknown): GotoFault {
  if (!(error instanceof Error)) return { kind: 'other' };
  if (error.name === 'TimeoutError') return { kind: 'late' };
  if (/interrupted by another navigation/iu.test(error.message)) return { kind: 'overtaken' };
  if (/download is starting/iu.test(error.message)) return { kind: 'refused', code: 'page.download' };
  const name = /net::(ERR_[A-Z0-9_]+)/u.exec(error.message)?.[1];
  switch (name) {
    case undefined:
      return { kind: 'other' };
    case 'ERR_HTTP_RESPONSE_CODE_FAILURE':
      return { kind: 'status' };
    case 'ERR_TOO_MANY_REDIRECTS':
      return { kind: 'refused', code: 'network.too-many-redirects' };
    case 'ERR_BLOCKED_BY_CLIENT':
    case 'ERR_BLOCKED_BY_RESPONSE':
    case 'ERR_BLOCKED_BY_ADMINISTRATOR':
      return { kind: 'refused', code: 'network.blocked-origin', hint: name };
    case 'ERR_ABORTED':
      return { kind: 'refused', code: 'browser.nothing-there', hint: 'the server answered without a page' };
    case 'ERR_TUNNEL_CONNECTION_FAILED':
      return { kind: 'refused', code: 'network.unreachable', hint: 'no connection to it could be made' };
    case 'ERR_NAME_NOT_RESOLVED':
      return { kind: 'refused', code: 'network.unreachable', hint: 'the name has no address' };
    default:
      return { kind: 'refused', code: 'network.unreachable', hint: name };
  }
}
