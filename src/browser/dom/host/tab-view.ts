import type { ElementFacts, Locator, PageView, ReadOptions, SnapshotOptions } from '../../../core/index.js';
import type { Frame } from 'playwright-core';
import type { FileSource } from './carried-files.js';
import type { CarriedFiles } from './frame-files.js';
import type { ScriptOutcome } from './run-script.js';
import type { WireCanvas, WireCanvasFormat } from './wire.js';

/** A line, and the origin of the document that wrote it. */
export interface SourcedLine {
  readonly text: string;
  readonly origin: string;
}

/** One element that was found, and is held on to by its node, not by a description of it. */
export interface LocatedElement {
  readonly facts: ElementFacts;
  readonly frame: Frame;
  /** The node's number in its own document's isolated world. */
  readonly node: number;
  /** The native controls that input at it may press, all of which were judged with it. */
  readonly pressed: readonly number[];
  /** The point of its frame's viewport by which the agent named it. */
  readonly at?: readonly [number, number];
}

/** Where a click at the element would land, in CSS pixels of the top viewport. */
export interface ClickPoint {
  readonly x: number;
  readonly y: number;
}

/** What an action changed, as escaped lines. Only lines that are listed get refs. */
export interface Changes {
  /** In document order, indented under what appeared with them. */
  readonly appeared: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** How many of each are not listed. */
  readonly more: { readonly appeared: number; readonly changed: number; readonly removed: number };
  /** The origin of each line, where frames of other origins wrote some. */
  readonly origins?: Readonly<Record<'appeared' | 'changed' | 'removed', readonly string[]>>;
}

export interface ChangeLimits {
  /** For what appeared and what changed, together. */
  readonly maxTokens: number;
  /** Up to here it is told whole. */
  readonly maxWhole?: number;
  readonly maxRemoved: number;
}

/** The live state of an element, for ActionResult.element. Sensitive fields have no value. */
export interface ElementState {
  readonly attached: boolean;
  readonly focused: boolean;
  readonly checked?: boolean;
  readonly value?: string;
}

export interface InputKind {
  /** `text`: typed by keys; `choice`: select; `toggle`: checkbox or radio; `picker`: date, time, colour, range; `rich`: contenteditable. */
  readonly kind: 'text' | 'choice' | 'toggle' | 'picker' | 'rich' | 'none';
  readonly multiple: boolean;
  /** The field itself is not visible: it takes the keys of a widget around it, e.g. a terminal. */
  readonly inWidget: boolean;
}

/**
 * Everything that is seen inside the pages of one tab, by a small program in an isolated world of every frame,
 * which page script can neither see nor patch. Refs are numbered per session and never reused.
 */
export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface FindSecrets {
  /** Where a text shows secrets, by character. */
  (text: string): readonly { readonly start: number; readonly end: number }[];
  /** Which of some pieces of text show one together, when a few whole pieces between them count for nothing. */
  inPieces(pieces: readonly string[]): ReadonlySet<number>;
}

/** Where a secret may go: into a field of a page, in frames and with a form, that are all of these origins. */
export interface SecretRules {
  readonly origins: readonly string[];
  readonly use: 'any' | 'password' | 'code';
  /** The value is not masked in text, e.g. too short: fields that look like copies of this one are hidden too. */
  readonly isUnmasked?: boolean;
}

/** Where secret fields are while a picture is taken, in page coordinates. */
export interface SecretPlaces {
  /** At the start. */
  readonly first: readonly Box[];
  /** Everywhere that they were painted since then. */
  end(): Promise<readonly Box[]>;
}

/** Secret fields that are invisible for now. */
export interface FieldCover {
  /** The values of these fields, to be looked for in the printed file. */
  readonly values: readonly string[];
  /** Are all of them invisible still? */
  holds(): Promise<boolean>;
  lift(): Promise<void>;
}

/** Until this is lifted, input that reaches another element than the judged one is dropped. */
export interface InputGuard {
  /** Says what was: `click` reached a control that was not judged. */
  lift(): Promise<'click' | 'input' | 'nothing'>;
}

/** What a file field takes. */
export interface FileField {
  readonly multiple: boolean;
  readonly accept: string;
  /** The file input wants a whole folder (`webkitdirectory`). */
  readonly folder: boolean;
  readonly disabled: boolean;
}

export interface ScriptDocument {
  readonly origin: string;
  run(script: string, timeoutMs: number): Promise<ScriptOutcome>;
}

export interface ClipboardAnswer {
  readonly text: string;
  readonly isHandled: boolean;
  /** The text before the selection, in it, and after it. */
  readonly around: readonly string[];
}

export interface Acts {
  readonly option?: string | undefined;
  readonly types?: boolean;
}

/** Everything that only reads. */
export interface TabReads {
  snapshot(options: SnapshotOptions): Promise<PageView>;
  read(options: ReadOptions): Promise<PageView>;
  find(query: string, limit: number): Promise<PageView>;
  searchText(text: string, exact: boolean, limit: number): Promise<PageView>;
  inspect(seen: LocatedElement): Promise<PageView>;
  /** A point in time to compare with: what the page showed before an action. */
  mark(): Promise<PageMark>;
  /** What appeared, what is another than it was and what went since then, as escaped lines; `except` apart. */
  changesSince(mark: PageMark, limits: ChangeLimits, except?: LocatedElement): Promise<Changes>;
}

export interface TabView {
  readonly reader: TabReads;

  /**
   * Finds the one element that the locator means; throws browser.no-match, browser.ambiguous, browser.stale-ref. `acts`:
   * a custom element stands for the only control in its shadow root, a widget for the field that `types` for it, and
   * `option` says which of a select's is meant.
   */
  locate(locator: Locator, acts?: Acts): Promise<LocatedElement>;
  /** Throws browser.inner-control unless a key goes to this very element now, through frames and shadow roots. */
  checkFocus(seen: LocatedElement): Promise<void>;
  /**
   * From now on input reaches this element and nothing else in any frame, whatever the page lays under the pointer and
   * wherever it moves the focus; a drag may end at `also`.
   */
  guardInput(seen: LocatedElement, also?: LocatedElement): Promise<InputGuard>;
  /**
   * The same node again: throws policy.changed if its fingerprint differs, browser.stale-ref if it is gone. Of a field,
   * what its form would send counts only where nothing was typed yet (`isUntouched`).
   */
  confirm(seen: LocatedElement, isUntouched?: boolean): Promise<void>;
  /** Throws browser.outcome-unknown where Enter would now take an item of a list that was not judged with the field. */
  checkMark(seen: LocatedElement): Promise<void>;
  /**
   * Scrolls it into view and waits until it is visible, enabled and still; returns a point where a click hits it, or
   * words and pictures of it. Throws browser.covered (naming what lies on top), browser.inner-control (with refs of what
   * would be pressed in its place) or browser.not-actionable. `mode: pass` also takes a point of a control inside it, and
   * `mode: type` the widget around a field that nobody sees.
   */
  aim(
    seen: LocatedElement,
    options: { readonly needsEnabled: boolean; readonly mode?: 'press' | 'pass' | 'type' },
  ): Promise<ClickPoint>;
  /** Clip rectangle in page coordinates of the top frame, for an element screenshot. */
  box(seen: LocatedElement): Promise<{ x: number; y: number; width: number; height: number }>;
  state(seen: LocatedElement): Promise<ElementState>;
  fieldKind(seen: LocatedElement): Promise<InputKind>;
  focus(seen: LocatedElement): Promise<void>;
  /** Selects what is in the field, so that typing replaces it. */
  selectContents(seen: LocatedElement): Promise<void>;
  /** Sets what keys cannot (dates, colours, ranges) through the native setter, with input and change events. */
  setValue(seen: LocatedElement, value: string): Promise<void>;
  /** May a secret go in here? Throws `policy.secret-origin` or `policy.secret-field` as `putSecret` would. */
  checkSecret(seen: LocatedElement, rules: SecretRules): Promise<void>;
  /** Sets it in the same step in which the origins, the form and the field are checked; from then on it is hidden. */
  putSecret(seen: LocatedElement, value: string, rules: SecretRules): Promise<void>;
  /** Offers a clipboard event to the page: what was copied, and whether the page took it into its own hands. */
  offerClipboard(seen: LocatedElement, kind: 'copy' | 'cut' | 'paste', text?: string): Promise<ClipboardAnswer>;
  /** The first in the top document itself that a person can see, or that is there at all; undefined: none. */
  findInTop(selector: string, which?: 'seen' | 'any'): Promise<LocatedElement | undefined>;
  /** Throws browser.inner-control if this key, with Alt, presses another element of the document by its `accesskey`. */
  checkAccessKey(seen: LocatedElement, key: string): Promise<void>;
  /** Throws policy.password-field where a key would cut a secret that the field shows into pieces. */
  refuseCutting(seen: LocatedElement): Promise<void>;
  /** A click goes to what holds both ends of a drag: throws browser.inner-control if that is a control of its own. */
  checkDrag(from: LocatedElement, to: LocatedElement): Promise<void>;
  /** Notes what is there before a list of the page's own making is opened. */
  beginChoice(seen: LocatedElement, option: string): Promise<void>;
  /** Elements that go by this name in the list that belongs to the element, or that appeared since the choice began. */
  choices(seen: LocatedElement, option: string): Promise<readonly LocatedElement[]>;
  /** Chooses options by value or label; throws browser.bad-option with what there is. */
  setOptions(seen: LocatedElement, values: readonly string[]): Promise<void>;
  /** Throws as `setOptions` would, and changes nothing: a form is filled as a whole or not at all. */
  checkOptions(seen: LocatedElement, values: readonly string[]): Promise<void>;
  scrollBy(seen: LocatedElement | undefined, dx: number, dy: number): Promise<void>;
  /** Is this text, or this element, visible now? */
  shows(what: { readonly text: string } | { readonly locator: Locator }): Promise<boolean>;
  /** Where password, one-time-code and card fields are from now on, and text that is found, to be painted over. */
  watchSecretPlaces(find?: FindSecrets): Promise<SecretPlaces>;
  /** Makes secret fields, and frames that nobody can look into, invisible while the page is printed. */
  coverFields(): Promise<FieldCover>;
  /** In how many places the page's text shows what is found. */
  countShownSecrets(find: FindSecrets): Promise<number>;
  /** Undefined: it is no file field itself. */
  fileField(seen: LocatedElement): Promise<FileField | undefined>;
  /** Paths as the browser knows them, or files that were carried to the element's document. */
  setFiles(seen: LocatedElement, files: readonly string[] | CarriedFiles): Promise<void>;
  /** Brings files to the element's document in pieces, for a browser whose disk is not ours; no page sees them yet. */
  carryFiles(seen: LocatedElement, files: readonly FileSource[]): Promise<CarriedFiles>;
  /** Does a secret field hold something, or is there text that is found? Also where somebody cannot look. */
  isSecretLive(find?: FindSecrets): Promise<boolean>;
  /** Does one of them hold something, or is there a password field, be it empty, in any document? */
  mayTakeSecret(): Promise<boolean>;
  /** The document that a script of the agent's would run in: the element's own, or the one inside a frame element. */
  scriptDocument(seen: LocatedElement | undefined): Promise<ScriptDocument>;
  /** The numbers of the top document's elements at these points of the viewport. */
  hitNumbers(points: readonly (readonly [number, number])[]): Promise<readonly (number | null)[]>;
  /** The pixels of a canvas, as far as anybody may read them. */
  canvasPixels(seen: LocatedElement, format: WireCanvasFormat): Promise<WireCanvas>;
  /** Boxes and refs of what can be acted on in the viewport, for marks. */
  marks(): Promise<
    readonly {
      ref: string;
      role: string;
      name: string;
      origin: string;
      x: number;
      y: number;
      width: number;
      height: number;
    }[]
  >;

  /** The refs that the agent gave names to. */
  nameRef(name: string, seen: LocatedElement): void;
  namedRefs(): readonly { readonly name: string; readonly ref: string }[];
  dispose(): void;
}

/** Opaque to callers. */
export interface PageMark {
  readonly lines: ReadonlyMap<string, SourcedLine>;
}
