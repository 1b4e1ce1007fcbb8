import { fieldsOf, isFields, textOf } from '../../cdp/message-fields.js';
import type { Fields } from '../../cdp/message-fields.js';
import type { CdpConnection } from '../../cdp/cdp-connection.js';
import { judgedUrl } from '../../cdp/paused-request.js';
import type { TargetInterceptor } from '../../cdp/target-interceptor.js';
import { succeeds } from '../../with-timeout.js';

const EMPTY_MS = 5000;

interface FoundFrame {
  readonly id: string;
  readonly url: string;
}

/**
 * Empties the frames of tabs that were taken over, in whatever process, that show an address which the session may not load
 * now: their documents came by an earlier server's rules. False: one of them could not be emptied.
 */
export async function emptyFrames(
  wire: CdpConnection,
  context: string | undefined,
  pages: readonly TargetInterceptor[],
): Promise<boolean> {
  const forbidden = async (): Promise<readonly FoundFrame[]> => {
    const [apart, ...inside] = await Promise.all([framesApart(wire, context), ...pages.map(framesInside)]);
    return [...apart, ...inside.flat()].filter(({ url }) => pages.some(({ owner }) => !mayLoad(owner, url)));
  };
  const empty = ({ id }: FoundFrame): Promise<boolean> => {
    const emptied = pages.map((page) => page.call('Page.navigate', { url: 'about:blank', frameId: id }));
    // Only the page that has the frame knows it.
    return succeeds(EMPTY_MS, Promise.any(emptied));
  };
  await Promise.all((await forbidden()).map(empty));
  return (await forbidden()).length === 0;
}

function mayLoad(owner: TargetInterceptor['owner'], url: string): boolean {
  const judged = judgedUrl(url) ?? '';
  return !/^https?:/iu.test(judged) || (owner.mayLoad?.(judged) ?? owner.mayVisit(judged));
}

/** Frames in processes of their own. */
async function framesApart(wire: CdpConnection, context: string | undefined): Promise<readonly FoundFrame[]> {
  const { targetInfos } = await wire.call('Target.getTargets', {});
  const infos: unknown[] = Array.isArray(targetInfos) ? targetInfos : [];
  return infos
    .map((info) => fieldsOf({ info }, 'info'))
    .filter((info) => textOf(info, 'type') === 'iframe' && textOf(info, 'browserContextId') === context)
    .map((info) => ({ id: textOf(info, 'targetId') ?? '', url: textOf(info, 'url') ?? '' }));
}

/** Frames in the process of their page; its own document is none of them. */
async function framesInside(page: TargetInterceptor): Promise<readonly FoundFrame[]> {
  const { frameTree } = await page.call('Page.getFrameTree', {});
  return isFields(frameTree) ? childrenOf(frameTree) : [];
}

function childrenOf(tree: Fields): readonly FoundFrame[] {
  const children: unknown[] = Array.isArray(tree['childFrames']) ? tree['childFrames'] : [];
  return children.filter(isFields).flatMap((child) => {
    const frame = fieldsOf(child, 'frame');
    return [{ id: textOf(frame, 'id') ?? '', url: textOf(frame, 'url') ?? '' }, ...childrenOf(child)];
  });
}
