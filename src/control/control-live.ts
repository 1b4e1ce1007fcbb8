import { z } from 'zod';
import type { Released } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';

/**
 * Looking at a session and driving it. A drive belongs to the connection that it was taken on, and ends with it.
 * Every schema is made when it is first asked, here and in the rest of the protocol: a start does not wait for them.
 */
const id = z.int().min(0);
const name = z.string().min(1).max(200);
const which = { principal: name, client: name.optional(), session: name };
const drive = z.string().min(1).max(100);
const place = { x: z.number().min(0).max(20_000), y: z.number().min(0).max(20_000) };
const distance = z.number().min(-20_000).max(20_000);

export const personInput = z.lazy(() =>
  z.discriminatedUnion('kind', [
    z.strictObject({ kind: z.literal('move'), ...place }),
    z.strictObject({
      kind: z.literal(['press', 'release']),
      ...place,
      button: z.enum(['left', 'right', 'middle']),
      clicks: z.int().min(1).max(3),
    }),
    z.strictObject({ kind: z.literal('wheel'), ...place, dx: distance, dy: distance }),
    z.strictObject({ kind: z.literal('text'), text: z.string().min(1).max(10_000) }),
    z.strictObject({ kind: z.literal('key'), key: z.string().min(1).max(40) }),
    z.strictObject({ kind: z.literal('dialog'), accept: z.boolean(), text: z.string().max(10_000).optional() }),
    z.strictObject({ kind: z.literal('tab'), tab: z.string().min(1).max(20) }),
    z.strictObject({ kind: z.literal('go'), to: z.enum(['back', 'forward', 'reload']) }),
  ]),
);
export const personInputs = z.lazy(() => z.array(personInput).max(100));

export const liveRequests = () =>
  [
    z.strictObject({ id, do: z.literal('view'), ...which, size: z.enum(['small', 'large']) }),
    z.strictObject({
      id,
      do: z.literal('take'),
      ...which,
      by: z.string().regex(/^[\p{L}\p{N} .:@_-]{1,80}$/u),
      code: z.string().max(200).optional(),
    }),
    z.strictObject({ id, do: z.literal('drive'), drive, inputs: personInputs }),
    z.strictObject({ id, do: z.literal('driven'), drive }),
    z.strictObject({ id, do: z.literal('give'), drive }),
  ] as const;
export type LiveRequest = z.infer<ReturnType<typeof liveRequests>[number]>;

const pageText = z.lazy(() => z.object({ untrusted: z.string(), origin: z.string() }));

/** The picture of a session, after its release. */
export const shownViewSchema = z.lazy(() =>
  z.object({
    tabs: z.array(z.object({ tab: z.string(), url: pageText, title: pageText, current: z.boolean() })),
    unseen: z.enum(['secret', 'busy', 'crashed', 'dialog', 'nothing']).optional(),
    dialog: z
      .object({
        kind: z.enum(['alert', 'confirm', 'prompt', 'beforeunload']),
        message: pageText,
        suggested: pageText.optional(),
      })
      .optional(),
    picture: z
      .object({
        mimeType: z.enum(['image/png', 'image/jpeg']),
        data: z.base64(),
        width: z.number(),
        height: z.number(),
      })
      .optional(),
  }),
);
export type ShownView = z.infer<typeof shownViewSchema>;

const over = z.lazy(() => z.object({ over: z.string() }));
/** The picture for the person who drives, or the reason why the takeover ended. */
export type DrivenView = ShownView | z.infer<typeof over>;

export const liveResults = {
  view: z.lazy(() => z.object({ view: shownViewSchema.optional() })),
  take: z.object({ drive: z.string() }),
  drive: z.object({}),
  driven: z.lazy(() => z.union([over, z.object({ view: shownViewSchema })])),
  give: z.object({}),
} as const;

/** Opens what was released for a person to see. What masking left nothing of is shown as hidden. */
export function shownPictureOf(released: Released): ShownView {
  const { blocks, meta } = openReleased(released);
  const image = blocks.find((block) => block.type === 'image');
  const { width, height } = meta ?? {};
  const picture = image && { picture: { mimeType: image.mimeType, data: image.data, width, height } };
  const parsed = shownViewSchema.safeParse({ ...meta, ...picture });
  return parsed.success ? parsed.data : { tabs: [], unseen: 'secret' };
}
