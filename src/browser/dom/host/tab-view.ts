import type { ElementFacts } from '../../../core/index.js';
import type { Frame } from 'playwright-core';
import type { ScriptOutcome } from './run-script.js';

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
  /** The page was scrolled to bring the element into view. */
  readonly scrolled?: boolean;
}

/** What an action changed, as escaped lines. Only lines that are listed get refs. */
export interface Changes {
  /** In document order, indented under what appeared with them. */
  readonly appeared: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** In document order: which of the first two lists the next line is in. */
  readonly order: readonly ('appeared' | 'changed')[];
  /** Nothing of this page was shown to the agent yet; said once. */
  readonly unshown?: true;
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
  readonly readOnly?: true;
}

export interface InputKind {
  /** `text`: typed by keys; `choice`: select; `toggle`: checkbox or radio; `picker`: date, time, colour, range; `rich`: contenteditable. */
  readonly kind: 'text' | 'choice' | 'toggle' | 'picker' | 'rich' | 'none';
  readonly multiple: boolean;
  /** The field itself is not visible: it takes the keys of a widget around it, e.g. a terminal. */
  readonly inWidget: boolean;
}

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

/** Opaque to callers. */
export interface PageMark {
  readonly lines: ReadonlyMap<string, SourcedLine>;
}
