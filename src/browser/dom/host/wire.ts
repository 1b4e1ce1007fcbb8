import type { ElementFacts, FormFacts } from '../../../core/facts.js';

/** What the in-page program sends: our own format between two of our own programs, checked on arrival. */
export interface WireNode {
  /** Role; `text` for a run of text that needs a mark. */
  readonly r: string;
  /** The element's number in its document. */
  readonly n?: number;
  readonly name?: string;
  /** The name as the page has it, where the other is masked. Refs are bound to this one; it is never shown or compared. */
  readonly trueName?: string;
  readonly value?: string;
  readonly states?: readonly string[];
  readonly marks?: readonly string[];
  /** Why a person cannot see it. */
  readonly hidden?: string;
  /** 1: can be acted on. */
  readonly act?: 1;
  /** 1: at least partly in the viewport. */
  readonly view?: 1;
  /** Digest of the row it stands in, if it stands in one. */
  readonly row?: number;
  readonly href?: string;
  readonly level?: number;
  /** 1: the name is only how its content begins, and the content is among the kids. */
  readonly part?: 1;
  /** 1: a field of several lines. */
  readonly multi?: 1;
  /** What a nameless icon may be, by its class or picture. */
  readonly hint?: string;
  /** What an empty field asks for. */
  readonly asks?: string;
  /** Colour behind a transparent frame. */
  readonly backdrop?: string | undefined;
  /** Of a frame: how large its document is shown, where that is not its own size. */
  readonly scale?: number;
  /** How many things in here were not looked at. */
  readonly more?: number;
  /** Where it begins and ends in the text that is before it, of which it is a part. */
  readonly span?: readonly number[];
  readonly kids?: readonly WireItem[];
  /** Which of the kids that are text are in the viewport. */
  readonly seen?: readonly number[];
  /** Where it and its kids stand: 1 in view, 2 above, 3 below, 4 left, 5 right, 0 unknown. Only where it was asked for. */
  readonly spot?: number;
  readonly spots?: readonly number[];
  /**
   * Of a frame: left, top and scale of its document, how far it can be scrolled up and down, the box of it that is not
   * cut off for good, and the box of it that can be seen now.
   */
  readonly frame?: readonly number[];
}

/** A plain string is text that can be seen. */
export type WireItem = WireNode | string;

/**
 * Text that should be in a picture of the viewport: its number, flags (1: pinned, 2: colours are unknown, 4: was not
 * painted before), how far it can be scrolled up and down, how many colours, each as r, g, b and opacity, and then boxes
 * as left, top, width and height.
 */
export type WireTextBoxes = readonly number[];

/** The value of a password, one-time-code or card field. */
export interface WireHeldValue {
  readonly kind: 'password' | 'one-time-code' | 'card';
  readonly name: string;
  readonly value: string;
}

/** What secret fields of a document hold. Learned, and passed on to nobody. */
export interface WireHeld {
  readonly origin: string;
  readonly values: readonly WireHeldValue[];
}

export interface WireWalk {
  readonly held?: WireHeld;
  readonly title: string;
  readonly url: string;
  /** `null`: an opaque origin, as a sandboxed frame has it. */
  readonly origin: string;
  readonly kids: readonly WireItem[];
  readonly seen: readonly number[];
  readonly spots?: readonly number[];
  readonly elements: number;
  readonly hiddenTexts: number;
  /** Elements that were passed over because the quota, the node or the time budget was used up. */
  readonly skipped: number;
  readonly stopped?: 'time' | 'nodes' | 'depth';
  readonly focus?: number;
  readonly textBoxes?: readonly WireTextBoxes[];
  /** Boxes that do not scroll with the page and may cover its text. */
  readonly pins?: readonly (readonly number[])[];
  /** The viewport's size, where there are text boxes. */
  readonly width?: number;
  readonly height?: number;
}

/** What a picture of the viewport showed: what was painted, and the boxes, after a number, where nothing was. */
export interface WirePainting {
  readonly painted: readonly number[];
  readonly blank: readonly (readonly number[])[];
}

export interface WalkOptions {
  /** Walk only below this element. */
  readonly root?: number;
  /** Send what cannot be seen too, with its reason. */
  readonly hidden: boolean;
  /** Longest run of text that is sent. */
  readonly textCap: number;
  /** Characters per kind of content (text, links, controls) outside the viewport after which it is only counted. */
  readonly quota: number;
  /** Keep paragraph breaks, as items of two newlines. */
  readonly breaks?: boolean;
  /** Say in which direction what is out of view lies. */
  readonly places?: boolean;
  /** Say where text should be painted. */
  readonly textBoxes?: boolean;
  readonly backdrop?: string | undefined;
  /** How large the document is shown by the frames around it. */
  readonly scale?: number;
  readonly milliseconds: number;
}

/** Of the facts that policy judges, those that the page's program does not send, or not in this form. */
type NotOnTheWire =
  'ref' | 'frameOrigin' | 'document' | 'form' | 'mayChangeSend' | 'options' | 'fingerprint' | 'also' | 'radios';

/** Facts about one element, in its own document's terms: those of `ElementFacts`, and what only the host needs. */
export interface WireFacts extends Omit<ElementFacts, NotOnTheWire> {
  readonly held?: WireHeld;
  readonly n: number;
  /** The document's true origin: `null` in a sandboxed frame, whatever its address says. */
  readonly origin: string;
  /** A digest over what goes with a link: its window, who is told of it. */
  readonly how?: string;
  readonly form?: WireForm;
  readonly row?: number;
  readonly visible: boolean;
  /** The only control in its shadow root, for which it stands. */
  readonly inner?: number;
  /** Script listens for its changes, and may send its form then. */
  readonly sends?: true;
  /** The native controls that a click on it passes through, itself among them, by their numbers. */
  readonly pressed?: readonly number[];
  /** The facts of those that are neither it nor the control that its own facts are of. */
  readonly also?: readonly WireFacts[];
  /** The facts of the other radio buttons of its group, without the form, which is its own. */
  readonly radios?: readonly WireFacts[];
}

/** The page's program says all of a form. */
type FormDigests = 'routeDigest' | 'fields' | 'moreFields' | 'contentDigest' | 'tokenDigest';
export type WireForm = FormFacts & Required<Pick<FormFacts, FormDigests>>;

/** A document's part in a picture: where it is scrolled to, its frames, and where secret fields and frames stand. */
export interface WireScroll {
  readonly x: number;
  readonly y: number;
}

export interface WireWatch extends WireScroll {
  /** Where else it was scrolled to in frames that were painted meanwhile. */
  readonly scrolls: readonly WireScroll[];
  /** Texts that were put in meanwhile. Null: more than can be told. */
  readonly texts: readonly string[] | null;
  readonly frames: readonly number[];
  /** `object` and `embed`, which may hold a document or not. */
  readonly embedded: readonly number[];
  /** Null: in more places than can be told, or nobody watched. */
  readonly places: readonly WireBox[] | null;
}

export interface WireBox {
  readonly n: number;
  /** How far beyond the box it is painted; -1: nobody can tell. */
  readonly beyond?: number;
  readonly role: string;
  readonly name: string;
  readonly row?: number;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** `press`: at a point of the element's own. `pass`: the pointer, or a read, may meet a control inside it. */
export type AimMode = 'press' | 'pass' | 'type';

/** A control, or a frame, that takes the click in place of the element that holds it, and where it does. */
export interface WireInner {
  readonly n: number;
  readonly x: number;
  readonly y: number;
  readonly frame?: boolean;
}

/** Where a click would land in this frame, or why it would not. */
export type WireAim =
  | {
      readonly ok: true;
      readonly x: number;
      readonly y: number;
      readonly scrolled?: boolean;
      /** Of a frame that was hit: how opaque it is. */
      readonly opacity?: number;
    }
  | { readonly ok: false; readonly why: 'gone' | 'invisible' | 'disabled' | 'moving' | 'tiny' | 'faint' | 'off-screen' }
  | { readonly ok: false; readonly why: 'inner'; readonly inner: readonly WireInner[] }
  | { readonly ok: false; readonly why: 'covered'; readonly role: string; readonly name: string; readonly by?: number };

/** What has the focus in a document. A frame has it for something inside, and says whether a person can see it. */
export interface WireFocus {
  readonly n: number;
  readonly frame?: { readonly why?: 'faint' | 'invisible' | 'tiny'; readonly opacity: number };
}

/** A child frame's content box in its parent's viewport. */
export interface WireFrameBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly scrolled?: boolean;
  readonly scaleX: number;
  readonly scaleY: number;
}

export type WireCanvasFormat = 'png' | '2d-imagedata' | 'webgl-framebuffer';

/** What a canvas shows, as a PNG in base64, or why nobody can read it. */
export type WireCanvas =
  | {
      readonly ok: true;
      readonly width: number;
      readonly height: number;
      readonly isBlank: boolean;
      readonly png: string;
    }
  | { readonly ok: false; readonly why: 'no-canvas' | 'empty' | 'tainted' | 'other-context' }
  | { readonly ok: false; readonly why: 'too-large'; readonly width: number; readonly height: number };
