import type { ActionResult, TabFacts } from '../action-result.js';
import type { DataObject, PageText } from '../output.js';
import type { ElementTarget, UrlTarget } from '../target.js';

/** Text that was read from a page, ready to be fenced: already escaped, line by line. */
export interface PageView {
  readonly origin: string;
  readonly text: string;
  /** The same text by the origins that wrote it, where frames of others did: `text` is all of it. */
  readonly pieces?: readonly PageText[];
  readonly data?: DataObject;
}

export interface SnapshotOptions {
  readonly ref?: string;
  readonly depth?: number;
  readonly maxTokens?: number;
  readonly mode?: 'full' | 'interactive' | 'diff';
  /** With `interactive`: the whole page all the same, if it fits. */
  readonly wholeIfSmall?: boolean;
  readonly hidden?: boolean;
  readonly cursor?: string;
}

export interface ReadOptions {
  /** `both`: the tree with the markdown as `text_content`. */
  readonly format: 'markdown' | 'tree' | 'both';
  readonly ref?: string;
  readonly maxTokens?: number;
  readonly cursor?: string;
}

export interface ScreenshotOptions {
  readonly target?: ElementTarget;
  readonly fullPage?: boolean;
  readonly marks?: boolean;
  readonly describe?: boolean;
  readonly format?: 'png' | 'jpeg';
  readonly quality?: number;
}

export interface Picture {
  readonly origin: string;
  readonly image: Uint8Array;
  readonly mimeType: string;
  readonly width: number;
  readonly height: number;
  /** Roles, names and boxes, for `describe`; page text. */
  readonly caption?: string;
  /** The same by origin, where frames of others are in it. */
  readonly captionPieces?: readonly PageText[];
}

export interface LogOptions {
  readonly limit?: number;
  readonly filter?: string;
}

export interface PageReads {
  snapshot(options: SnapshotOptions): Promise<PageView>;
  read(options: ReadOptions): Promise<PageView>;
  find(query: string, limit: number): Promise<PageView>;
  searchText(text: string, exact: boolean, limit: number): Promise<PageView>;
  inspect(target: ElementTarget): Promise<PageView>;
  screenshot(options: ScreenshotOptions): Promise<Picture>;
  /** The picture that a navigation of this session kept under this id. */
  storedPicture(id: string): Promise<Picture>;
  readConsole(options: LogOptions): Promise<PageView>;
  readNetwork(options: LogOptions): Promise<PageView>;
  readWebSockets(options: LogOptions): Promise<PageView>;
  permissionState(permissions: readonly string[]): Promise<PageView>;
}

export type WaitFor = 'load' | 'domcontentloaded' | 'networkidle';
export type FirstSnapshot = 'none' | 'interactive' | 'full';

export interface NavigateOptions {
  readonly waitFor: WaitFor;
  readonly snapshot: FirstSnapshot;
  /** Keeps a picture of where it ended, for `storedPicture`. */
  readonly screenshot?: boolean;
}

export interface PageNavigation {
  navigate(target: UrlTarget, options: NavigateOptions): Promise<ActionResult>;
  goBack(): Promise<ActionResult>;
  goForward(): Promise<ActionResult>;
  reload(): Promise<ActionResult>;
  scroll(target: ElementTarget | undefined, dx: number, dy: number): Promise<ActionResult>;
  setViewport(width: number, height: number): Promise<ActionResult>;
  listTabs(): Promise<readonly TabFacts[]>;
  openTab(target: UrlTarget | undefined): Promise<ActionResult>;
  selectTab(tab: string): Promise<ActionResult>;
  closeTab(tab: string | undefined): Promise<ActionResult>;
  /** Ends the session; says whether there was one. */
  endSession(): Promise<boolean>;
}

export interface ClickOptions {
  readonly button: 'left' | 'right' | 'middle';
  readonly double: boolean;
  readonly modifiers: readonly ('Alt' | 'Control' | 'Meta' | 'Shift')[];
}

export interface WaitCondition {
  readonly text?: string;
  readonly gone?: string;
  readonly target?: ElementTarget;
  readonly seconds?: number;
}

export interface PageActions {
  click(target: ElementTarget, options: ClickOptions): Promise<ActionResult>;
  hover(target: ElementTarget): Promise<ActionResult>;
  /** Real key events; `clearFirst` empties the field before. The text is the target's declared text. */
  type(target: ElementTarget, options: { clearFirst: boolean; submit: boolean }): Promise<ActionResult>;
  /** Replaces the value of a field; dates, numbers, checkboxes and selects by their own means. */
  fill(target: ElementTarget): Promise<ActionResult>;
  /** All or nothing: every field is checked before the first is changed. */
  fillForm(targets: readonly ElementTarget[], submit: boolean): Promise<ActionResult>;
  press(key: string, target: ElementTarget | undefined): Promise<ActionResult>;
  drag(from: ElementTarget, to: ElementTarget): Promise<ActionResult>;
  select(target: ElementTarget, values: readonly string[]): Promise<ActionResult>;
  chooseOption(target: ElementTarget, option: string): Promise<ActionResult>;
  waitFor(condition: WaitCondition): Promise<ActionResult>;
}

export type DialogPolicy = 'raise' | 'allow' | 'deny' | 'ask-human' | { readonly acceptPromptWith: string };
export type PermissionMode = 'raise' | 'allow' | 'deny' | 'ask-human';

export interface PageSettings {
  setDialogPolicy(policy: DialogPolicy): Promise<void>;
  /** The permissions that pages really have now: a wish counts only among what the operator lists. */
  setPermissionPolicy(
    mode: PermissionMode,
    perPermission: Readonly<Record<string, PermissionMode>>,
  ): Promise<readonly string[]>;
  /** The same for one permission; what was set for the others stays. */
  setOnePermission(permission: string, mode: PermissionMode): Promise<readonly string[]>;
  nameRef(name: string, target: ElementTarget): Promise<void>;
  listNamedRefs(): Promise<PageView>;
}

/** A file that was copied, and what its first bytes say that it is. */
export interface FileFacts {
  readonly bytes: number;
  readonly sha256: string;
  readonly type: string;
}

export interface Uploaded {
  readonly result: ActionResult;
  /** What the page was given; empty if it took nothing. */
  readonly files: readonly (FileFacts & { readonly name: string })[];
}

export interface Downloaded {
  readonly result: ActionResult;
  /** Absent: there was no download. */
  readonly file?: FileFacts & {
    /** Where the file came from. */
    readonly origin: string;
    /** From the workspace. Its last part is made of the page's own words. */
    readonly path: PageText;
    /** Where the workspace is, for whoever may know. */
    readonly workspace?: string;
    readonly suggested: PageText;
    /** A careless double click would run it. */
    readonly isProgram: boolean;
  };
}

export type Paper = 'a3' | 'a4' | 'a5' | 'letter' | 'legal' | 'tabloid';

export interface PrintOptions {
  readonly landscape?: boolean;
  readonly format?: Paper;
  readonly background?: boolean;
  readonly scale?: number;
}

export interface Printed {
  readonly origin: string;
  /** From the workspace. */
  readonly path: string;
  /** Where the workspace is, for whoever may know. */
  readonly workspace?: string;
  readonly bytes: number;
  readonly sha256: string;
  readonly pages: number;
  /** Places that showed a secret, and do not in the file. */
  readonly hidden: number;
}

export interface PageFiles {
  /** Gives the page copies of files from the folder for uploads. */
  upload(target: ElementTarget, paths: readonly string[]): Promise<Uploaded>;
  /** Clicks what starts a download, or opens an address that is one, and keeps the file. */
  download(target: ElementTarget | UrlTarget): Promise<Downloaded>;
  /** The page as a PDF file, without what shows a secret. */
  print(options: PrintOptions): Promise<Printed>;
}
