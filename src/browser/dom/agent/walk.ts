import { blankSpans } from './blank-text.js';
import { cut } from './cut-text.js';
import type { WalkOptions, WireItem, WireWalk } from '../host/wire.js';
import { isActionable, isIcon, standInLabel } from './actionable.js';
import { standInFor } from './stand-in.js';
import { Covers } from './covers.js';
import { hasWord, readsLikeText } from './letters.js';
import { hasClickListener } from './click-listeners.js';
import { describeNode } from './describe-node.js';
import type { GeneratedPart } from './generated-text.js';
import { PaintedText } from './painted-text.js';
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
import { NAMED_BY_CONTENT, isAnnouncement, roleOf } from './roles.js';
import { isRowRole } from './rows.js';
import { InlineRun } from './inline-run.js';
import { enterDetails } from './opened-details.js';
import { UNNAMED } from './shown-name.js';
import { Visibility } from './visibility.js';
import { WalkBudget } from './walk-budget.js';
import { SKIPPED_TAGS, START_POSITION, TEXT_CAP, type WalkContext, type WalkPosition } from './walk-context.js';
import { IN_VIEW, type ScrollDirection } from './scroll-direction.js';
import type { Entered, InheritedStyle } from './inherited-style.js';
import { parted, type Span } from './hidden-spans.js';

const MAX_NODES = 150_000;
const MAX_DEPTH = 700;

interface Shown {
  readonly cut: readonly Span[];
  readonly blank: readonly Span[];
  readonly spot: ScrollDirection | 0;
}

export class Walk implements WalkContext {
  readonly visibility: Visibility;
  readonly options: WalkOptions;
  readonly budget: WalkBudget;
  /** Undefined: the walk is not compared with a picture of the page. */
  readonly paintedText: PaintedText | undefined;
  elements = 0;
  hiddenTexts = 0;
  skipped = 0;
  stopped: WireWalk['stopped'];
  readonly covers: Covers;
  readonly #end: number;

  constructor(options: WalkOptions) {
    this.options = options;
    this.visibility = new Visibility(options.backdrop, options.scale);
    this.budget = new WalkBudget(options.quota);
    this.paintedText = options.textBoxes === true ? new PaintedText(this.visibility) : undefined;
    this.covers = new Covers(this.visibility.styles, this.visibility.windows);
    this.#end = performance.now() + options.milliseconds;
  }

  run(): WireWalk {
    const root =
      this.options.root === undefined
        ? (documentBody(document) ?? documentElement(document))
        : elementNumbered(this.options.root);
    const run = new InlineRun(this.options.breaks);
    if (root !== null && root !== undefined) {
      const around =
        this.options.root === undefined && localName(root) === 'body'
          ? this.#fromRoot(root)
          : this.visibility.around(root);
      this.visit(root, { ...START_POSITION, around }, run);
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
      ...(this.paintedText === undefined
        ? {}
        : { textBoxes: this.paintedText.entries, pins: this.paintedText.pins, width: innerWidth, height: innerHeight }),
    };
  }

  #fromRoot(body: Element): InheritedStyle {
    const html = documentElement(document);
    const { open } = this.visibility.reach;
    return html === null || html === body ? open : this.visibility.enter(html, open).inner;
  }

  visit(element: Element, place: WalkPosition, out: InlineRun): void {
    const tag = localName(element);
    if (SKIPPED_TAGS.has(tag) && hasClickListener(element, tag) === undefined) return;
    if (this.#mustStop(place) || this.budget.passesOver(element, place.far, this.visibility.styles)) {
      this.skipped += 1;
      out.more += 1;
      return;
    }
    this.elements += 1;
    const entered = this.visibility.enter(element, place.around);
    const { inner } = entered;
    if (inner.sticks && inner.why === undefined) this.paintedText?.pin(element);
    const isHidden = inner.why !== undefined && !inner.isForScreenReaders;
    // A hidden checkbox with a visible label is still what a person uses, as is a part of an image map.
    const isStoodInFor = isHidden && standInFor(element) !== undefined;
    if (isHidden && !isStoodInFor && !this.options.hidden) {
      this.#passHidden(element, entered, out);
      return;
    }
    if (inner.isForScreenReaders && !this.options.hidden && isAnnouncement(element)) {
      if (readsLikeText(element)) this.hiddenTexts += 1;
      return;
    }
    const shown = isStoodInFor ? { ...entered, inner: { ...inner, why: undefined }, unseen: undefined } : entered;
    this.#describe(element, tag, place, shown, out);
  }

  #describe(element: Element, tag: string, place: WalkPosition, entered: Entered, out: InlineRun): void {
    const role = roleOf(element);
    const named = place.insideNamed || NAMED_BY_CONTENT.has(role);
    const native = isActionable(element, role);
    // Links and buttons need no look at their cursor, nor does what is inside them.
    const pointer = named || place.pointer || this.visibility.styles.of(element).cursor === 'pointer';
    const owns = pointer && !place.pointer && !named && tag !== 'body';
    const hasListener = hasClickListener(element, tag);
    const listed = place.delegated && !named && role !== 'row';
    const acts =
      native || owns || hasListener === 'itself' || listed || (place.pointer && !named && isIcon(element, tag));
    const here: WalkPosition = {
      around: entered.inner,
      row: isRowRole(role) ? element : place.row,
      insideNamed: place.insideNamed || (acts && NAMED_BY_CONTENT.has(role)),
      partOfName: place.partOfName || acts || (NAMED_BY_CONTENT.has(role) && !UNNAMED.has(role)),
      pointer,
      delegated: hasListener === 'children',
      far: this.budget.isFar(element, place.far, entered),
      depth: place.depth + 1,
    };
    if (tag === 'label' && !native && this.#passLabel(element, here, entered, out)) return;
    describeNode(this, { element, tag, role, entered, here, acts }, out);
  }

  /** Hidden subtrees are counted, not walked. */
  #passHidden(element: Element, entered: Entered, out: InlineRun): void {
    // What is not displayed names nothing; other hidden words can be part of the name of what they are in.
    if (entered.inner.why !== 'not displayed') out.unseen ??= entered.inner.why;
    if (readsLikeText(element)) this.hiddenTexts += 1;
  }

  /** A label and its control are one line: the label's own text is the control's name. */
  #passLabel(element: Element, here: WalkPosition, entered: Entered, out: InlineRun): boolean {
    const control = element instanceof HTMLLabelElement ? labelControl(element) : null;
    if (control === null || !(checkVisibility(control, {}) || standInLabel(control) !== undefined)) return false;
    const run = new InlineRun(this.options.breaks);
    this.children(element, here, entered, run);
    for (const item of run.items)
      if (typeof item !== 'string' && item.r !== 'text') out.node(item, '', item.view === 1 ? IN_VIEW : 0);
    out.block();
    return true;
  }

  children(element: Element, here: WalkPosition, entered: Entered, run: InlineRun): void {
    const closed = localName(element) === 'details' && attribute(element, 'open') === null;
    const opened = enterDetails(element, this.visibility.styles, entered);
    const inside = opened === undefined ? here : { ...here, around: opened.inner };
    const isRead = !here.far || here.partOfName || !this.budget.textIsUsedUp();
    const isGenerated = isRead && this.visibility.generated.isPossible(element);
    const marker = isRead && entered.unseen === undefined ? this.visibility.markers.of(element) : '';
    if (marker !== '') run.text(marker, 0);
    if (isGenerated) this.#generated(element, '::before', here, entered, run);
    forEachFlatChild(element, (child) => {
      if (isText(child)) {
        const data = textData(child);
        if (data.trim() === '') run.space();
        else if (!closed) this.#text(child, element, inside, opened ?? entered, run);
      } else if (isElement(child)) {
        if (closed && localName(child) !== 'summary') {
          this.#passClosed(child, run);
          return;
        }
        if (localName(child) === 'br') run.text('\n', 0);
        else this.visit(child, localName(child) === 'summary' ? here : inside, run);
      }
    });
    if (isGenerated) this.#generated(element, '::after', here, entered, run);
  }

  /** Badges, units and labels that only a style sheet has. */
  #generated(element: Element, which: GeneratedPart, here: WalkPosition, { unseen }: Entered, run: InlineRun): void {
    const { text, why } = this.visibility.generated.of(element, which);
    if (text === '' || !hasWord(text)) return;
    const box = this.visibility.box(element, here.around);
    const place = box.why === 'zero size' ? undefined : box.why;
    const isCovered = this.covers.cover(element, box.rect, box.spot === IN_VIEW);
    const reason = unseen ?? why ?? place ?? (isCovered ? 'covered' : undefined);
    if (reason === undefined) run.text(text, box.spot);
    else this.#hide(text, reason, here, run);
  }

  /** What a closed `details` keeps: there for whoever opens it, or asks for what is hidden. */
  #passClosed(child: Element, run: InlineRun): void {
    if (!readsLikeText(child)) return;
    this.hiddenTexts += 1;
    const name = cut(textContent(child) ?? '', TEXT_CAP);
    if (this.options.hidden) run.node({ r: 'text', name, hidden: 'in closed details' }, '', 0);
  }

  #text(node: Text, element: Element, here: WalkPosition, entered: Entered, run: InlineRun): void {
    const data = cut(textData(node), Math.max(TEXT_CAP, this.options.textCap));
    if (here.far && !here.partOfName && this.budget.textIsUsedUp()) {
      run.more += 1;
      this.skipped += 1;
      return;
    }
    const seen =
      entered.unseen === undefined
        ? this.visibility.text(node, element, here.around)
        : { why: entered.unseen, spot: 0 as const, rect: undefined, cut: [], blank: [] };
    const isCovered =
      seen.why === undefined && seen.rect !== undefined && this.covers.cover(element, seen.rect, seen.spot === IN_VIEW);
    const reason = isCovered ? 'covered' : seen.why;
    if (reason !== undefined) {
      this.#hide(data, reason, here, run);
      return;
    }
    if (seen.spot === IN_VIEW && hasWord(data)) this.paintedText?.text(node, element, here.around);
    this.#show(node, data, seen, here, run);
  }

  /** Text that styles call visible, without the parts that are cut off or were not in a picture of the page. */
  #show(
    node: Text,
    data: string,
    { cut: cutOff, blank: glyphless, spot }: Shown,
    here: WalkPosition,
    run: InlineRun,
  ): void {
    const blank = [...blankSpans(node), ...glyphless];
    const spans = [...cutOff, ...blank];
    const { seen, unseen } = spans.length === 0 ? { seen: data, unseen: '' } : parted(textData(node), spans);
    const why = cutOff.length > 0 && blank.length === 0 ? 'clipped' : 'not painted';
    if (!hasWord(unseen)) {
      run.text(data.replace(/\s+/gu, ' '), spot);
      this.#spend(data, spot, here);
      return;
    }
    if (hasWord(seen)) {
      const text = cut(seen, Math.max(TEXT_CAP, this.options.textCap)).replace(/\s+/gu, ' ');
      run.text(text, spot);
      this.#spend(text, spot, here);
    }
    this.#hide(unseen, why, here, run);
  }

  /** A long text is shown cut, and what names something is counted with it. */
  #spend(text: string, spot: ScrollDirection | 0, { partOfName }: WalkPosition): void {
    if (!partOfName) this.budget.spend('text', Math.min(text.length, this.options.textCap) + 20, spot === IN_VIEW);
  }

  #hide(data: string, why: string, here: WalkPosition, run: InlineRun): void {
    const marks = here.around.isForScreenReaders && why === here.around.why ? ['screen-reader'] : undefined;
    const isContent = hasWord(data);
    if (why === 'covered') run.covered(data.replace(/\s+/gu, ' '));
    if (marks === undefined && isContent) {
      this.hiddenTexts += 1;
      run.unseen ??= why;
    }
    if (!isContent || here.insideNamed) return;
    const item: WireItem = { r: 'text', name: data, ...(marks === undefined ? { hidden: why } : { marks }) };
    if (marks !== undefined || this.options.hidden) run.node(item, '', 0);
  }

  #mustStop({ depth }: WalkPosition): boolean {
    if (this.stopped === 'time' || this.stopped === 'nodes') return true;
    if (this.elements >= MAX_NODES) this.stopped = 'nodes';
    else if (this.elements % 64 === 63 && performance.now() > this.#end) this.stopped = 'time';
    else if (depth > MAX_DEPTH) this.stopped ??= 'depth';
    return depth > MAX_DEPTH || this.stopped === 'time' || this.stopped === 'nodes';
  }
}
