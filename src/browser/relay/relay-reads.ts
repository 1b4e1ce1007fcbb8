import { Failure } from '../../core/index.js';
import type { PageReads, PageView, Picture, ScreenshotOptions } from '../../core/index.js';
import { secretFinder } from '../page/find-secrets.js';
import { confirmReadTarget } from './confirm-target.js';
import type { PageState } from './page-state.js';
import type { RelayPageDeps } from './relay-deps.js';
import { linesOf, readJudged, shownViewOf } from './shown-page.js';
import type { ShownLine } from './shown-tree.js';
import { upstreamFailure } from './upstream-driver.js';

export function relayReadsOf(deps: RelayPageDeps): Pick<PageReads, 'snapshot' | 'find' | 'searchText' | 'screenshot'> {
  return {
    snapshot: async ({ ref, depth, maxTokens, mode, hidden, cursor }) => {
      if (cursor !== undefined || hidden === true || mode === 'diff')
        throw new Failure(
          'browser.unsupported',
          'browser.provider: relay shows no hidden text, no differences and no further pages',
        );
      const state = await readJudged(deps);
      const all = linesOf(deps, state);
      const lines = ref === undefined ? all : linesBelow(all, ref);
      const [first] = lines;
      const base = first?.depth ?? 0;
      const shown = depth === undefined ? lines : lines.filter((line) => line.depth - base < depth);
      return shownViewOf(state, shown, maxTokens ?? deps.maxTokens);
    },
    find: async (query, limit) => {
      const words = query
        .toLowerCase()
        .split(/\s+/u)
        .filter((word) => word !== '');
      return matching(deps, limit, (line) => line.includes('[ref=') && words.some((word) => line.includes(word)));
    },
    searchText: (text, exact, limit) =>
      matching(deps, limit, (line, written) => (exact ? written.includes(text) : line.includes(text.toLowerCase()))),
    screenshot: (options) => screenshot(deps, options),
  };
}

async function matching(
  deps: RelayPageDeps,
  limit: number,
  fits: (folded: string, written: string) => boolean,
): Promise<PageView> {
  const state = await readJudged(deps);
  const found = linesOf(deps, state).filter(({ text }) => fits(text.toLowerCase(), text));
  return shownViewOf(state, found.slice(0, limit), deps.maxTokens);
}

function linesBelow(lines: readonly ShownLine[], ref: string): readonly ShownLine[] {
  const from = lines.findIndex(({ text }) =>
    new RegExp(`^ *- [a-z-]+ (?:"(?:[^"\\\\]|\\\\.)*" )?(?:\\[[^\\]]*\\] ?)*\\[ref=${ref}\\]`, 'u').test(text),
  );
  const [first] = lines.slice(from, from + 1);
  if (from === -1 || first === undefined || !/^e\d+$/u.test(ref)) throw new Failure('browser.stale-ref');
  const end = lines.findIndex(({ depth }, i) => i > from && depth <= first.depth);
  return lines.slice(from, end === -1 ? undefined : end);
}

/** Nothing can be painted over in the upstream's picture: where the page holds or shows a secret, there is none. */
async function screenshot(deps: RelayPageDeps, options: ScreenshotOptions): Promise<Picture> {
  const { target, fullPage = false, marks, describe, format } = options;
  if (marks === true || describe === true)
    throw new Failure('browser.unsupported', 'browser.provider: relay takes pictures without marks and descriptions');
  const state = await readJudged(deps, true);
  refuseSecrets(deps, state);
  const element = target === undefined ? undefined : await confirmReadTarget(deps, target);
  const { origin } = state.page;
  const type = format ?? 'png';
  const answer = await deps.driver.act(
    'browser_take_screenshot',
    { type, scale: 'css', ...(element === undefined ? { fullPage } : { target: element.ref, element: 'element' }) },
    origin,
  );
  if (answer.isError || answer.image === undefined) throw upstreamFailure(answer, origin);
  // The picture may show secrets that appeared while it was taken.
  const after = await readJudged(deps, true);
  refuseSecrets(deps, after);
  const { bytes, mimeType } = answer.image;
  return { origin, image: bytes, mimeType, ...sizeOf(bytes) };
}

function refuseSecrets({ secrets, scope }: RelayPageDeps, { documents, nodes, hasUnread }: PageState): void {
  const all = [...documents.values()];
  const find = secretFinder(secrets.maskedIn(scope));
  const texts = [
    ...all.flatMap(({ text, fields }) => [text, ...fields.map(({ value }) => value)]),
    ...nodes.flatMap(({ name, text = '', placeholder = '' }) => [name, text, placeholder]),
  ];
  // A frame that the snapshot leaves out may show any secret that is known.
  const isUnread = all.some(({ isWhole }) => !isWhole) || all.length === 0 || (hasUnread && find !== undefined);
  const isHeld = all.some(({ secret }) => secret.length > 0);
  if (isHeld || isUnread || texts.some((text) => (find?.(text).length ?? 0) > 0))
    throw new Failure('page.secret-shown', 'browser.provider: relay cannot paint over it');
}

function sizeOf(image: Uint8Array): { readonly width: number; readonly height: number } {
  const bytes = Buffer.from(image.buffer, image.byteOffset, image.byteLength);
  if (bytes.toString('latin1', 1, 4) === 'PNG' && bytes.length > 24)
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  // JPEG: the frame header among its segments.
  for (let at = 2; at + 9 < bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) };
  }
  throw new Failure('browser.upstream-failed', 'its picture cannot be read');
}
