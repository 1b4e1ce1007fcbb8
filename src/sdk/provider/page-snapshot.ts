import type { GatewrightSession } from '../types.js';
import type { PageSnapshot } from './types.js';

export const MAX_TEXT_CHARS = 50_000;
export const MAX_REFS = 200;
/** Four characters are about one token: as much as can be kept, and no more. */
const MAX_TOKENS = 12_500;

/**
 * Page text cannot forge such a line: its quotes, newlines and control characters are escaped. The ref stands right after
 * the name, before anything else that the page wrote.
 */
const LINE = /^\s*- (?<tag>[\w-]+)(?: (?<name>"(?:[^"\\]|\\.)*"))? \[ref=e(?<ref>\d+)\]/u;
/** In the snapshot for orientation; nothing can be done with them. */
const NOT_INTERACTIVE = new Set(['heading', 'iframe', 'img', 'image']);

export async function snapshotOf(session: GatewrightSession): Promise<PageSnapshot> {
  const seen = await session.call('browser_snapshot', { mode: 'interactive', max_tokens: MAX_TOKENS });
  const read = await session.call('browser_read', { max_tokens: MAX_TOKENS });
  const { facts } = await session.call('browser_tabs', { action: 'list' });
  const { title = '', url = '' } = currentTab(facts.structure) ?? {};
  return { title, url, text: cutInFence(read.text, MAX_TEXT_CHARS), refs: refsIn(seen.text) };
}

export function refsIn(snapshot: string): PageSnapshot['refs'] {
  return snapshot
    .split('\n')
    .flatMap((line) => {
      const { tag, name, ref } = LINE.exec(line)?.groups ?? {};
      if (tag === undefined || ref === undefined || NOT_INTERACTIVE.has(tag)) return [];
      return [{ ref: Number(ref), tag, text: name === undefined ? '' : unquoted(name) }];
    })
    .slice(0, MAX_REFS);
}

function unquoted(quoted: string): string {
  try {
    const text: unknown = JSON.parse(quoted);
    return typeof text === 'string' ? text : '';
  } catch {
    return quoted.slice(1, -1);
  }
}

/** Text that is cut keeps the end of its fence: what follows it must not pass for page text. */
export function cutInFence(text: string, most: number): string {
  if (text.length <= most) return text;
  const end = text.slice(text.lastIndexOf('\n'));
  return `${text.slice(0, most - end.length)}${end}`;
}

function currentTab(structure: unknown): { title: string; url: string } | undefined {
  const tabs = field(structure, 'tabs');
  const current: unknown = Array.isArray(tabs) ? tabs.find((tab) => field(tab, 'current') === true) : undefined;
  return current === undefined
    ? undefined
    : { title: words(field(current, 'title')), url: words(field(current, 'url')) };
}

function words(value: unknown): string {
  const text = field(value, 'untrusted');
  return typeof text === 'string' ? text : '';
}

function field(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null
    ? Object.entries(value).find(([key]) => key === name)?.[1]
    : undefined;
}
