import type { Frame, Secret } from '../../core/index.js';
import type { Tab } from './tab.js';
import type { Box, LocatedElement } from '../dom/host/tab-view.js';
import { ifInTime } from './call-time.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { secretFinder } from './find-secrets.js';
import { captureHiding } from './screenshot.js';
import type { Shot } from './screenshot.js';
import { originOf } from './shown-url.js';

/** A picture that takes longer than this is left out. */
const MAX_MS = 3_000;
const MAX_BYTES = 150_000;
/** So much of the page belongs to the element: the row that it deletes, the sum that it pays. */
const AROUND = { x: 300, y: 90 } as const;
const MAX_PICTURE = { width: 720, height: 320 } as const;
const SIDES = [720, 480, 240, 120] as const;
const FRAME = { longest: 800, quality: 55 } as const;

/** The element as it was looked at, outlined in its surroundings. */
export async function elementPicture(
  tab: Tab,
  seen: LocatedElement,
  secrets: readonly Secret[],
): Promise<Uint8Array | undefined> {
  return ifInTime(
    MAX_MS,
    (async () => {
      await tab.view.confirm(seen);
      const { viewport, whole } = await sizesOf(tab);
      const box = await tab.view.box(seen);
      const area = surroundings(box, whole);
      if (area === undefined) return undefined;
      const shot = { area, viewport, format: 'png', quality: 80, marks: [], outlines: [box] } as const;
      for (const longest of SIDES) {
        const image = await taken(tab, { ...shot, longest }, secrets);
        // The element in the picture must still be the one that the question is about.
        await tab.view.confirm(seen);
        if (image.image.length <= MAX_BYTES) return image.image;
      }
      return undefined;
    })(),
  );
}

/** What the tab shows, for a person who looks on. */
export async function tabFrame(tab: Tab, secrets: readonly Secret[]): Promise<Frame | undefined> {
  return ifInTime(
    MAX_MS,
    (async () => {
      const origin = originOf(tab.page.url());
      const { viewport } = await sizesOf(tab);
      const shot: Shot = { area: viewport, viewport, format: 'jpeg', marks: [], ...FRAME };
      return { ...(await taken(tab, shot, secrets)), origin };
    })(),
  );
}

/** Of the area that is asked for, with secrets painted over. */
export async function taken(tab: Tab, shot: Shot, secrets: readonly Secret[]) {
  return captureHiding(await cdpSessionOf(tab.page), tab.view, shot, secretFinder(secrets));
}

export async function sizesOf({ page }: Tab): Promise<{ viewport: Box; whole: Box }> {
  const metrics = await (await cdpSessionOf(page)).send('Page.getLayoutMetrics');
  const { pageX, pageY, clientWidth, clientHeight } = metrics.cssVisualViewport;
  const { width, height } = metrics.cssContentSize;
  return {
    viewport: { x: pageX, y: pageY, width: clientWidth, height: clientHeight },
    whole: { x: 0, y: 0, width: Math.max(width, clientWidth), height: Math.max(height, clientHeight) },
  };
}

/** Of a large element its beginning, where what it says stands. */
function surroundings(box: Box, whole: Box): Box | undefined {
  const [x, width] = stretch(box.x, box.width, AROUND.x, MAX_PICTURE.width, whole.width);
  const [y, height] = stretch(box.y, box.height, AROUND.y, MAX_PICTURE.height, whole.height);
  return width < 1 || height < 1 ? undefined : { x, y, width, height };
}

/** The same on both sides; what one side of the page has no room for, the other gets. */
function stretch(start: number, size: number, around: number, most: number, page: number): [number, number] {
  const each = Math.max(24, Math.min(around, (most - size) / 2));
  const length = Math.min(most, size + 2 * each);
  const from = Math.max(0, Math.min(start - each, page - length));
  return [from, Math.min(from + length, page) - from];
}
