import { Failure } from '../../core/index.js';
import type { ErrorCode } from '../../core/index.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import type { PageDeps } from './page-deps.js';
import { takePicture } from './screenshot.js';
import { isWebUrl, originOf } from './shown-url.js';

const PICTURE_MS = 5_000;

export type PictureOutcome = { readonly screenshotId: string } | { readonly screenshotFailure: ErrorCode };

/** What the tab shows now. A picture that cannot be had fails no navigation: the result says why there is none. */
export async function keepPicture(deps: PageDeps): Promise<PictureOutcome> {
  const { session, tab } = deps;
  const url = tab.page.url();
  const hidden = new Set(deps.secrets.maskedIn(session.scope));
  try {
    if (isWebUrl(url) && !deps.mayVisit(url)) throw new Failure('policy.origin-not-allowed');
    const origin = originOf(url);
    const picture = await resultOrTooLate(PICTURE_MS, takePicture(deps, origin, { format: 'jpeg' }));
    if (picture === TOO_LATE) throw new Failure('call.deadline');
    if (originOf(tab.page.url()) !== origin) throw new Failure('policy.changed');
    return { screenshotId: session.pictures.keep({ picture, url, hidden }) };
  } catch (error) {
    return { screenshotFailure: error instanceof Failure ? error.code : 'browser.not-actionable' };
  }
}
