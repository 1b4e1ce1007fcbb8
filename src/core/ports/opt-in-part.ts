import type { ActionResult } from '../action-result.js';
import type { ElementTarget } from '../target.js';
import type { PageExtensions } from './page-extensions.js';
import type { PageStorage } from './page-storage.js';
import type { PageDevices } from './page-devices.js';
import type { PageEmulation } from './page-emulation.js';
import type { PageRecording } from './page-recording.js';
import type { ListedPageTools } from './page-tools.js';
import type { PageView } from './page.js';

/** What a script of the agent's came to, in words of the document that it ran in. */
export interface ScriptText {
  readonly origin: string;
  readonly text: string;
  /** Characters that were cut off. */
  readonly more: number;
}

export interface ScriptResult {
  readonly result: ActionResult;
  /** JSON, or a description of what JSON cannot say; or what was thrown, where the result has a failure. */
  readonly valueOrError?: ScriptText;
  /** The page holds a password, one-time code or card number: nothing that a script says is shown. */
  readonly isWithheld: boolean;
}

/** For the capability `eval`. */
export interface PageScripts {
  /** Runs in the page's own world: in the top document, or in the frame that the target names or is in. */
  runScript(expression: string, frame: ElementTarget | undefined, timeoutMs: number): Promise<ScriptResult>;
}

export interface BodyOptions {
  /** From `readNetwork`. */
  readonly request: string;
  readonly part: 'request' | 'response';
  readonly cursor?: string | undefined;
}

/** For the capability `network-body`. */
export interface PageBodies {
  readBody(options: BodyOptions): Promise<PageView>;
}

/** What a session copied, by keys or by `clipboard_write`. */
export interface ClipboardContent {
  readonly text: string;
  /** The page that it was copied from. Absent: the agent wrote it. */
  readonly origin?: string;
}

/** For the capability `clipboard`: the session's own, never the operator's. */
export interface PageClipboard {
  readClipboard(): Promise<ClipboardContent>;
  writeClipboard(text: string): Promise<void>;
}

/** For the capability `page-tools`: those of the top document, and of no frame in it. */
export interface PageTools {
  listPageTools(): Promise<ListedPageTools>;
  /** The tool that was judged, if it is still the same. */
  callPageTool(args: Readonly<Record<string, unknown>>): Promise<ScriptResult>;
}

export interface OptInPart
  extends
    PageScripts,
    PageBodies,
    PageClipboard,
    PageStorage,
    PageExtensions,
    PageEmulation,
    PageDevices,
    PageRecording,
    PageTools {}
