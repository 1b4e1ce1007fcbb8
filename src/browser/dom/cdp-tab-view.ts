import { Failure, type Locator } from '../../core/index.js';
import type { Page } from 'playwright-core';
import type {
  Acts,
  Box,
  ClickPoint,
  ClipboardAnswer,
  ElementState,
  InputKind,
  InputGuard,
  LocatedElement,
  TabView,
} from './host/tab-view.js';
import type { FieldCover, FileField, FindSecrets, SecretPlaces, SecretRules } from './host/tab-view.js';
import type { FileSource } from './host/carried-files.js';
import type { CarriedFiles } from './host/frame-files.js';
import { coverFields } from './host/cover-fields.js';
import { isShown } from './is-shown.js';
import { canvasPixelsOf } from './host/canvas-pixels-of.js';
import { hitNumbers } from './host/hit-numbers.js';
import { elementState } from './host/element-state.js';
import { Elements, elementFingerprint, isField, isStill } from './host/elements.js';
import type { FrameDocument, FrameDocuments } from './host/frame-documents.js';
import { aimAt, boxInTop, scrollOfTop } from './host/frame-geometry.js';
import { checkAccessKey, checkDrag, checkFocus, locate, type LocateDeps } from './host/locate.js';
import { guardInput } from './host/input-guard.js';
import { locateToAct } from './host/locate-to-act.js';
import { walkDocuments, type WalkedDocument } from './host/walk-documents.js';
import { fileFieldOf } from './host/file-field-of.js';
import { findInTop } from './host/find-in-top.js';
import { originOfWalk } from './snapshot/sourced-text.js';
import { PageReader } from './snapshot/page-reader.js';
import type { RefBook } from './host/ref-book.js';
import { refuseCutting } from './host/refuse-partial-edit.js';
import { refuseSecret } from './host/refuse-secret.js';
import { isSecretLive, mayTakeSecret } from './host/secret-live.js';
import { scriptDocument } from './host/script-document.js';
import { watchSecretPlaces } from './host/secret-places.js';
import { refuseBadOption, shownOptions } from './host/shown-options.js';
import { countShownSecrets } from './host/shown-secrets.js';
import { readClipboard, readFieldKind } from './host/read-answers.js';
import { isBoxes, isNumbers, isPlainBox } from './host/wire-check.js';

export interface TabViewParts {
  readonly page: Page;
  readonly documents: FrameDocuments;
  readonly refs: RefBook;
  readonly maxTokens: number;
}

export class CdpTabView implements TabView {
  readonly #documents: FrameDocuments;
  readonly #elements: Elements;
  readonly #refs: RefBook;
  readonly reader: PageReader;
  readonly #deps: LocateDeps;

  constructor({ page, documents, refs, maxTokens }: TabViewParts) {
    const origin = (): string => (URL.canParse(page.url()) ? new URL(page.url()).origin : 'null');
    this.#documents = documents;
    this.#refs = refs;
    this.#elements = new Elements(documents, refs, this);
    this.#deps = { documents, elements: this.#elements, refs, view: this, origin };
    const resolve = (ref: string): Promise<LocatedElement> => this.locate({ by: 'ref', ref });
    this.reader = new PageReader({ documents, elements: this.#elements, refs, origin, maxTokens, resolve });
  }

  async locate(locator: Locator, acts?: Acts): Promise<LocatedElement> {
    if (acts === undefined) return this.#elements.seen(await locate(this.#deps, locator));
    return locateToAct(this.#deps, locator, acts);
  }

  checkFocus(seen: LocatedElement): Promise<void> {
    return checkFocus(this.#deps, seen);
  }

  guardInput(seen: LocatedElement, also?: LocatedElement): Promise<InputGuard> {
    return guardInput(this.#deps, seen, also);
  }

  async confirm(seen: LocatedElement, isUntouched = !isField(seen)): Promise<void> {
    const document = this.#elements.documentOf(seen);
    const facts = await this.#elements.facts(document, seen.node);
    if (facts === undefined) throw new Failure('browser.stale-ref', `${seen.facts.ref} is gone`);
    if (!isStill(elementFingerprint(document, facts), seen.facts.fingerprint, !isUntouched))
      throw new Failure('policy.changed', `${seen.facts.ref} changed after the page was read`);
  }

  async checkMark(seen: LocatedElement): Promise<void> {
    const facts = await this.#elements.facts(this.#elements.documentOf(seen), seen.node);
    if (facts?.marked === undefined || facts.marked === seen.facts.marked) return;
    throw new Failure(
      'browser.outcome-unknown',
      'the text is there; Enter was not pressed, because it would choose what the list marks now: look, and use browser_press',
    );
  }

  aim(seen: LocatedElement, { needsEnabled, mode = 'press' }: Parameters<TabView['aim']>[1]): Promise<ClickPoint> {
    return aimAt(this.#deps, seen, needsEnabled, mode);
  }

  async box(seen: LocatedElement): Promise<Box> {
    const box = await this.#elements.onSeen(seen, 'box', []);
    if (!isPlainBox(box)) throw new Failure('browser.not-actionable', 'it has no box');
    const inTop = await boxInTop(this.#deps, this.#elements.documentOf(seen), box);
    const scroll = await scrollOfTop(this.#deps);
    return { ...inTop, x: inTop.x + scroll.x, y: inTop.y + scroll.y };
  }

  state(seen: LocatedElement): Promise<ElementState> {
    return elementState(this.#elements, seen);
  }

  async fieldKind(seen: LocatedElement): Promise<InputKind> {
    return readFieldKind(await this.#elements.onSeen(seen, 'fieldKind', []));
  }

  async focus(seen: LocatedElement): Promise<void> {
    await this.#elements.onSeen(seen, 'focus', []);
  }

  async selectContents(seen: LocatedElement): Promise<void> {
    await this.#elements.onSeen(seen, 'selectContents', []);
  }

  async setValue(seen: LocatedElement, value: string): Promise<void> {
    const taken = await this.#elements.onSeen(seen, 'setValue', [value]);
    if (taken !== true)
      throw new Failure(
        'browser.bad-option',
        'the field does not take this value; dates are YYYY-MM-DD, times HH:MM, colours #rrggbb',
      );
  }

  async checkSecret(seen: LocatedElement, rules: SecretRules): Promise<void> {
    refuseSecret(await this.#elements.onSeen(seen, 'checkSecret', [rules]));
  }

  async putSecret(seen: LocatedElement, value: string, rules: SecretRules): Promise<void> {
    refuseSecret(await this.#elements.onSeen(seen, 'putSecret', [value, rules]));
  }

  async offerClipboard(...[seen, kind, text = '']: Parameters<TabView['offerClipboard']>): Promise<ClipboardAnswer> {
    return readClipboard(await this.#elements.onSeen(seen, 'offerClipboard', [kind, text]));
  }

  async findInTop(selector: string, which: 'seen' | 'any' = 'seen'): Promise<LocatedElement | undefined> {
    const found = await findInTop(this.#deps, selector, which);
    return found === undefined ? undefined : this.#elements.seen(found);
  }

  async beginChoice(seen: LocatedElement, option: string): Promise<void> {
    await this.#elements.ask(this.#elements.documentOf(seen), 'beginChoice', [option]);
  }

  checkAccessKey(seen: LocatedElement, key: string): Promise<void> {
    return checkAccessKey(this.#deps, seen, key);
  }

  refuseCutting(seen: LocatedElement): Promise<void> {
    return refuseCutting(this.#deps, seen);
  }

  checkDrag(from: LocatedElement, to: LocatedElement): Promise<void> {
    return checkDrag(this.#deps, from, to);
  }

  async choices(seen: LocatedElement, option: string): Promise<readonly LocatedElement[]> {
    const numbers = await this.#elements.onSeen(seen, 'choices', [option]);
    // Options go by their whole name, so a name that answers would mask is found by nobody.
    const [shown] = this.#documents.secrets.mask()?.([{ text: option, origin: seen.facts.frameOrigin }]) ?? [option];
    const found = isNumbers(numbers) && shown === option ? numbers : [];
    return this.#elements.allSeen(this.#elements.documentOf(seen), found);
  }

  async checkOptions(seen: LocatedElement, values: readonly string[]): Promise<void> {
    const known = await shownOptions(this.#elements, seen, values, this.#documents.secrets.mask());
    const answer = known.isRefused ? known : await this.#elements.onSeen(seen, 'checkOptions', [known.values]);
    refuseBadOption(answer, this.#deps.origin());
  }

  async setOptions(seen: LocatedElement, values: readonly string[]): Promise<void> {
    const known = await shownOptions(this.#elements, seen, values, this.#documents.secrets.mask());
    const answer = known.isRefused ? known : await this.#elements.onSeen(seen, 'setOptions', [known.values]);
    refuseBadOption(answer, this.#deps.origin());
  }

  async scrollBy(seen: LocatedElement | undefined, dx: number, dy: number): Promise<void> {
    const document = seen === undefined ? await this.#documents.top() : this.#elements.documentOf(seen);
    await this.#elements.ask(document, 'scrollBy', [seen?.node ?? 0, dx, dy]);
  }

  readonly shows: TabView['shows'] = (what) => isShown(this.#deps, what);

  watchSecretPlaces(find?: FindSecrets): Promise<SecretPlaces> {
    return watchSecretPlaces(this.#deps, find);
  }

  coverFields(): Promise<FieldCover> {
    return coverFields(this.#deps);
  }

  countShownSecrets(find: FindSecrets): Promise<number> {
    return countShownSecrets(this.#deps, find);
  }

  fileField(seen: LocatedElement): Promise<FileField | undefined> {
    return fileFieldOf(this.#elements, seen);
  }

  async setFiles(seen: LocatedElement, files: readonly string[] | CarriedFiles): Promise<void> {
    const { session, world } = this.#elements.documentOf(seen);
    if ('objectId' in files) await session.files.setCarried(seen.node, files);
    else await session.files.setPaths(world, seen.node, files);
  }

  async carryFiles(seen: LocatedElement, files: readonly FileSource[]): Promise<CarriedFiles> {
    const { session, world } = this.#elements.documentOf(seen);
    return session.files.carry(world, files);
  }

  isSecretLive(find?: FindSecrets): Promise<boolean> {
    return isSecretLive(this.#deps, find);
  }

  mayTakeSecret(): Promise<boolean> {
    return mayTakeSecret(this.#deps);
  }

  readonly scriptDocument: TabView['scriptDocument'] = (seen) => scriptDocument(this.#deps, seen);

  readonly hitNumbers: TabView['hitNumbers'] = (points) => hitNumbers(this.#deps, points);

  readonly canvasPixels: TabView['canvasPixels'] = (seen, format) => canvasPixelsOf(this.#elements, seen, format);

  async marks(): ReturnType<TabView['marks']> {
    const marks: Awaited<ReturnType<TabView['marks']>>[number][] = [];
    for (const { document, origin } of await this.#everyDocument()) {
      const found = await this.#elements.ask(document, 'actingBoxes', []);
      if (!isBoxes(found)) continue;
      for (const box of found) {
        const { role, name } = box;
        const { x, y, width, height } = await boxInTop(this.#deps, document, box);
        marks.push({ ref: this.#elements.ref(document, box), role, name, origin, x, y, width, height });
      }
    }
    return marks;
  }

  async #everyDocument(): Promise<{ readonly document: FrameDocument; readonly origin: string }[]> {
    const walked = await walkDocuments(this.#documents, { hidden: false, textCap: 0, quota: 0, listen: false });
    const all: { readonly document: FrameDocument; readonly origin: string }[] = [];
    const collect = (one: WalkedDocument): void => {
      all.push({ document: one.document, origin: originOfWalk(one, this.#deps.origin()) });
      for (const child of one.frames.values()) if (typeof child === 'object') collect(child);
    };
    collect(walked);
    return all;
  }

  nameRef(name: string, seen: LocatedElement): void {
    this.#refs.name(name, seen.facts.ref);
  }

  namedRefs(): readonly { readonly name: string; readonly ref: string }[] {
    return this.#refs.names();
  }

  dispose(): void {
    this.#documents.dispose();
  }
}
