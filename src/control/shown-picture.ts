import type { Released } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';
import { shownSight } from './control-live.js';
import type { ShownSight } from './control-live.js';

/** Opens what was released for a person to see. What masking left nothing of is shown as hidden. */
export function shownPictureOf(released: Released): ShownSight {
  const { blocks, meta } = openReleased(released);
  const image = blocks.find((block) => block.type === 'image');
  const { width, height } = meta ?? {};
  const picture = image && { picture: { mimeType: image.mimeType, data: image.data, width, height } };
  const parsed = shownSight.safeParse({ ...meta, ...picture });
  return parsed.success ? parsed.data : { tabs: [], unseen: 'secret' };
}
