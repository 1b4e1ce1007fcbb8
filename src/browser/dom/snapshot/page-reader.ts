import {
  Failure,
  inOrder,
  onePageLine,
  quotedPageLine,
  type PageView,
  type ReadOptions,
  type SnapshotOptions,
} from '../../../core/index.js';
import type { ChangeLimits, Changes, PageMark, LocatedElement } from '../host/tab-view.js';
import { changesBetween, keyedLines, type SourcedChanges } from './changes.js';
import type { Elements } from '../host/elements.js';
import { findInWalk, passagesIn } from './find-in-walk.js';
import type { FrameDocument, FrameDocuments } from '../host/frame-documents.js';
import { inspectText } from './inspect-text.js';
import type { SnapshotLine } from './snapshot-line.js';
import { snapshotLines, whyUnseen } from './lines.js';
import { walkDocuments, type WalkedDocument, type DocumentWalkOptions, UNLIMITED } from '../host/walk-documents.js';
import type { RefBook } from '../host/ref-book.js';
import type { LineRefs } from './render-lines.js';
import { readPageText } from './read-text.js';
import { costOfLines } from './choose-lines.js';
import { snapshotText } from './snapshot-text.js';
import type { SourcedLine } from '../host/tab-view.js';
import { fenceTokensOf, originsInWalk, pageViewOf } from './sourced-text.js';
import { estimateTokens } from './token-estimate.js';
import type { WireNode } from '../host/wire.js';

export interface PageReaderDeps {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
  readonly refs: RefBook;
  readonly origin: () => string;
  readonly maxTokens: number;
  /** The element that a ref means, or a refusal. */
  readonly resolve: (ref: string) => Promise<LocatedElement>;
}

/** What a snapshot's first line may take. */
const HEADER_TOKENS = 100;
const MIN_TOKENS = 200;
const MAX_TOKENS = 50_000;
/** Characters that one token may have, with some room: what is read of each kind of content for a snapshot. */
const CHARACTERS_PER_TOKEN = 3.8;

/** Everything that only reads a tab. */
export class PageReader {
  readonly #deps: PageReaderDeps;
  readonly #lineRefs: LineRefs;
  #saidUrl: string | undefined;
  #saidHidden: string | undefined;
  /** The document that the agent was shown, or was told that it was not. */
  #known: string | undefined;
  #last: { readonly document: string; readonly lines: ReadonlyMap<string, SourcedLine> } | undefined;

  constructor(deps: PageReaderDeps) {
    this.#deps = deps;
    this.#lineRefs = {
      of: ({ node, document }) => (node === undefined ? undefined : this.#giveRef(document, node)),
      where: (ref) => deps.refs.find(ref),
    };
  }

  readonly #giveRef = (document: FrameDocument, node: WireNode): string | undefined =>
    node.n === undefined ? undefined : this.#deps.elements.refOf(document, { ...node, n: node.n });

  async snapshot(options: SnapshotOptions): Promise<PageView> {
    const maxTokens = clamp(options.maxTokens ?? this.#deps.maxTokens) - fenceTokensOf(this.#deps.origin());
    // Small snapshots walk as far as usual ones, so that one prefetched walk serves both.
    const usual = Math.max(maxTokens, this.#deps.maxTokens);
    const hidden = options.hidden === true;
    const walked = await this.#walked(options.ref, {
      hidden,
      textCap: 400,
      quota: options.cursor === undefined ? usual * CHARACTERS_PER_TOKEN : UNLIMITED,
      mayUsePrefetched: options.ref === undefined && options.cursor === undefined && !hidden,
      painted: true,
    });
    this.#known = walked.document.id;
    const whole = this.#lines(walked);
    const isSmall = options.wholeIfSmall === true && costOfLines(whole) <= maxTokens - HEADER_TOKENS;
    const lines = options.mode !== 'interactive' || isSmall ? whole : this.#lines(walked, true);
    const before = this.#last;
    const isWhole =
      options.ref === undefined &&
      (options.mode !== 'interactive' || isSmall) &&
      options.cursor === undefined &&
      !hidden;
    if (isWhole) this.#last = { document: walked.document.id, lines: keyedLines(lines) };
    // A diff with another page would be both pages.
    if (options.mode === 'diff' && before?.document === walked.document.id) {
      return this.#view(this.#diff(before.lines, lines, maxTokens));
    }
    const { cursor, depth } = options;
    const saysUrl = this.#saidUrl !== walked.walk.url;
    this.#saidUrl = walked.walk.url;
    const count = `${walked.document.id} ${walked.walk.hiddenTexts}`;
    const saysHidden = !hidden && this.#saidHidden !== count;
    if (saysHidden) this.#saidHidden = count;
    const request = { maxTokens, hidden, cursor, depth, saysUrl, saysHidden };
    return this.#view(snapshotText(walked, lines, request, this.#lineRefs, this.#deps.origin()));
  }

  #diff(before: ReadonlyMap<string, SourcedLine>, lines: readonly SnapshotLine[], maxTokens: number): SourcedLine[] {
    const { appeared, changed, removed, order, more } = changesBetween(before, lines, this.#lineRefs, {
      maxTokens,
      maxRemoved: 400,
    });
    const out: SourcedLine[] = [];
    let tokensLeft = maxTokens - 40;
    const marked = (mark: string, these: readonly SourcedLine[]): SourcedLine[] =>
      these.map(({ text, origin }) => ({ text: `${mark} ${text}`, origin }));
    const all = [...inOrder(order, marked('+', appeared), marked('~', changed)), ...marked('-', removed)];
    for (const line of all) {
      tokensLeft -= estimateTokens(line.text) + 2;
      if (tokensLeft < 0) break;
      out.push(line);
    }
    const left = all.length - out.length + more.appeared + more.changed + more.removed;
    if (left > 0) out.push(this.#line(`… ${left} more changes`));
    return out;
  }

  async read(options: ReadOptions): Promise<PageView> {
    const maxTokens = clamp(options.maxTokens ?? this.#deps.maxTokens) - fenceTokensOf(this.#deps.origin());
    const walked = await this.#walked(options.ref, {
      hidden: false,
      textCap: WHOLE_TEXT,
      quota: UNLIMITED,
      breaks: options.format !== 'tree',
      painted: true,
    });
    this.#known = walked.document.id;
    return this.#view(readPageText(walked, this.#giveRef, options, maxTokens, this.#deps.origin()));
  }

  async find(query: string, limit: number): Promise<PageView> {
    const walked = await this.#walked(undefined, { ...EVERYTHING, hidden: true });
    const { hits, total } = findInWalk(walked, query, limit);
    const origins = originsInWalk(walked, this.#deps.origin());
    const lines = hits.map(({ node, document, within, way }) => {
      const ref = this.#giveRef(document, node) ?? '';
      const why = whyUnseen(node);
      const hidden = why === undefined ? nameMarks(node) : ` [hidden: ${why}]`;
      const name = node.name ?? (node.kids ?? []).find((kid) => typeof kid === 'string') ?? '';
      const where = whereText(within, way);
      const like = name === '' && node.hint !== undefined ? ` [like=${quotedPageLine(node.hint, 40)}]` : '';
      const text = `- ${onePageLine(node.r, 40)} ${quotedPageLine(name, 120)} [ref=${ref}]${stateText(node)}${like}${hidden}${where}`;
      return this.#line(text, origins.get(document.id));
    });
    const passages = total === 0 ? (await this.#passages(query, false, limit)).lines : [];
    if (passages.length > 0) return this.#view([this.#line('0 elements found; as text:'), ...passages]);
    return this.#view([this.#line(`${total} found${total > lines.length ? `, best ${lines.length}` : ''}`), ...lines]);
  }

  async searchText(text: string, exact: boolean, limit: number): Promise<PageView> {
    const { lines, total } = await this.#passages(text, exact, limit);
    return this.#view([this.#line(`${total} found${total > lines.length ? `, first ${lines.length}` : ''}`), ...lines]);
  }

  async #passages(text: string, exact: boolean, limit: number) {
    const walked = await this.#walked(undefined, EVERYTHING);
    const { passages, total } = passagesIn(walked, text, exact, limit);
    const origins = originsInWalk(walked, this.#deps.origin());
    const lines = passages.map(({ text: passage, near, hidden, document, where: way }) => {
      const ref = near === undefined ? undefined : this.#giveRef(near.document, near.node);
      const where = near === undefined || ref === undefined ? '' : ` in ${onePageLine(near.node.r, 40)} [ref=${ref}]`;
      const mark = hidden === undefined ? nameMarks(near?.node) : ` [hidden: ${hidden}]`;
      const found = `- ${quotedPageLine(passage, 300)}${where}${mark}${way === '' ? '' : ` (${way})`}`;
      return this.#line(found, origins.get(document.id));
    });
    return { lines, total };
  }

  async inspect(seen: LocatedElement): Promise<PageView> {
    const answer = await this.#deps.elements.onSeen(seen, 'inspect', []);
    const isTop = this.#deps.elements.documentOf(seen).parent === undefined;
    return this.#view([this.#line(inspectText(seen, answer), isTop ? undefined : seen.facts.frameOrigin)]);
  }

  /** A point in time to compare with: what the page showed before an action. */
  async mark(): Promise<PageMark> {
    return { lines: keyedLines(this.#lines(await this.#walked(undefined, GLANCE))) };
  }

  /** What appeared, what is another than it was and what went since then, as escaped lines; `except` apart. */
  async changesSince(mark: PageMark, limits: ChangeLimits, except?: LocatedElement): Promise<Changes> {
    const walked = await this.#walked(undefined, GLANCE);
    const unshown = this.#known === walked.document.id ? {} : { unshown: true as const };
    this.#known = walked.document.id;
    const before = this.#lines(walked);
    const read = keyedLines(before);
    // Only what is new has to be compared with what is painted, and asked whether it listens for clicks.
    const isNew = [...read].some(([key, { text }]) => mark.lines.get(key)?.text !== text);
    const lines = isNew
      ? this.#lines(await this.#walked(undefined, { ...GLANCE, painted: true, listen: true }))
      : before;
    const { elements } = this.#deps;
    const isMeant = ({ document, node }: SnapshotLine): boolean =>
      except === undefined || node?.n !== except.node || document.id !== elements.documentOf(except).id;
    const changes = changesBetween(mark.lines, lines, this.#lineRefs, { ...limits, isMeant });
    // Text that is still in the page, and was only found to be invisible, was not removed.
    const still = new Set([...read.values()].map(({ text }) => text));
    const removed = changes.removed.filter(({ text }) => !still.has(text));
    return { ...this.#changesWithOrigins({ ...changes, removed }), ...unshown };
  }

  async #walked(ref: string | undefined, options: Omit<DocumentWalkOptions, 'root'>): Promise<WalkedDocument> {
    if (ref === undefined) return walkDocuments(this.#deps.documents, options);
    const seen = await this.#deps.resolve(ref);
    const root = { document: this.#deps.elements.documentOf(seen), node: seen.node };
    return walkDocuments(this.#deps.documents, { ...options, quota: UNLIMITED, root });
  }

  #changesWithOrigins({ appeared, changed, removed, order, more }: SourcedChanges): Changes {
    const texts = (lines: readonly SourcedLine[]): string[] => lines.map(({ text }) => text);
    const told = {
      appeared: texts(appeared),
      changed: texts(changed),
      removed: texts(removed).map(shortenNames),
      order,
      more,
    };
    const top = this.#deps.origin();
    if ([...appeared, ...changed, ...removed].every(({ origin }) => origin === top)) return told;
    const by = (lines: readonly SourcedLine[]): string[] => lines.map(({ origin }) => origin);
    return { ...told, origins: { appeared: by(appeared), changed: by(changed), removed: by(removed) } };
  }

  #lines(walked: WalkedDocument, interactiveOnly = false): SnapshotLine[] {
    return snapshotLines(walked, { interactiveOnly: interactiveOnly, origin: this.#deps.origin() });
  }

  #line(text: string, origin = this.#deps.origin()): SourcedLine {
    return { text, origin };
  }

  #view(lines: readonly SourcedLine[]): PageView {
    return pageViewOf(this.#deps.origin(), lines);
  }
}

/** Characters of one text or value: more than any page that a person reads. */
const WHOLE_TEXT = 2_000_000;
const EVERYTHING = { hidden: false, textCap: WHOLE_TEXT, quota: UNLIMITED, painted: true, places: true } as const;
const GLANCE = { hidden: false, textCap: 300, quota: 20_000, listen: false } as const;

/** The text about where a match is: its container, and the direction to scroll in. */
function whereText(within: string, way: string): string {
  if (way !== '') return ` (${[way, ...(within === '' ? [] : [`in ${within}`])].join(', ')})`;
  return within === '' ? '' : ` in ${within}`;
}

/** Removed lines are shortened: the agent has seen them before. */
function shortenNames(line: string): string {
  return line.replace(/"((?:[^"\\]|\\.){50})(?:[^"\\]|\\.){10,}"/gu, '"$1…"');
}

/** A part of its name cannot be seen. */
function nameMarks(node: WireNode | undefined): string {
  const marks = ['name differs', 'screen-reader'].filter((mark) => node?.marks?.includes(mark) === true);
  return marks.map((mark) => ` [${mark}]`).join('');
}

function stateText(node: WireNode): string {
  return (node.states ?? []).map((state) => ` [${state}]`).join('');
}

function clamp(tokens: number): number {
  if (!Number.isFinite(tokens)) throw new Failure('call.bad-arguments', 'max_tokens is not a number');
  return Math.max(MIN_TOKENS, Math.min(MAX_TOKENS, Math.floor(tokens)));
}
