import type { Json, JsonObject } from '../../core/index.js';
import { markup } from './markup.js';
import type { Markup } from './markup.js';
import type { RecordEntry } from './recorded.js';
import { foreign, shownValue } from './words.js';

/** What the record says of a picture; undefined: this entry is about none. */
export function entryPictureFacts({ kind, fields }: Pick<RecordEntry, 'kind' | 'fields'>): JsonObject | undefined {
  const { event, facts } = fields;
  return kind === 'event' && event === 'thumbnail' && isFactsObject(facts) ? facts : undefined;
}

/** Pictures stand with the calls that they were taken after; what is left are entries of their own. */
export function withPictures(entries: readonly RecordEntry[]): { entry: RecordEntry; picture?: RecordEntry }[] {
  const calls = new Set(entries.flatMap(({ kind, fields }) => (kind === 'call' ? [fields['call']] : [])));
  const pictures = new Map<Json, RecordEntry>();
  const rest = entries.filter((entry) => {
    const call = entryPictureFacts(entry)?.['call'];
    if (call === undefined || !calls.has(call)) return true;
    pictures.set(call, entry);
    return false;
  });
  return rest.map((entry) => {
    const picture = entry.kind === 'call' ? pictures.get(entry.fields['call'] ?? null) : undefined;
    return picture === undefined ? { entry } : { entry, picture };
  });
}

export function pictureAddress({ file, seq }: Pick<RecordEntry, 'file' | 'seq'>): string {
  return `/record/picture?${new URLSearchParams({ file, seq: String(seq) }).toString()}`;
}

/** As the page looked when nothing more was asked of it; in a list, where it can be looked at. */
export function thumbnail(entry: RecordEntry, tool: string, inList: boolean): Markup | undefined {
  const facts = entryPictureFacts(entry);
  if (facts === undefined) return undefined;
  const { withheld, origin } = facts;
  if (withheld !== undefined) return markup`<p class="hint">No picture: ${foreign(shownValue(withheld, 100))}</p>`;
  const address = pictureAddress(entry);
  const words = `The page after ${tool}, at ${shownValue(origin, 100)}`;
  if (inList) return markup`<p class="hint"><a href="${address}">${words}</a></p>`;
  return markup`<figure class="shot"><a href="${address}"><img src="${address}" alt="${words}" loading="lazy" decoding="async"></a></figure>`;
}

export function isFactsObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
