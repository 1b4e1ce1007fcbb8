import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Failure } from '../../../core/index.js';
import type { Secret } from '../../../core/index.js';
import { Condition } from '../../condition.js';
import { plainPng, pictureSize } from '../../png.js';
import { TOO_LATE, resultOrTooLate } from '../../with-timeout.js';
import { secretFinder } from '../find-secrets.js';
import type { Session } from '../session.js';
import { isWebUrl, originOf } from '../shown-url.js';
import { sizesOf, taken } from '../small-picture.js';
import type { Tab } from '../tab.js';
import { ScreenWatch } from './screen-watch.js';
import { ShownTexts } from './shown-texts.js';

/** At most so often; while nothing changes, less and less often. */
const MIN_GAP_MS = 400;
const MAX_GAP_MS = 2_000;
const TAKE_MS = 8_000;
const FIRST_MS = 4_000;
const MAX_FRAMES = 1_200;
const MAX_BYTES = 64 * 1024 * 1024;
const LONGEST = 1_280;
/** So often a page may give no picture before the last one is no longer shown. */
const MAX_MISSES = 5;
/** A secret is where it cannot be painted over. */
const HIDING: ReadonlySet<string> = new Set(['page.secret-shown', 'browser.not-actionable']);

/** Why a picture is not shown. */
export type Withheld = 'secret' | 'person' | 'policy' | 'busy';

export interface RecordedFrame {
  readonly at: number;
  readonly tab: string;
  /** In the folder of the recording; absent: there is none, for the reason. */
  readonly file?: string;
  readonly withheld?: Withheld;
  readonly width: number;
  readonly height: number;
}

interface KeptFrame extends RecordedFrame {
  /** Those that were painted over if the page showed them. */
  readonly known: readonly Secret[];
  /** The page's text at that moment, to find secrets that become known later. */
  readonly texts?: readonly string[] | undefined;
}

export interface FrameDeps {
  readonly folder: string;
  readonly session: Pick<Session, 'current' | 'scope'>;
  readonly known: () => readonly Secret[];
  readonly mayVisit: (url: string) => boolean;
  readonly isDriven: () => boolean;
}

/**
 * Pictures of the session's current tab, taken as screenshots are: with secrets painted over, or not at all. DevTools'
 * screencast only says when something was painted; its own pictures are never looked at, because a secret in them could be
 * anywhere by the time that its place is known.
 */
export class FrameLog {
  readonly #deps: FrameDeps;
  readonly #frames: KeptFrame[] = [];
  readonly #condition = new Condition();
  readonly #texts = new ShownTexts();
  readonly #watch = new ScreenWatch(() => {
    this.wake();
  });
  #running: Promise<void> | undefined;
  #isOver = false;
  #isDirty = true;
  #bytes = 0;
  #misses = 0;
  #last = '';

  constructor(deps: FrameDeps) {
    this.#deps = deps;
  }

  /** Until the first picture is there, or it takes too long: a recording that is ended at once has one too. */
  async start(): Promise<void> {
    await resultOrTooLate(FIRST_MS, this.#take());
    this.#running ??= this.#run();
    this.#running.catch(() => undefined);
  }

  /** Something may look different now. */
  wake(): void {
    this.#isDirty = true;
    this.#condition.ring();
  }

  /** `withLast`: how it looks now is part of it. */
  async stop(withLast: boolean): Promise<void> {
    this.#isOver = true;
    this.#condition.ring();
    if (this.#running !== undefined) await resultOrTooLate(TAKE_MS, this.#running);
    if (withLast && this.#isDirty && !this.isFull) await resultOrTooLate(TAKE_MS, this.#take());
    await this.#watch.stop();
  }

  get isFull(): boolean {
    return this.#frames.length >= MAX_FRAMES || this.#bytes >= MAX_BYTES;
  }

  /** Those that may be kept, judged by what is a secret now. */
  frames(): readonly RecordedFrame[] {
    const now = this.#deps.known();
    const finders = new Map<readonly Secret[], ReturnType<typeof secretFinder>>();
    return this.#frames.map(({ known, texts, file, ...frame }) => {
      const find = finders.get(known) ?? secretFinder(now.filter((secret) => !known.includes(secret)));
      finders.set(known, find);
      if (file === undefined) return frame;
      const isClean = find === undefined || texts?.every((text) => find(text).length === 0) === true;
      return isClean ? { ...frame, file } : { ...frame, withheld: 'secret' };
    });
  }

  async #run(): Promise<void> {
    let gap = MIN_GAP_MS;
    while (!this.#isOver && !this.isFull) {
      const hasEnded = await this.#condition
        .until(() => this.#isDirty || this.#isOver, MAX_GAP_MS)
        .then(() => this.#isOver);
      if (hasEnded) return;
      this.#isDirty = false;
      const isNew = await this.#take();
      gap = isNew ? MIN_GAP_MS : Math.min(MAX_GAP_MS, gap * 2);
      await this.#condition.until(() => this.#isOver, gap);
      this.#watch.next();
    }
  }

  /** False: it looks as before. */
  async #take(): Promise<boolean> {
    const tab = currentOf(this.#deps.session);
    if (tab === undefined) return false;
    this.#watch.follow(tab);
    if (this.#deps.isDriven()) return this.#withhold(tab, 'person');
    const url = tab.page.url();
    if (isWebUrl(url) && !this.#deps.mayVisit(url)) return this.#withhold(tab, 'policy');
    try {
      const picture = await resultOrTooLate(TAKE_MS, this.#picture(tab));
      if (picture === TOO_LATE) return this.#missed(tab);
      // While the picture was taken the tab may have gone to another origin, or a person may have taken over.
      if (this.#deps.isDriven()) return this.#withhold(tab, 'person');
      if (originOf(tab.page.url()) !== originOf(url)) return this.#missed(tab);
      return await this.#keep(tab, picture);
    } catch (error) {
      return HIDING.has(error instanceof Failure ? error.code : '') ? this.#withhold(tab, 'secret') : this.#missed(tab);
    }
  }

  async #picture(tab: Tab) {
    const known = this.#deps.known();
    const before = await this.#texts.of(tab);
    const { viewport } = await sizesOf(tab);
    const shot = { area: viewport, viewport, format: 'png', quality: 80, marks: [], longest: LONGEST } as const;
    const { image } = await taken(tab, shot, known);
    const after = await this.#texts.of(tab);
    const texts = before === undefined || after === undefined ? undefined : [...new Set([...before, ...after])];
    return { image: plainPng(image), known, texts };
  }

  async #keep(
    tab: Tab,
    { image, known, texts }: { image: Uint8Array; known: readonly Secret[]; texts: readonly string[] | undefined },
  ): Promise<boolean> {
    this.#misses = 0;
    const digest = createHash('sha256').update(image).digest('hex');
    if (digest === this.#last) return false;
    this.#last = digest;
    const file = `f${String(this.#frames.length + 1).padStart(5, '0')}.png`;
    await writeFile(join(this.#deps.folder, file), image, { flag: 'wx', mode: 0o600 });
    this.#bytes += image.length;
    this.#frames.push({ at: Date.now(), tab: tab.id, file, known, texts, ...pictureSize(image) });
    return true;
  }

  /** A page that is navigating gives no picture: the previous picture is used until the next try. */
  #missed(tab: Tab): boolean {
    this.#misses += 1;
    this.#isDirty = true;
    return this.#misses < MAX_MISSES || this.#withhold(tab, 'busy');
  }

  #withhold(tab: Tab, withheld: Withheld): boolean {
    if (this.#last === withheld) return false;
    this.#last = withheld;
    const { width = LONGEST, height = 720 } = this.#frames.at(-1) ?? {};
    this.#frames.push({ at: Date.now(), tab: tab.id, withheld, width, height, known: [] });
    return true;
  }
}

function currentOf(session: Pick<Session, 'current'>): Tab | undefined {
  try {
    return session.current();
  } catch {
    return undefined;
  }
}
