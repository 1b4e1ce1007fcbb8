import { blankSpans } from './blank-text.js';
import { cut } from './cut-text.js';
import type { WalkOptions, WireItem, WireWalk } from '../host/wire.js';
import { isActionable, isIcon, standInLabel } from './actionable.js';
import { Covers } from './covers.js';
import { hasWord } from './letters.js';
import { heardAt } from './click-listeners.js';
import { emit } from './describe-node.js';
import { Ink } from './painted-text.js';
import {
  attribute,
  checkVisibility,
  documentBody,
  documentElement,
  documentQueryAll,
  documentTitle,
  forEachFlatChild,
  isElement,
  isText,
  labelControl,
  localName,
  textContent,
  textData,
} from './dom-primordials.js';
import { elementNumbered, numberFor } from './element-ids.js';
import { focusedElement } from './focus.js';
import { NAMED_BY_CONTENT, roleOf } from './roles.js';
import { isRowRole } from './rows.js';
import { Run } from './inline-run.js';
import { Sight } from './visibility.js';
import { Skim } from './walk-budget.js';
import { IN_VIEW, type Spot } from './scroll-direction.js';
import type { Entered, Surroundings } from './inherited-style.js';
import { parted, type Span } from './hidden-spans.js';

const SKIPPED = new Set(
  `script style template noscript head link meta title base param source track wbr path circle rect line polyline polygon
  ellipse defs symbol clippath mask lineargradient radialgradient filter stop use desc metadata datalist area map col
  colgroup`
    .trim()
    .split(/\s+/u),
);
/** Names are compared with what is read, so every look at a page must cut text at the same length. */
export const TEXT_CAP = 4_000;
const MOST_NODES = 150_000;
const MOST_DEPTH = 700;

/** Where the walk is: what it stands in, besides what can be seen there. */
export interface Place {
  readonly around: Surroundings;
  readonly row: Element | undefined;
  /** Inside something that is named by what it contains. */
  readonly named: boolean;
  /** What is written here is part of a name, so it is read even where text is not shown any more. */
  readonly reads: boolean;
  readonly pointer: boolean;
  /** Directly inside a list that listens for clicks on its items. */
  readonly delegated: boolean;
  readonly far: boolean;
  readonly depth: number;
}

interface Shown {
  readonly cut: readonly Span[];
  readonly blank: readonly Span[];
  readonly spot: Spot | 0;
}

export class Walk {
  readonly sight: Sight;
  readonly options: WalkOptions;
  readonly skim: Skim;
  /** Undefined: nobody will take a picture. */
  readonly ink: Ink | undefined;
  elements = 0;
  hiddenTexts = 0;
  skipped = 0;
  stopped: WireWalk['stopped'];
  readonly covers: Covers;
  readonly #end: number;

  constructor(options: WalkOptions) {
    this.options = options;
    this.sight = new Sight(options.backdrop);
    this.skim = new Skim(options.quota);
    this.ink = options.ink === true ? new Ink(this.sight) : undefined;
    this.covers = new Covers(this.sight.styles, this.sight.windows);
    this.#end = performance.now() + options.milliseconds;
  }

  run(): WireWalk {
    const root =
      this.options.root === undefined
        ? (documentBody(document) ?? documentElement(document))
        : elementNumbered(this.options.root);
    const run = new Run(this.options.breaks);
    if (root !== null && root !== undefined) {
      const around =
        this.options.root === undefined && localName(root) === 'body' ? this.#fromRoot(root) : this.sight.around(root);
      this.visit(
        root,
        { around, row: undefined, named: false, reads: false, pointer: false, delegated: false, far: false, depth: 0 },
        run,
      );
    }
    run.block();
    const focused = focusedElement();
    return {
      title: cut(documentTitle(document), 500),
      url: location.href,
      kids: run.items,
      seen: run.viewsOf(run.items),
      ...(this.options.places === true ? { spots: run.spotsOf(run.items) } : {}),
      elements: documentQueryAll(document, '*').length,
      hiddenTexts: this.hiddenTexts,
      origin: self.origin,
      skipped: this.skipped,
      ...(this.stopped === undefined ? {} : { stopped: this.stopped }),
      ...(focused === null ? {} : { focus: numberFor(focused) }),
      ...(this.ink === undefined
        ? {}
        : { ink: this.ink.entries, pins: this.ink.pins, width: innerWidth, height: innerHeight }),
    };
  }

  #fromRoot(body: Element): Surroundings {
    const html = documentElement(document);
    const { open } = this.sight.reach;
    return html === null || html === body ? open : this.sight.enter(html, open).inner;
  }

  visit(element: Element, place: Place, out: Run): void {
    const tag = localName(element);
    if (SKIPPED.has(tag) && heardAt(element, tag) === undefined) return;
    if (this.#mustStop(place) || this.skim.passesOver(element, place.far)) {
      this.skipped += 1;
      out.more += 1;
      return;
    }
    this.elements += 1;
    const entered = this.sight.enter(element, place.around);
    const { inner } = entered;
    if (inner.sticks && inner.why === undefined) this.ink?.pin(element);
    if (inner.why !== undefined && !inner.spoken && !this.options.hidden) {
      this.#passHidden(element, entered, place, out);
      return;
    }
    this.#describe(element, tag, place, entered, out);
  }

  #describe(element: Element, tag: string, place: Place, entered: Entered, out: Run): void {
    const role = roleOf(element);
    const named = place.named || NAMED_BY_CONTENT.has(role);
    const native = isActionable(element, role);
    // Links and buttons need no look at their cursor, nor does what is inside them.
    const pointer = named || place.pointer || this.sight.styles.of(element).cursor === 'pointer';
    const owns = pointer && !place.pointer && !named && tag !== 'body';
    const heard = heardAt(element, tag);
    const listed = place.delegated && !named && role !== 'row';
    const acts = native || owns || heard === 'itself' || listed || (place.pointer && !named && isIcon(element, tag));
    const here: Place = {
      around: entered.inner,
      row: isRowRole(role) ? element : place.row,
      named: place.named || (acts && NAMED_BY_CONTENT.has(role)),
      reads: place.reads || acts || NAMED_BY_CONTENT.has(role),
      pointer,
      delegated: heard === 'children',
      far: this.skim.isFar(element, place.far, entered),
      depth: place.depth + 1,
    };
    if (tag === 'label' && !native && this.#passLabel(element, here, entered, out)) return;
    emit(this, { element, tag, role, entered, here, acts }, out);
  }

  /** Hidden subtrees are counted, not walked; a hidden checkbox with a visible label is still what a person uses. */
  #passHidden(element: Element, entered: Entered, place: Place, out: Run): void {
    if (standInLabel(element) !== undefined) {
      const inner = { ...entered.inner, why: undefined };
      this.#describe(element, localName(element), place, { ...entered, inner, unseen: undefined }, out);
      return;
    }
    if (readsLikeText(element)) this.hiddenTexts += 1;
  }

  /** A label and its control are one line: the label's own text is the control's name. */
  #passLabel(element: Element, here: Place, entered: Entered, out: Run): boolean {
    const control = element instanceof HTMLLabelElement ? labelControl(element) : null;
    if (control === null || !(checkVisibility(control, {}) || standInLabel(control) !== undefined)) return false;
    const run = new Run(this.options.breaks);
    this.children(element, here, entered, run);
    for (const item of run.items)
      if (typeof item !== 'string' && item.r !== 'text') out.node(item, '', item.view === 1 ? IN_VIEW : 0);
    out.block();
    return true;
  }

  children(element: Element, here: Place, entered: Entered, run: Run): void {
    const closed = localName(element) === 'details' && attribute(element, 'open') === null;
    forEachFlatChild(element, (child) => {
      if (isText(child)) {
        const data = textData(child);
        if (data.trim() === '') run.space();
        else if (!closed) this.#text(child, element, here, entered, run);
      } else if (isElement(child)) {
        if (closed && localName(child) !== 'summary') {
          this.#passClosed(child, run);
          return;
        }
        if (localName(child) === 'br') run.text('\n', 0);
        else this.visit(child, here, run);
      }
    });
  }

  /** What a closed `details` keeps: there for whoever opens it, or asks for what is hidden. */
  #passClosed(child: Element, run: Run): void {
    if (!readsLikeText(child)) return;
    this.hiddenTexts += 1;
    const name = cut(textContent(child) ?? '', TEXT_CAP);
    if (this.options.hidden) run.node({ r: 'text', name, hidden: 'in closed details' }, '', 0);
  }

  #text(node: Text, element: Element, here: Place, entered: Entered, run: Run): void {
    const data = cut(textData(node), Math.max(TEXT_CAP, this.options.textCap));
    if (here.far && !here.reads && this.skim.textIsUsedUp()) {
      run.more += 1;
      this.skipped += 1;
      return;
    }
    const seen =
      entered.unseen === undefined
        ? this.sight.text(node, element, here.around)
        : { why: entered.unseen, spot: 0 as const, rect: undefined, cut: [], blank: [] };
    const isCovered =
      seen.why === undefined && seen.rect !== undefined && this.covers.cover(element, seen.rect, seen.spot === IN_VIEW);
    const reason = isCovered ? 'covered' : seen.why;
    if (reason !== undefined) {
      this.#hide(data, reason, here, run);
      return;
    }
    if (seen.spot === IN_VIEW && hasWord(data)) this.ink?.text(node, element, here.around);
    this.#show(node, data, seen, here, run);
  }

  /** Text that styles call visible, without the parts that are cut off or were not in a picture of the page. */
  #show(node: Text, data: string, { cut: cutOff, blank: glyphless, spot }: Shown, here: Place, run: Run): void {
    const blank = [...blankSpans(node), ...glyphless];
    const spans = [...cutOff, ...blank];
    const { seen, unseen } = spans.length === 0 ? { seen: data, unseen: '' } : parted(textData(node), spans);
    const why = cutOff.length > 0 && blank.length === 0 ? 'clipped' : 'not painted';
    if (!hasWord(unseen)) {
      run.text(data.replace(/\s+/gu, ' '), spot);
      this.skim.spend('text', data.length + 20, spot === IN_VIEW);
      return;
    }
    if (hasWord(seen)) {
      const text = cut(seen, Math.max(TEXT_CAP, this.options.textCap)).replace(/\s+/gu, ' ');
      run.text(text, spot);
      this.skim.spend('text', text.length + 20, spot === IN_VIEW);
    }
    this.#hide(unseen, why, here, run);
  }

  #hide(data: string, why: string, here: Place, run: Run): void {
    const marks = here.around.spoken && why === here.around.why ? ['screen-reader'] : undefined;
    const isContent = hasWord(data);
    if (why === 'covered') run.covered(data.replace(/\s+/gu, ' '));
    if (marks === undefined && isContent) {
      this.hiddenTexts += 1;
      run.unseen ??= why;
    }
    if (!isContent || here.named) return;
    const item: WireItem = { r: 'text', name: data, ...(marks === undefined ? { hidden: why } : { marks }) };
    if (marks !== undefined || this.options.hidden) run.node(item, '', 0);
  }

  #mustStop({ depth }: Place): boolean {
    if (this.stopped === 'time' || this.stopped === 'nodes') return true;
    if (this.elements >= MOST_NODES) this.stopped = 'nodes';
    else if (this.elements % 64 === 63 && performance.now() > this.#end) this.stopped = 'time';
    else if (depth > MOST_DEPTH) this.stopped ??= 'depth';
    return depth > MOST_DEPTH || this.stopped === 'time' || this.stopped === 'nodes';
  }
}

function readsLikeText(element: Element): boolean {
  const text = textContent(element) ?? '';
  return text.length > 2 && hasWord(text.slice(0, 2_000));
}
