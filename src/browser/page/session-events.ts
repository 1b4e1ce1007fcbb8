import type { Dialog, Page as PlaywrightPage, Request } from 'playwright-core';
import { onePageLine, PageText } from '../../core/index.js';
import type { DialogFacts, EgressCounts, ErrorCode } from '../../core/index.js';
import type { DialogKind } from './dialog-answer.js';
import { DialogQueue } from './dialog-queue.js';
import type { Answered, DialogRules } from './dialog-queue.js';
import { Condition } from '../condition.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { FloodDetector } from './flood-detector.js';
import { refusalCounts, refusalKey } from './refusals.js';
import type { PermissionQueue } from './permission-queue.js';
import type { Preferences } from './preferences.js';
import { originOf } from './shown-url.js';

/** What is known of a download as it begins; both strings are the page's or the server's. */
export interface OfferedDownload {
  readonly url: string;
  readonly suggestedFilename: string;
}

/** Says whether it is wanted; what nobody wants is cancelled. */
export type TakeDownload = (page: PlaywrightPage, download: OfferedDownload) => boolean;

const MAX_KEPT = 20;
const MUTATIONS = new Set(['POST', 'PUT', 'PATCH', 'DELETE']);
/** A person cannot open this many dialogs; a loop can. */
const FLOOD = { dialogs: 30, within: 10_000 } as const;
/** Another document in another process: an empty page would wait in the old one for the script to end. */
const ELSEWHERE = 'data:text/html,';

/** What happened since the last ActionResult, in all tabs of a session. */
export interface SessionEvent {
  readonly dialogs: readonly DialogFacts[];
  readonly popups: readonly string[];
  readonly downloads: readonly PageText[];
  readonly permissionRequests: readonly string[];
  readonly blockedNavigations: readonly string[];
  readonly errors: number;
  readonly warnings: number;
  readonly requests: number;
  readonly failedRequests: number;
  readonly mutations: number;
  readonly during: During;
}

/** What makes the result fail. Nearly all of it came while the action was under way; what is raised may have come before. */
export interface During {
  /** A dialog was met that the session's policy wants raised. */
  readonly raised: boolean;
  /** A dialog was to be accepted, and policy or a person did not agree. */
  readonly refusedDialog?: ErrorCode;
  /** A page opened dialogs without end and was left for it. */
  readonly flooded: boolean;
  readonly download: boolean;
  /** Permissions that a page asked for. */
  readonly permissions: readonly string[];
  /** A dialog that is raised, or these permissions, came after the last result and before this action. */
  readonly before: { readonly raised: boolean; readonly permissions: readonly string[] };
  readonly blockedNavigation?: string;
}

type Open<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer I)[] ? I[] : T[K] };
type Counts = Open<Omit<SessionEvent, 'during'>>;

/** One per session: a notebook that the next ActionResult empties. */
export class SessionEvents {
  #now: Counts = nothing();
  #during: Open<During> = calm();
  readonly #condition = new Condition();
  readonly #dialogs: DialogQueue;
  /** Asks a person about permissions; absent: nobody is asked. */
  permissions: PermissionQueue | undefined;
  #call: AbortSignal | undefined;
  #person: ((dialog: Dialog) => void) | undefined;
  #taker: TakeDownload | undefined;
  #leaving = 0;
  #refused = 0;
  #refusals: ReadonlyMap<string, number> = new Map();

  constructor(rules: DialogRules) {
    this.#dialogs = new DialogQueue(rules);
  }

  /** Installs the dialog handler and the counters. Before the page's first byte: an alert may be the first line. */
  attach(page: PlaywrightPage, preferences: Preferences): void {
    // Opened now: while a dialog loop runs, the page lets nobody in.
    cdpSessionOf(page).catch(() => undefined);
    const flood = new FloodDetector(FLOOD.dialogs, FLOOD.within);
    page.on('dialog', (dialog) => {
      if (this.#person !== undefined && this.#leaving === 0) this.#person(dialog);
      else this.#answer(page, dialog, preferences);
      if (flood.count(Date.now())) this.#leave(page);
    });
    page.on('download', (download) => {
      const [url, suggestedFilename] = [download.url(), download.suggestedFilename()];
      if (this.#taker?.(page, { url, suggestedFilename }) === true) return;
      keep(this.#now.downloads, new PageText(originOf(page.url()), onePageLine(suggestedFilename, 100)));
      // While one is waited for, what comes beside it is refused and is no fault of the call.
      if (this.#taker === undefined) this.#during.download = true;
      this.#condition.ring();
      download.cancel().catch(() => undefined);
    });
    page.on('console', (message) => {
      if (message.type() === 'error') this.#now.errors += 1;
      if (message.type() === 'warning') this.#now.warnings += 1;
    });
    page.on('pageerror', () => (this.#now.errors += 1));
    page.on('request', (request) => {
      this.#now.requests += 1;
      if (MUTATIONS.has(request.method())) this.#now.mutations += 1;
    });
    const failed = new WeakSet<Request>();
    const fails = (request: Request): void => {
      if (!failed.has(request)) this.#now.failedRequests += 1;
      failed.add(request);
    };
    page.on('response', (response) => {
      if (response.status() >= 400) fails(response.request());
    });
    page.on('requestfailed', (request) => {
      if (!wasTakenBack(request)) fails(request);
    });
  }

  blockedNavigation(url: string): void {
    if (url === ELSEWHERE) return;
    keep(this.#now.blockedNavigations, url);
    this.#during.blockedNavigation = url;
  }

  popup(tab: { readonly id: string }): void {
    keep(this.#now.popups, tab.id);
    this.#condition.ring();
  }

  permissionRequest(name: string, origin: string): void {
    if (!this.#now.permissionRequests.includes(name)) keep(this.#now.permissionRequests, name);
    if (!this.#during.permissions.includes(name)) keep(this.#during.permissions, name);
    this.permissions?.notice(name, origin, this.#call);
  }

  /** Dialogs are a person's who drives, until this is called with nobody. */
  handDialogsTo(person: ((dialog: Dialog) => void) | undefined): void {
    this.#person = person;
  }

  /** Downloads are offered to this, until it is called with nobody; all others are refused. */
  takeDownloads(taker: TakeDownload | undefined): void {
    this.#taker = taker;
  }

  /** While this runs, no page can keep the agent from going. */
  async whileLeaving<T>(going: () => Promise<T>): Promise<T> {
    this.#leaving += 1;
    try {
      return await going();
    } finally {
      this.#leaving -= 1;
    }
  }

  /** An action begins: what comes from now on is its doing. `call`: it can wait while a person is asked. */
  begin(call?: AbortSignal): void {
    const { raised, permissions, before } = this.#during;
    this.#during = {
      ...calm(),
      before: { raised: raised || before.raised, permissions: [...before.permissions, ...permissions] },
    };
    this.#call = call;
    if (call !== undefined) this.permissions?.begin(call);
  }

  /** While a person is asked about a dialog the page is blocked. True when there was something to wait for. */
  async untilAnswered(): Promise<boolean> {
    const waited = await Promise.all([this.#dialogs.untilAnswered(), this.permissions?.untilAnswered()]);
    return waited.includes(true);
  }

  get during(): During {
    return this.#during;
  }

  take(): SessionEvent {
    const happened = { ...this.#now, during: this.#during };
    this.#now = nothing();
    this.#during = calm();
    this.#call = undefined;
    return happened;
  }

  /** A download was seen to start elsewhere; its name comes a little later. */
  async untilDownload(ms: number): Promise<void> {
    await this.#condition.until(() => this.#during.download, ms);
  }

  /** Windows were asked for; they become tabs a little later, or are turned away. */
  async untilPopups(most: number, ms: number): Promise<readonly string[]> {
    await this.#condition.until(() => this.#now.popups.length >= Math.min(most, MAX_KEPT), ms);
    return this.#now.popups;
  }

  /** What the egress proxy refused since this was asked last. */
  newRefusals(counts: EgressCounts): { readonly refused: number; readonly origins: readonly string[] } {
    const refused = counts.refused - this.#refused;
    this.#refused = counts.refused;
    const fresh = counts.refusals.filter((row) => row.count > (this.#refusals.get(refusalKey(row)) ?? 0));
    this.#refusals = refusalCounts(counts);
    return { refused, origins: fresh.map(refusalKey) };
  }

  #answer(page: PlaywrightPage, dialog: Dialog, preferences: Preferences): void {
    const kind = kindOf(dialog);
    const origin = originOf(page.url());
    const about = { kind, origin, url: page.url(), text: dialog.message() };
    const message = new PageText(origin, onePageLine(dialog.message(), 300));
    const tell = ({ accepted, raises, refusal }: Answered): void => {
      keep(this.#now.dialogs, { kind, message, answer: accepted ? 'accepted' : 'dismissed' });
      if (raises) this.#during.raised = true;
      if (refusal !== undefined) this.#during.refusedDialog = refusal;
    };
    const answered = this.#dialogs.answer(dialog, about, preferences.dialog, this.#leaving > 0, this.#call);
    if (answered instanceof Promise) void answered.then(tell);
    else tell(answered);
  }

  /** A script that opens one dialog after the other cannot be stopped, only left. */
  #leave(page: PlaywrightPage): void {
    this.#during.flooded = true;
    void this.whileLeaving(async () => {
      const session = await cdpSessionOf(page);
      for (const url of [ELSEWHERE, 'about:blank']) await session.send('Page.navigate', { url });
    }).catch(() => undefined);
  }
}

function nothing(): Counts {
  return {
    dialogs: [],
    popups: [],
    downloads: [],
    permissionRequests: [],
    blockedNavigations: [],
    errors: 0,
    warnings: 0,
    requests: 0,
    failedRequests: 0,
    mutations: 0,
  };
}

function calm(): Open<During> {
  return {
    raised: false,
    flooded: false,
    download: false,
    permissions: [],
    before: { raised: false, permissions: [] },
  };
}

function keep<T>(list: T[], item: T): void {
  if (list.length < MAX_KEPT) list.push(item);
}

function kindOf(dialog: Dialog): DialogKind {
  const kind = dialog.type();
  return kind === 'confirm' || kind === 'prompt' || kind === 'beforeunload' ? kind : 'alert';
}

/** A page that goes on cancels what it was loading; that is no failure. */
function wasTakenBack(request: Request): boolean {
  return request.failure()?.errorText === 'net::ERR_ABORTED';
}
