import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Page as PlaywrightPage } from 'playwright-core';
import { ERRORS, Failure } from '../../../core/index.js';
import type { RecordedFile, RecordingKind, RecordingResult } from '../../../core/index.js';
import type { SessionFiles } from '../../files/session-files.js';
import type { PageDeps } from '../page-deps.js';
import { CallLog } from './call-log.js';
import { FrameLog } from './frame-log.js';
import { harEntries } from './har-entries.js';
import type { HarEntry } from './har-entries.js';
import { harFile } from './har-file.js';
import { RequestLog } from './request-log.js';
import { traceFile } from './trace-file.js';
import { digestOf, videoFile } from './video-file.js';
import { recordedUrl } from './recorded-parts.js';

/** A recording that nobody ends takes nothing any more after this time; what it has is kept when it is ended. */
const MAX_MS = 600_000;
const MAX_BODIES = 2_000_000;

interface Made {
  readonly ending: string;
  readonly type: string;
  readonly bytes: Buffer;
  readonly holds: string;
}

/** One recording of one session, from `recording_start` to its files. */
export class Recording {
  readonly calls = new CallLog();
  readonly #startedAt = Date.now();
  readonly #kinds: readonly RecordingKind[];
  readonly #name: string;
  readonly #deps: Pick<PageDeps, 'session' | 'secrets' | 'mayVisit'>;
  readonly #files: SessionFiles;
  readonly #folder: string;
  readonly #log: RequestLog;
  readonly #frames: FrameLog | undefined;
  readonly #timer: NodeJS.Timeout;
  #endedAt: number | undefined;
  #halting: Promise<unknown> | undefined;
  #entries: Promise<readonly HarEntry[]> | undefined;
  #finishing: Promise<RecordingResult> | undefined;

  constructor(deps: PageDeps, files: SessionFiles, kinds: readonly RecordingKind[], name: string | undefined) {
    const { session, secrets, mayVisit } = deps;
    this.#deps = { session, secrets, mayVisit };
    this.#files = files;
    this.#kinds = kinds;
    this.#name = name ?? `recording-${new Date(this.#startedAt).toISOString().slice(0, 19).replace(/\D/gu, '')}`;
    this.#folder = mkdtempSync(join(files.scratch, 'recording-'));
    const isDriven = (): boolean => session.recorder?.isDriven ?? true;
    const bodies = { left: MAX_BODIES, isClosed: (url: string) => isSignedIn(deps, url) };
    const mayKeepBodies = session.recorder?.rules.mayKeepBodies ?? false;
    this.#log = new RequestLog(() => this.#endedAt !== undefined || isDriven(), mayKeepBodies ? bodies : undefined);
    if (kinds.includes('video') || kinds.includes('trace'))
      this.#frames = new FrameLog({
        ...{ folder: this.#folder, session, mayVisit, isDriven },
        known: () => secrets.maskedIn(session.scope),
      });
    for (const tab of session.tabs()) this.addTab(tab.page, tab.id);
    this.#timer = setTimeout(() => void this.#halt(false), MAX_MS);
    this.#timer.unref();
  }

  /** All events are logged already; only the first picture is waited for. */
  async begin(): Promise<void> {
    await this.#frames?.start();
  }

  addTab(page: PlaywrightPage, tab: string): void {
    if (this.#endedAt === undefined) this.#log.attach(page, tab);
  }

  wake(): void {
    this.#frames?.wake();
  }

  finish(signal: AbortSignal, isSessionOver: boolean): Promise<RecordingResult> {
    this.#finishing ??= this.#finish(signal, isSessionOver).finally(() => {
      rmSync(this.#folder, { recursive: true, force: true, maxRetries: 3 });
    });
    return this.#finishing;
  }

  /** Nothing is taken any more. */
  #halt(withLast: boolean): Promise<unknown> {
    clearTimeout(this.#timer);
    this.#endedAt ??= Date.now();
    this.#halting ??= Promise.all([this.#log.close(), this.#frames?.stop(withLast)]);
    return this.#halting;
  }

  async #finish(signal: AbortSignal, isSessionOver: boolean): Promise<RecordingResult> {
    await this.#halt(!isSessionOver);
    const files: RecordedFile[] = [];
    const failures: { readonly kind: RecordingKind; readonly failure: Failure }[] = [];
    for (const kind of this.#kinds) {
      try {
        files.push(await this.#keep(kind, await this.#make(kind, signal)));
      } catch (error) {
        const failure = error instanceof Failure ? error : new Failure('internal.fault', undefined, undefined, error);
        failures.push({ kind, failure });
      }
    }
    const [first] = failures;
    if (files.length === 0 && first !== undefined) throw first.failure;
    const seconds = Math.round(((this.#endedAt ?? Date.now()) - this.#startedAt) / 1000);
    const missing = failures.map(
      ({ kind, failure: { code, hint } }) => `${kind}: ${code}: ${hint ?? ERRORS[code].says}`,
    );
    return { seconds, files, missing };
  }

  async #keep(kind: RecordingKind, { ending, type, bytes, holds }: Made): Promise<RecordedFile> {
    const sha256 = digestOf(bytes);
    const { path, workspace } = await this.#files.write(`${this.#name}.${ending}`, bytes, { sha256, type });
    return { kind, path, ...(workspace === undefined ? {} : { workspace }), bytes: bytes.length, sha256, holds };
  }

  async #make(kind: RecordingKind, signal: AbortSignal): Promise<Made> {
    const { session } = this.#deps;
    const mask = session.pageSecrets.mask();
    const [log, startedAt, folder] = [this.#log, this.#startedAt, this.#folder];
    const endedAt = this.#endedAt ?? Date.now();
    const entries = (): Promise<readonly HarEntry[]> => (this.#entries ??= harEntries(log, mask));
    const requests = `${String(log.requests.length + log.sockets.length)} request(s)`;
    if (kind === 'har') {
      const tabs = session.tabs().map(({ id, page }) => ({ id, url: recordedUrl(page.url()) }));
      const hasBodies = session.recorder?.rules.mayKeepBodies === true;
      const bytes = await harFile({ entries: await entries(), dropped: log.dropped, startedAt, tabs, hasBodies }, mask);
      return { ending: 'har', type: 'application/json', bytes, holds: requests };
    }
    const frames = this.#frames?.frames() ?? [];
    if (kind === 'trace') {
      const bytes = await traceFile(
        { startedAt, endedAt, calls: this.calls, entries: await entries(), lines: log.lines, frames, folder },
        mask,
      );
      const holds = `${String(this.calls.calls.length)} call(s), ${requests}, ${String(frames.filter(({ file }) => file !== undefined).length)} picture(s)`;
      return { ending: 'trace.zip', type: 'application/zip', bytes, holds };
    }
    if (frames.length === 0) throw new Failure('browser.not-actionable', 'no picture could be taken');
    const video = await videoFile({ frames, folder, startedAt, endedAt, path: this.#files.programs }, signal);
    return { ...video, type: video.ending === 'webm' ? 'video/webm' : 'application/zip' };
  }
}

function isSignedIn({ session }: Pick<PageDeps, 'session'>, url: string): boolean {
  return !URL.canParse(url) || session.identities.isOnHost(new URL(url).hostname);
}
