import { Failure, type Locator } from '../../core/index.js';
import type { Page } from 'playwright-core';
import type {
  Acts,
  Box,
  ClickPoint,
  ClipboardAnswer,
  ElementState,
  FileField,
  InputKind,
  LocatedElement,
  SecretRules,
} from './host/tab-view.js';
import type { FileSource } from './host/carried-files.js';
import type { CarriedFiles } from './host/frame-files.js';
import { Elements, elementFingerprint, isField, isStill } from './host/elements.js';
import type { FrameDocument, FrameDocuments } from './host/frame-documents.js';
import { aimAt, boxInTop, scrollOfTop } from './host/frame-geometry.js';
import { locate, type LocateDeps } from './host/locate.js';
import { locateToAct } from './host/locate-to-act.js';
import { walkDocuments, type WalkedDocument } from './host/walk-documents.js';
import { findInTop } from './host/find-in-top.js';
import { originOfUrl } from '../origin-of-url.js';
import { originOfWalk } from './snapshot/sourced-text.js';
import { PageReader } from './snapshot/page-reader.js';
import type { RefBook } from './host/ref-book.js';
import { refuseSecret } from './host/refuse-secret.js';
import { refuseBadOption, shownOptions } from './host/shown-options.js';
import { readClipboard, readFieldKind } from './host/read-answers.js';
import { isBoxes, isNumbers, isPlainBox } from './host/wire-check.js';
import type { AimMode } from './host/wire.js';

export interface TabViewParts {
  readonly page: Page;
  readonly documents: FrameDocuments;
  readonly refs: RefBook;
  readonly maxTokens: number;
}

/** Boxes and refs of what can be acted on in the viewport, for marks. */
export interface Mark extends Box {
  readonly ref: string;
  readonly role: string;
  readonly name: string;
  readonly origin: string;
}

/**
 * Everything that is seen inside the pages of one tab, by a small program in an isolated world of every frame,
 * which page script can neither see nor patch. Refs are numbered per session and never reused. What is asked of it in
 * one place only is a function beside it (`checkFocus`, `guardInput`, `coverFields`), which is given the view.
 */
export class CdpTabView implements LocateDeps {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
  readonly refs: RefBook;
  readonly origin: () => string;
  readonly reader: PageReader;

  constructor({ page, documents, refs, maxTokens }: TabViewParts) {
    this.origin = () => originOfUrl(page.url());
    this.documents = documents;
    this.refs = refs;
    this.elements = new Elements(documents, refs);
    const resolve = (ref: string): Promise<LocatedElement> => this.locate({ by: 'ref', ref });
    this.reader = new PageReader({ documents, elements: this.elements, refs, origin: this.origin, maxTokens, resolve });
  }

  /**
   * Finds the one element that the locator means; throws browser.no-match, browser.ambiguous, browser.stale-ref. `acts`:
   * a custom element stands for the only control in its shadow root, a widget for the field that `types` for it, and
   * `option` says which of a select's is meant.
   */
  async locate(locator: Locator, acts?: Acts): Promise<LocatedElement> {
    if (acts === undefined) return this.elements.seen(await locate(this, locator));
    return locateToAct(this, locator, acts);
  }

  /**
   * The same node again: throws policy.changed if its fingerprint differs, browser.stale-ref if it is gone. Of a field,
   * what its form would send counts only where nothing was typed yet (`isUntouched`).
   */
  async confirm(seen: LocatedElement, isUntouched = !isField(seen)): Promise<void> {
    const document = this.elements.documentOf(seen);
    const facts = await this.elements.facts(document, seen.node);
    if (facts === undefined) throw new Failure('browser.stale-ref', `${seen.facts.ref} is gone`);
    if (!isStill(elementFingerprint(document, facts), seen.facts.fingerprint, !isUntouched))
      throw new Failure('policy.changed', `${seen.facts.ref} changed after the page was read`);
  }

  /** Throws browser.outcome-unknown where Enter would now take an item of a list that was not judged with the field. */
  async checkMark(seen: LocatedElement): Promise<void> {
    const facts = await this.elements.facts(this.elements.documentOf(seen), seen.node);
    if (facts?.marked === undefined || facts.marked === seen.facts.marked) return;
    throw new Failure(
      'browser.outcome-unknown',
      'the text is there; Enter was not pressed, because it would choose what the list marks now: look, and use browser_press',
    );
  }

  /**
   * Scrolls it into view and waits until it is visible, enabled and still; returns a point where a click hits it, or
   * words and pictures of it. Throws browser.covered (naming what lies on top), browser.inner-control (with refs of what
   * would be pressed in its place) or browser.not-actionable. `mode: pass` also takes a point of a control inside it, and
   * `mode: type` the widget around a field that nobody sees.
   */
  aim(
    seen: LocatedElement,
    { needsEnabled, mode = 'press' }: { readonly needsEnabled: boolean; readonly mode?: AimMode },
  ): Promise<ClickPoint> {
    return aimAt(this, seen, needsEnabled, mode);
  }

  /** Clip rectangle in page coordinates of the top frame, for an element screenshot. */
  async box(seen: LocatedElement): Promise<Box> {
    const box = await this.elements.onSeen(seen, 'box', []);
    if (!isPlainBox(box)) throw new Failure('browser.not-actionable', 'it has no box');
    const inTop = await boxInTop(this, this.elements.documentOf(seen), box);
    const scroll = await scrollOfTop(this);
    return { ...inTop, x: inTop.x + scroll.x, y: inTop.y + scroll.y };
  }

  async state(seen: LocatedElement): Promise<ElementState> {
    const answer = await this.elements.ask(this.elements.documentOf(seen), 'state', [seen.node]);
    if (typeof answer !== 'object' || answer === null) return { attached: false, focused: false };
    const { focused, checked, value, readOnly }: Readonly<Record<string, unknown>> = { ...answer };
    return {
      attached: true,
      focused: focused === true,
      ...(typeof checked === 'boolean' ? { checked } : {}),
      ...(typeof value === 'string' ? { value } : {}),
      ...(readOnly === true ? { readOnly } : {}),
    };
  }

  async fieldKind(seen: LocatedElement): Promise<InputKind> {
    return readFieldKind(await this.elements.onSeen(seen, 'fieldKind', []));
  }

  async focus(seen: LocatedElement): Promise<void> {
    await this.elements.onSeen(seen, 'focus', []);
  }

  /** Selects what is in the field, so that typing replaces it. */
  async selectContents(seen: LocatedElement): Promise<void> {
    await this.elements.onSeen(seen, 'selectContents', []);
  }

  /** Sets what keys cannot (dates, colours, ranges) through the native setter, with input and change events. */
  async setValue(seen: LocatedElement, value: string): Promise<void> {
    const taken = await this.elements.onSeen(seen, 'setValue', [value]);
    if (taken !== true)
      throw new Failure(
        'browser.bad-option',
        'the field does not take this value; dates are YYYY-MM-DD, times HH:MM, colours #rrggbb',
      );
  }

  /** May a secret go in here? Throws `policy.secret-origin` or `policy.secret-field` as `putSecret` would. */
  async checkSecret(seen: LocatedElement, rules: SecretRules): Promise<void> {
    refuseSecret(await this.elements.onSeen(seen, 'checkSecret', [rules]));
  }

  /** Sets it in the same step in which the origins, the form and the field are checked; from then on it is hidden. */
  async putSecret(seen: LocatedElement, value: string, rules: SecretRules): Promise<void> {
    refuseSecret(await this.elements.onSeen(seen, 'putSecret', [value, rules]));
  }

  /** Offers a clipboard event to the page: what was copied, and whether the page took it into its own hands. */
  async offerClipboard(seen: LocatedElement, kind: 'copy' | 'cut' | 'paste', text = ''): Promise<ClipboardAnswer> {
    return readClipboard(await this.elements.onSeen(seen, 'offerClipboard', [kind, text]));
  }

  /** The first in the top document itself that a person can see, or that is there at all; undefined: none. */
  async findInTop(selector: string, which: 'seen' | 'any' = 'seen'): Promise<LocatedElement | undefined> {
    const found = await findInTop(this, selector, which);
    return found === undefined ? undefined : this.elements.seen(found);
  }

  /** Notes what is there before a list of the page's own making is opened. */
  async beginChoice(seen: LocatedElement, option: string): Promise<void> {
    await this.elements.ask(this.elements.documentOf(seen), 'beginChoice', [option]);
  }

  /** Elements that go by this name in the list that belongs to the element, or that appeared since the choice began. */
  async choices(seen: LocatedElement, option: string): Promise<readonly LocatedElement[]> {
    const numbers = await this.elements.onSeen(seen, 'choices', [option]);
    // Options go by their whole name, so a name that answers would mask is found by nobody.
    const [shown] = this.documents.secrets.mask()?.([{ text: option, origin: seen.facts.frameOrigin }]) ?? [option];
    const found = isNumbers(numbers) && shown === option ? numbers : [];
    return this.elements.allSeen(this.elements.documentOf(seen), found);
  }

  /** Throws as `setOptions` would, and changes nothing: a form is filled as a whole or not at all. */
  checkOptions(seen: LocatedElement, values: readonly string[]): Promise<void> {
    return this.#askOptions('checkOptions', seen, values);
  }

  /** Chooses options by value or label; throws browser.bad-option with what there is. */
  setOptions(seen: LocatedElement, values: readonly string[]): Promise<void> {
    return this.#askOptions('setOptions', seen, values);
  }

  async #askOptions(
    method: 'checkOptions' | 'setOptions',
    seen: LocatedElement,
    values: readonly string[],
  ): Promise<void> {
    const known = await shownOptions(this.elements, seen, values, this.documents.secrets.mask());
    refuseBadOption(known.isRefused ? known : await this.elements.onSeen(seen, method, [known.values]), this.origin());
  }

  async scrollBy(seen: LocatedElement | undefined, dx: number, dy: number): Promise<void> {
    const document = seen === undefined ? await this.documents.top() : this.elements.documentOf(seen);
    await this.elements.ask(document, 'scrollBy', [seen?.node ?? 0, dx, dy]);
  }

  /** Undefined: it is no file field itself. */
  async fileField(seen: LocatedElement): Promise<FileField | undefined> {
    const answer = await this.elements.onSeen(seen, 'fileField', []);
    if (typeof answer !== 'object' || answer === null) return undefined;
    const { multiple, accept, folder, disabled }: Readonly<Record<string, unknown>> = { ...answer };
    return {
      multiple: multiple === true,
      accept: typeof accept === 'string' ? accept : '',
      folder: folder === true,
      disabled: disabled === true,
    };
  }

  /** Paths as the browser knows them, or files that were carried to the element's document. */
  async setFiles(seen: LocatedElement, files: readonly string[] | CarriedFiles): Promise<void> {
    const { session, world } = this.elements.documentOf(seen);
    if ('objectId' in files) await session.files.setCarried(seen.node, files);
    else await session.files.setPaths(world, seen.node, files);
  }

  /** Brings files to the element's document in pieces, for a browser whose disk is not ours; no page sees them yet. */
  async carryFiles(seen: LocatedElement, files: readonly FileSource[]): Promise<CarriedFiles> {
    const { session, world } = this.elements.documentOf(seen);
    return session.files.carry(world, files);
  }

  /** The elements of the top document at these points of the viewport; null: none, or nobody could say. */
  async hitNumbers(points: readonly (readonly [number, number])[]): Promise<readonly (number | null)[]> {
    const numbers = await this.elements.ask(await this.documents.top(), 'hits', [points]);
    return Array.isArray(numbers) ? numbers.map((one) => (typeof one === 'number' ? one : null)) : [];
  }

  async marks(): Promise<readonly Mark[]> {
    const marks: Mark[] = [];
    for (const { document, origin } of await this.#everyDocument()) {
      const found = await this.elements.ask(document, 'actingBoxes', []);
      if (!isBoxes(found)) continue;
      for (const box of found) {
        const { role, name } = box;
        const inTop = await boxInTop(this, document, box);
        marks.push({ ref: this.elements.ref(document, box), role, name, origin, ...inTop });
      }
    }
    return marks;
  }

  async #everyDocument(): Promise<{ readonly document: FrameDocument; readonly origin: string }[]> {
    const walked = await walkDocuments(this.documents, { hidden: false, textCap: 0, quota: 0, listen: false });
    const all: { readonly document: FrameDocument; readonly origin: string }[] = [];
    const collect = (one: WalkedDocument): void => {
      all.push({ document: one.document, origin: originOfWalk(one, this.origin()) });
      for (const child of one.frames.values()) if (typeof child === 'object') collect(child);
    };
    collect(walked);
    return all;
  }

  dispose(): void {
    this.documents.dispose();
  }
}
