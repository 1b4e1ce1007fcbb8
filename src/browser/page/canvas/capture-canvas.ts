import { Failure } from '../../../core/index.js';
import type { CanvasFormat, CanvasPicture, ElementTarget } from '../../../core/index.js';
import type { WireCanvas } from '../../dom/host/wire.js';
import { canvasPixelsOf } from '../../dom/host/canvas-pixels-of.js';
import { isSecretLive } from '../../dom/host/secret-live.js';
import { pictureSize } from '../../png.js';
import { secretFinder } from '../find-secrets.js';
import { MAX_KEPT_BYTES } from '../kept-pictures.js';
import type { PageDeps } from '../page-deps.js';
import { requireDeclared } from '../permit-preconditions.js';

type Unread = Extract<WireCanvas, { ok: false }>;

/**
 * The pixels of a canvas. What is drawn there cannot be compared with a secret, so nothing is shown of it while the page
 * has one in its fields or its text: it could have drawn it.
 */
export async function captureCanvas(
  deps: PageDeps,
  origin: string,
  target: ElementTarget,
  format: CanvasFormat,
): Promise<CanvasPicture> {
  const { session, secrets, tab } = deps;
  const seen = requireDeclared(deps, target);
  await tab.view.confirm(seen);
  const masked = secrets.maskedIn(session.scope);
  const refuseShown = async (): Promise<void> => {
    if (await isSecretLive(tab.view, secretFinder(masked)))
      throw new Failure('page.secret-shown', 'a field or a text of the page holds a secret, which a canvas may draw');
  };
  await refuseShown();
  const read = await canvasPixelsOf(tab.view.elements, seen, format);
  await refuseShown();
  if (!read.ok) throw whyNot(read, format);
  const image = Buffer.from(read.png, 'base64');
  const picture = { origin, image, mimeType: 'image/png', ...pictureSize(image) };
  const kept = { picture, url: tab.page.url(), hidden: new Set(masked) };
  const id = image.length > MAX_KEPT_BYTES ? undefined : session.pictures.keep(kept);
  return {
    ...picture,
    canvasWidth: read.width,
    canvasHeight: read.height,
    isBlank: read.isBlank,
    ...(id === undefined ? {} : { id }),
  };
}

function whyNot(read: Unread, format: CanvasFormat): Failure {
  switch (read.why) {
    case 'tainted':
      return new Failure('canvas.tainted');
    case 'too-large':
      return new Failure('canvas.too-large', `it has ${String(read.width)} x ${String(read.height)}`);
    case 'no-canvas':
      return new Failure('browser.not-actionable', 'it is no canvas');
    case 'empty':
      return new Failure('browser.not-actionable', 'the canvas has no pixels');
    case 'other-context':
      return new Failure('call.bad-arguments', `format: the canvas has no context for ${format}; use png`);
  }
}
