import type { ContextOwner } from './context-owner.js';
import type { FrameOrigins } from './frame-origins.js';
import { textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import { judgedUrl } from './paused-request.js';

/**
 * The origin of the frame that opened a window, and for which the window acts while it has no address of its own. A
 * frame that may be loaded and not visited gets a window only for an address that may be visited.
 */
export function windowCreator(frames: FrameOrigins, info: Fields, owner: ContextOwner): string | undefined {
  const frame = textOf(info, 'openerFrameId');
  const opening = frames.takeOpening(textOf(info, 'browserContextId') ?? '');
  if (frame === undefined) return undefined;
  frames.openedBy(textOf(info, 'targetId') ?? '', frame);
  const origin = frames.of(frame);
  if (origin === undefined || owner.mayVisit(origin)) return origin;
  const url = opening === undefined ? undefined : judgedUrl(opening);
  if (opening === undefined || (url !== undefined && /^https?:/iu.test(url))) return origin;
  owner.blocked(origin);
  return 'nobody';
}
