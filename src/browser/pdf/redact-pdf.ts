import { Failure } from '../../core/index.js';
import type { FindSecrets } from '../dom/host/tab-view.js';
import { ownersOfFound, readingOrders, type Piece } from '../visual-order.js';
import { lex, textOfString } from './lex.js';
import { PdfTextReader } from './pdf-text-reader.js';
import type { PdfTextRun, PdfTextSpot } from './pdf-text-reader.js';
import { PdfFile, repacked, unpacked } from './pdf-file.js';
import type { PdfObject } from './pdf-file.js';

export interface RedactedPdf {
  readonly bytes: Buffer;
  readonly pages: number;
  /** Places where a secret stood. */
  readonly hidden: number;
}

/**
 * Takes the letters of secrets out of a printed page: not painted over but gone, from what is seen and from what can be
 * copied. It is done in the file and not in the page, where script could notice which words are somebody's secrets, or put
 * them back. `shown`: in how many places the page's own text shows one; if fewer are found here, it was printed as a
 * picture or a shape, and there is no file. A file that cannot be read is none either.
 */
export async function redactPdf(bytes: Buffer, find: FindSecrets | undefined, shown = 0): Promise<RedactedPdf> {
  const pages = bytes.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
  if (find === undefined) return { bytes, pages, hidden: 0 };
  const file = PdfFile.parse(bytes);
  const text = await PdfTextReader.read(file);
  const { places, isUnseen, spots: inOrder, parts } = showing(text.runs, find);
  if (places < shown || isUnseen) throw shownElsewhere();
  const others = text.runs.filter((run) => !parts.has(run));
  const placed = showingByPlace(others, find);
  const found = [...inOrder, ...placed.flatMap((run) => run.spots(0, run.text.length))];
  const changed = new Map<number, PdfObject>();
  for (const [id, spots] of byObject(found)) {
    const object = file.objects.get(id);
    if (object !== undefined) changed.set(id, repacked(object, without(text.contentOf(id), spots)));
  }
  let hidden = places === 0 && placed.length > 0 ? 1 : places;
  for (const original of file.objects.values()) {
    const object = changed.get(original.id) ?? original;
    const { head, count } = withoutSecretStrings(object, find);
    hidden += count;
    if (count > 0) changed.set(object.id, { ...object, head });
  }
  if (hidden === 0) return { bytes, pages, hidden };
  const redacted = file.with(changed).write();
  await refuseIfShown(redacted, find);
  return { bytes: redacted, pages, hidden };
}

/** The last word is had by what is written: what can still be read in it is not kept. */
async function refuseIfShown(bytes: Buffer, find: FindSecrets): Promise<void> {
  const file = PdfFile.parse(bytes);
  const { runs } = await PdfTextReader.read(file);
  if (showing(runs, find).places > 0 || showingByPlace(runs, find).length > 0) throw shownElsewhere();
  for (const object of file.objects.values()) if (withoutSecretStrings(object, find).count > 0) throw shownElsewhere();
}

interface Showing {
  readonly places: number;
  readonly isUnseen: boolean;
  readonly spots: readonly PdfTextSpot[];
  /** What has a part in it. */
  readonly parts: ReadonlySet<PdfTextRun>;
}

function showing(runs: readonly PdfTextRun[], find: FindSecrets): Showing {
  const ranges = merged(find(runs.map(({ text }) => text).join('')));
  const spots: PdfTextSpot[] = [];
  const parts = new Set<PdfTextRun>();
  let [end, at, unseen] = [0, 0, false];
  for (const run of runs) {
    const start = end;
    end += run.text.length;
    while ((ranges[at]?.end ?? Infinity) <= start) at += 1;
    for (let i = at; (ranges[i]?.start ?? Infinity) < end; i += 1) {
      const { start: from = 0, end: to = 0 } = ranges[i] ?? {};
      spots.push(...run.spots(from - start, to - start));
      parts.add(run);
      unseen ||= run.isUnseen;
    }
  }
  return { places: ranges.length, isUnseen: unseen, spots, parts };
}

/** Letters may be written in any order and put into place one by one: what a person reads is their places. */
function showingByPlace(runs: readonly PdfTextRun[], find: FindSecrets): PdfTextRun[] {
  const pages = new Map<number, Piece<PdfTextRun>[]>();
  for (const run of runs) {
    if (run.isUnseen || run.text === '') continue;
    const known = pages.get(run.page) ?? [];
    known.push({ text: run.text, box: run.box, owner: run });
    pages.set(run.page, known);
  }
  const orders = [...pages.values()].flatMap((pieces) => readingOrders(pieces));
  return [...new Set(orders.flatMap((order) => ownersOfFound(order, find)))];
}

/** One value may be found in several of its forms at the same place. */
function merged(found: ReturnType<FindSecrets>): { start: number; end: number }[] {
  const ranges: { start: number; end: number }[] = [];
  for (const { start, end } of [...found].sort((a, b) => a.start - b.start)) {
    const last = ranges.at(-1);
    if (last !== undefined && start < last.end) last.end = Math.max(last.end, end);
    else ranges.push({ start, end });
  }
  return ranges;
}

function byObject(found: readonly PdfTextSpot[]): ReadonlyMap<number, PdfTextSpot[]> {
  const spots = new Map<number, PdfTextSpot[]>();
  for (const spot of found) {
    const known = spots.get(spot.object) ?? [];
    known.push(spot);
    spots.set(spot.object, known);
  }
  return spots;
}

function without(content: string, spots: readonly PdfTextSpot[]): string {
  const ordered = [...spots].sort((a, b) => a.start - b.start);
  let kept = '';
  let at = 0;
  for (const { start, end, instead } of ordered) {
    // The same form can be drawn twice.
    if (start < at) continue;
    kept += content.slice(at, start) + instead;
    at = end;
  }
  return kept + content.slice(at);
}

/** Titles, addresses of links, names of places: what is no text on a page. */
function withoutSecretStrings(object: PdfObject, find: FindSecrets): { head: string; count: number } {
  const shows = (text: string): boolean => find(text).length > 0;
  let [head, at, count] = ['', 0, 0];
  for (const { kind, value, start, end } of lex(object.head)) {
    if (kind === 'name' && shows(unescaped(value))) throw shownElsewhere();
    if ((kind !== 'string' && kind !== 'hex') || !shows(textOfString(value))) continue;
    head += `${object.head.slice(at, start)}()`;
    at = end;
    count += 1;
  }
  if (/\/Type\s*\/(?:Metadata|EmbeddedFile)\b/u.test(object.head)) {
    const said = unpacked(object);
    if (said === undefined || shows(Buffer.from(said, 'latin1').toString('utf8'))) throw shownElsewhere();
  }
  return { head: head + object.head.slice(at), count };
}

function unescaped(name: string): string {
  return name.replace(/#([0-9a-f]{2})/giu, (_, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)));
}

function shownElsewhere(): Failure {
  return new Failure('page.secret-shown', 'it would be printed where it cannot be taken out');
}
