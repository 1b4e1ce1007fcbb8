import { onePageLine } from '../core/index.js';
import type { Output, Part } from '../core/index.js';
import type { ReleasedBlock } from '../core/seals/released-mint.js';
import type { Mask, Segment } from './create-mask.js';

const MAX_MARKERS_TRIED = 20;

/**
 * Page text leaves inside a fence whose marker is new for every response, so that a page cannot close it.
 * Neighbouring parts of one origin share a fence. All parts are masked as one text, the fences apart: a secret that goes
 * from one part into the next is found, and takes no fence with it.
 */
export function renderText(parts: readonly Part[], nextMarker: () => string, mask: Mask): string {
  const marker = unusedMarker(parts, nextMarker);
  const segments = parts.flatMap((part): Segment[] => {
    if ('image' in part) return [];
    if (part.from === 'gateway') return [{ text: part.text }];
    // Nothing is removed unless every marker tried was in the page: a fence must hold even for a page that knows it.
    return [{ text: part.text.replaceAll(marker, ''), origin: part.origin }];
  });
  const lines: string[] = [];
  let open: string | undefined;
  mask.segments(segments).forEach((text, i) => {
    const origin = segments[i]?.origin;
    if (open !== undefined && open !== origin) lines.push(closing(marker));
    if (origin !== undefined && open !== origin) lines.push(opening(mask(onePageLine(origin, 200)), marker));
    open = origin;
    lines.push(text);
  });
  if (open !== undefined) lines.push(closing(marker));
  return lines.join('\n');
}

export function renderBlocks(output: Output, text: string): ReleasedBlock[] {
  const blocks: ReleasedBlock[] = text === '' ? [] : [{ type: 'text', text }];
  for (const part of output.parts) {
    if ('image' in part) {
      blocks.push({ type: 'image', data: Buffer.from(part.image).toString('base64'), mimeType: part.mimeType });
    }
  }
  return blocks;
}

/** A short marker costs few tokens, and may be in a page by chance: one that is not in it is taken. */
function unusedMarker(parts: readonly Part[], nextMarker: () => string): string {
  const isUsed = (marker: string): boolean =>
    parts.some((part) => part.from === 'page' && 'text' in part && part.text.includes(marker));
  let marker = nextMarker();
  for (let tried = 1; tried < MAX_MARKERS_TRIED && isUsed(marker); tried += 1) marker = nextMarker();
  return marker;
}

function opening(origin: string, marker: string): string {
  return `<<page ${marker} ${origin} untrusted>>`;
}

function closing(marker: string): string {
  return `<<end ${marker}>>`;
}
