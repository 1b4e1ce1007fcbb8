import { onePageLine } from '../core/index.js';
import type { Output, Part } from '../core/index.js';
import type { ReleasedBlock } from '../core/seals/released-mint.js';

/**
 * Page text leaves inside a fence whose marker is new for every response, so that a page cannot close it.
 * Neighbouring parts of one origin share a fence.
 */
export function renderText(parts: readonly Part[], marker: string): string {
  const lines: string[] = [];
  let open: string | undefined;
  for (const part of parts) {
    if ('image' in part) continue;
    const origin = part.from === 'page' ? part.origin : undefined;
    if (open !== undefined && open !== origin) lines.push(closing(marker));
    if (origin !== undefined && open !== origin) lines.push(opening(origin, marker));
    open = origin;
    // The marker is random, but a fence must hold even if it leaked: page text never contains it.
    lines.push(origin === undefined ? part.text : part.text.replaceAll(marker, ''));
  }
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

function opening(origin: string, marker: string): string {
  return `<<page ${marker} origin=${onePageLine(origin, 200)} untrusted>>`;
}

function closing(marker: string): string {
  return `<<end ${marker}>>`;
}
