import { Failure } from '../../core/index.js';
import type { FindSecrets } from '../tab-view.js';
import { lex, textOfString } from './lex.js';
import { PageText } from './page-text.js';
import type { Spot, Unit } from './page-text.js';
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
export function redactPdf(bytes: Buffer, find: FindSecrets | undefined, shown = 0): RedactedPdf {
  const pages = bytes.toString('latin1').match(/\/Type\s*\/Page\b/gu)?.length ?? 0;
  if (find === undefined) return { bytes, pages, hidden: 0 };
  const file = PdfFile.parse(bytes);
  const text = new PageText(file);
  const { hit, places } = unitsThatShow(text.units, find);
  if (places < shown || hit.some(({ isUnseen }) => isUnseen)) throw shownElsewhere();
  const changed = new Map<number, PdfObject>();
  for (const [id, spots] of spotsByObject(hit)) {
    const object = file.objects.get(id);
    if (object !== undefined) changed.set(id, repacked(object, without(text.contentOf(id), spots)));
  }
  let hidden = places;
  for (const original of file.objects.values()) {
    const object = changed.get(original.id) ?? original;
    const { head, count } = withoutSecretStrings(object, find);
    hidden += count;
    if (count > 0) changed.set(object.id, { ...object, head });
  }
  if (hidden === 0) return { bytes, pages, hidden };
  const redacted = file.with(changed).write();
  refuseIfShown(redacted, find);
  return { bytes: redacted, pages, hidden };
}

/** The last word is had by what is written: what can still be read in it is not kept. */
function refuseIfShown(bytes: Buffer, find: FindSecrets): void {
  const file = PdfFile.parse(bytes);
  if (unitsThatShow(new PageText(file).units, find).places > 0) throw shownElsewhere();
  for (const object of file.objects.values()) if (withoutSecretStrings(object, find).count > 0) throw shownElsewhere();
}

function unitsThatShow(units: readonly Unit[], find: FindSecrets): { hit: Unit[]; places: number } {
  const ranges = merged(find(units.map(({ text }) => text).join('')));
  const hit: Unit[] = [];
  let [end, at] = [0, 0];
  for (const unit of units) {
    const start = end;
    end += unit.text.length;
    while ((ranges[at]?.end ?? Infinity) <= start) at += 1;
    if ((ranges[at]?.start ?? Infinity) < end) hit.push(unit);
  }
  return { hit, places: ranges.length };
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

function spotsByObject(units: readonly Unit[]): ReadonlyMap<number, Spot[]> {
  const spots = new Map<number, Spot[]>();
  for (const spot of units.flatMap((unit) => unit.spots))
    spots.set(spot.object, [...(spots.get(spot.object) ?? []), spot]);
  return spots;
}

function without(content: string, spots: readonly Spot[]): string {
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
