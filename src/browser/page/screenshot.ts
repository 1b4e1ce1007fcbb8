import { isDeepStrictEqual } from 'node:util';
import { Failure, quotedPageLine } from '../../core/index.js';
import type { Picture, ScreenshotOptions } from '../../core/index.js';
import type { CDPSession } from 'playwright-core';
import type { CdpTabView, Mark } from '../dom/cdp-tab-view.js';
import { watchSecretPlaces } from '../dom/host/secret-places.js';
import type { Box, FindSecrets } from '../dom/host/tab-view.js';
import { TOO_LATE, resultOrTooLate } from '../with-timeout.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { pageViewOf } from '../dom/index.js';
import { secretFinder } from './find-secrets.js';
import { requireDeclared } from './permit-preconditions.js';
import type { PageDeps } from './page-deps.js';
import { fillBox, labelBox, outlineBox, thickOutline } from './paint.js';
import { decodePng, encodePng, pictureSize } from '../png.js';

/** No model takes a picture with a longer side as it is, and nobody reads a page beyond this height in one picture. */
const MAX_SIDE = 1_568;
const TALLEST_PAGE = 10_000;
/** Text that moves between two captures is given this many chances to stand still. */
const MAX_TRIES = 4;
const TURN_MS = 8_000;
const CAPTURE_MS = 12_000;
const HIDDEN = [40, 40, 40] as const;
const MARK = [200, 0, 80] as const;

export interface Shot {
  /** What is pictured, in page coordinates. */
  readonly area: Box;
  readonly viewport: Box;
  readonly format: 'png' | 'jpeg';
  readonly quality: number;
  readonly marks: readonly Mark[];
  /** Boxes that are outlined without a label, in page coordinates. */
  readonly outlines?: readonly Box[];
  /** Of its longer side, in pixels. */
  readonly longest?: number;
}

/** A picture that may still be measured. */
type Planned = Shot | Promise<Shot>;

export async function takePicture(deps: PageDeps, origin: string, options: ScreenshotOptions): Promise<Picture> {
  const { view, page } = deps.tab;
  const session = await cdpSessionOf(page);
  const seen = options.target === undefined ? undefined : requireDeclared(deps, options.target);
  if (seen !== undefined) await view.confirm(seen);
  const box = seen === undefined ? undefined : await view.box(seen);
  const find = secretFinder(deps.secrets.maskedIn(deps.session.scope));
  const measuring = plan(session, view, box, options);
  // Measuring runs beside the search for secrets, and may reject before it is awaited.
  measuring.catch(() => undefined);
  const shot = measuring.then((planned) => planned.shot);
  shot.catch(() => undefined);
  const taken = await captureHiding(session, view, shot, find);
  const caption = options.describe === true ? captionOf(origin, (await measuring).marks) : {};
  return { origin, ...taken, ...pictureSize(taken.image), ...caption };
}

async function plan(session: CDPSession, view: CdpTabView, box: Box | undefined, options: ScreenshotOptions) {
  const { area, viewport } = await measure(session, box, options);
  const marks = options.marks === true || options.describe === true ? await marksIn(view, area, viewport) : [];
  const shot: Shot = {
    area,
    viewport,
    format: options.format ?? (options.fullPage === true ? 'jpeg' : 'png'),
    quality: options.quality ?? 80,
    marks: options.marks === true ? marks : [],
  };
  return { shot, marks };
}

async function measure(session: CDPSession, box: Box | undefined, options: ScreenshotOptions) {
  const metrics = await session.send('Page.getLayoutMetrics');
  const { pageX, pageY, clientWidth, clientHeight } = metrics.cssVisualViewport;
  const viewport: Box = { x: pageX, y: pageY, width: clientWidth, height: clientHeight };
  const content = metrics.cssContentSize;
  const whole: Box = {
    x: 0,
    y: 0,
    width: Math.max(content.width, clientWidth),
    height: Math.min(Math.max(content.height, clientHeight), TALLEST_PAGE),
  };
  if (box !== undefined)
    return { viewport, area: overlap(box, { ...whole, height: Math.max(content.height, clientHeight) }) };
  return { viewport, area: options.fullPage === true ? whole : viewport };
}

function overlap(a: Box, b: Box): Box {
  const x = Math.max(a.x, b.x);
  const y = Math.max(a.y, b.y);
  const width = Math.min(a.x + a.width, b.x + b.width) - x;
  const height = Math.min(a.y + a.height, b.y + b.height) - y;
  if (width < 1 || height < 1) throw new Failure('browser.not-actionable', 'the element has no size on the page');
  return { x, y, width, height };
}

/**
 * Secret fields, and text that shows a secret, are painted over in the pixels, where no page can interfere; and everywhere that they were painted while
 * the picture was taken, because they may move.
 */
async function captureOnce(session: CDPSession, view: CdpTabView, planned: Planned, find: FindSecrets | undefined) {
  let isWhole = true;
  for (let tries = 1; ; tries += 1) {
    const [secrets, shot] = await Promise.all([watchSecretPlaces(view, find), planned]);
    // What has to be painted on is taken as PNG, whatever was wished for: nothing here writes JPEG.
    const paints = secrets.first.length > 0 || shot.marks.length > 0 || shot.outlines !== undefined;
    const format = paints ? 'png' : shot.format;
    isWhole &&= !paints;
    const whole = isWhole ? await captureViewport(session, shot, format) : undefined;
    const image = whole ?? (await capture(session, shot, format));
    const hide = await secrets.end().catch((error: unknown) => {
      if (isRestless(error) && tries < MAX_TRIES) return undefined;
      throw error;
    });
    if (hide === undefined) continue;
    // Where boxes are in a picture without a clip is known only if nothing scrolled: it is taken again with one.
    if (whole !== undefined && hide.length > 0) {
      isWhole = false;
      continue;
    }
    if (format === 'png') return { image: paint(image, shot, hide), mimeType: 'image/png' };
    if (hide.length === 0) return { image, mimeType: 'image/jpeg' };
  }
}

const turns = new WeakMap<CdpTabView, Promise<unknown>>();

/** One at a time: a second watch over the secret fields of a page would end the first, and what that one saw. */
export async function captureHiding(
  session: CDPSession,
  view: CdpTabView,
  planned: Planned,
  find: FindSecrets | undefined,
) {
  const before = turns.get(view) ?? Promise.resolve();
  const taking = resultOrTooLate(TURN_MS, before).then((free) => {
    if (free === TOO_LATE) throw new Failure('call.deadline', 'another picture of the page is being taken');
    return inTime(captureOnce(session, view, planned, find));
  });
  turns.set(view, Promise.allSettled([before, taking]));
  return taking;
}

/** One that hangs for ever would be in the way of all that follow; what it still sees is nobody's. */
async function inTime<T>(capturing: Promise<T>): Promise<T> {
  const captured = await resultOrTooLate(CAPTURE_MS, capturing);
  if (captured === TOO_LATE) throw new Failure('call.deadline', 'the page gives no picture');
  return captured;
}

const isRestless = (error: unknown): boolean => error instanceof Failure && error.code === 'page.secret-shown';

async function capture(
  session: CDPSession,
  { area, viewport, quality, longest = MAX_SIDE }: Shot,
  format: 'png' | 'jpeg',
) {
  const inside =
    area.x >= viewport.x &&
    area.y >= viewport.y &&
    area.x + area.width <= viewport.x + viewport.width &&
    area.y + area.height <= viewport.y + viewport.height;
  let scale = Math.min(1, longest / Math.max(area.width, area.height));
  for (;;) {
    const { data } = await session.send('Page.captureScreenshot', {
      format,
      ...(format === 'jpeg' ? { quality } : {}),
      // A third less time for a third more bytes.
      optimizeForSpeed: true,
      clip: { ...area, scale },
      captureBeyondViewport: !inside,
    });
    const image = Buffer.from(data, 'base64');
    const { width, height } = pictureSize(image);
    // A screen with several device pixels to a CSS pixel gives more than was asked for.
    if (Math.max(width, height) <= longest + 1 || scale < 0.05) return image;
    scale *= longest / Math.max(width, height);
  }
}

/**
 * Without a clip Chromium takes what is on the screen; for a clip it lays the page out anew, and again afterwards.
 * Undefined: more is wanted than is on the screen, or less, such as no scroll bars.
 */
async function captureViewport(
  session: CDPSession,
  { area, viewport, quality, longest = MAX_SIDE }: Shot,
  format: 'png' | 'jpeg',
): Promise<Uint8Array | undefined> {
  if (!isDeepStrictEqual(area, viewport) || Math.max(area.width, area.height) > longest) return undefined;
  const options = { format, ...(format === 'jpeg' ? { quality } : {}), optimizeForSpeed: true };
  const { data } = await session.send('Page.captureScreenshot', options);
  const image = Buffer.from(data, 'base64');
  const { width, height } = pictureSize(image);
  return width === area.width && height === area.height ? image : undefined;
}

function paint(image: Uint8Array, shot: Shot, hide: readonly Box[]): Uint8Array {
  const { outlines = [] } = shot;
  if (hide.length === 0 && shot.marks.length === 0 && outlines.length === 0) return image;
  const pixels = decodePng(image);
  const scale = pixels.width / shot.area.width;
  const placed = (box: Box): Box => ({
    x: (box.x - shot.area.x) * scale,
    y: (box.y - shot.area.y) * scale,
    width: box.width * scale,
    height: box.height * scale,
  });
  for (const box of hide) fillBox(pixels, placed(box), HIDDEN);
  for (const box of outlines) thickOutline(pixels, placed(box), MARK);
  for (const mark of shot.marks) outlineBox(pixels, placed(mark), MARK);
  for (const mark of shot.marks) labelBox(pixels, placed(mark), mark.ref, MARK);
  return encodePng(pixels);
}

async function marksIn(view: CdpTabView, area: Box, viewport: Box): Promise<readonly Mark[]> {
  const marks = await view.marks();
  return marks
    .map((mark) => ({ ...mark, x: mark.x + viewport.x, y: mark.y + viewport.y }))
    .filter(
      (mark) =>
        mark.x < area.x + area.width &&
        mark.x + mark.width > area.x &&
        mark.y < area.y + area.height &&
        mark.y + mark.height > area.y,
    );
}

function captionOf(origin: string, marks: readonly Mark[]): Pick<Picture, 'caption' | 'captionPieces'> {
  const lines = marks.map((mark) => ({ text: captionLine(mark), origin: mark.origin }));
  const { text, pieces } = pageViewOf(origin, lines);
  return { caption: text, ...(pieces === undefined ? {} : { captionPieces: pieces }) };
}

function captionLine({ role, name, ref, x, y, width, height }: Mark): string {
  const box = [x, y, width, height].map((n) => String(Math.round(n))).join(',');
  return `${role} ${quotedPageLine(name, 100)} [ref=${ref}] [box=${box}]`;
}
