import type { Egress, Failure } from '../../core/index.js';
import { askRenderer, heapBytes } from '../cdp/renderer-owners.js';
import type { ProcessUsage } from '../providers/process-usage.js';
import type { RunningBrowser } from '../providers/provider.js';
import type { OpenedSession, SessionSlot } from './session-slot.js';
import { exceeded } from './session-usage.js';
import type { LimitFigure } from './session-usage.js';

const POLL_MS = 250;
/** Reading takes time of everybody's: at most this share of it. */
const MAX_SHARE = 0.05;
const ASK_MS = 2000;
/** A renderer that uses this share of a limit, and is nobody's, is worth asking for. */
const ASK_SHARE = 0.25;
/** So long after a renderer was ended the browser may still say whose it was. */
const CLAIM_MS = 5000;

export interface WatchDeps {
  readonly slots: () => Iterable<SessionSlot>;
  /** Every process of a browser is its one session's. */
  readonly isPerSession: boolean;
  readonly received?: Egress['received'] | undefined;
}

/** Ends sessions that take more than they may, each for itself. Looks at the kernel's figures and not at what pages say. */
export class LimitWatch {
  readonly #deps: WatchDeps;
  readonly #askedAt = new WeakMap<RunningBrowser, number>();
  /** Renderers that were ended and of which nobody has yet said whose they were. */
  #ended: { readonly running: RunningBrowser; readonly at: number; readonly figure: LimitFigure }[] = [];
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: WatchDeps) {
    this.#deps = deps;
  }

  /** From the first session on, for as long as there is one. */
  start(): void {
    this.#timer ??= setTimeout(() => {
      this.#checkAll();
    }, POLL_MS).unref();
  }

  /** A renderer of the session's is gone: because of a limit? */
  whyCrashed(slot: SessionSlot): Failure | undefined {
    const { opened } = slot;
    if (opened === undefined) return undefined;
    const figure = this.#claim(opened) ?? outOfMemory(slot, opened);
    return figure === undefined ? undefined : slot.endForLimit(figure);
  }

  #checkAll(): void {
    this.#timer = undefined;
    const began = performance.now();
    const browsers = new Map<RunningBrowser, SessionSlot[]>();
    let count = 0;
    for (const slot of this.#deps.slots()) {
      count += 1;
      if (slot.opened !== undefined) {
        const { running } = slot.opened;
        browsers.set(running, [...(browsers.get(running) ?? []), slot]);
      }
    }
    for (const [running, slots] of browsers) this.#checkBrowser(running, slots, began);
    if (count === 0) return;
    const took = performance.now() - began;
    this.#timer = setTimeout(
      () => {
        this.#checkAll();
      },
      Math.max(POLL_MS, took / MAX_SHARE),
    ).unref();
  }

  #checkBrowser(running: RunningBrowser, slots: readonly SessionSlot[], now: number): void {
    const { isPerSession } = this.#deps;
    const processes = running.process?.usage?.();
    const renderers = processes?.filter(({ isRenderer }) => isRenderer) ?? [];
    if (!isPerSession) running.documentInterceptor.renderers.keepOnly(new Set(renderers.map(({ pid }) => pid)));
    for (const slot of slots) {
      const own = isPerSession ? processes : renderers.filter((one) => isOf(one, slot));
      if (processes !== undefined) slot.limits.usage.update(own ?? [], now, isPerSession);
      this.#check(slot, own ?? []);
    }
    if (processes === undefined) this.#askHeaps(running, slots, now);
    else if (!isPerSession) this.#checkOthers(running, slots, renderers, now);
  }

  #check(slot: SessionSlot, own: readonly ProcessUsage[]): void {
    slot.limits.receivedBytes = this.#deps.received?.(slot.scope) ?? 0;
    const figure = exceeded(slot.limits.max, slot.limits.use(slot.counted));
    if (figure === undefined) return;
    slot.endForLimit(figure);
    // Closing its pages takes a while, and what they hold others need now.
    for (const process of own) if (process.isRenderer) process.kill();
  }

  /** Renderers whose owner is not known: a page that loads nothing tells nothing, and one that is busy cannot be asked. */
  #checkOthers(
    running: RunningBrowser,
    slots: readonly SessionSlot[],
    renderers: readonly ProcessUsage[],
    now: number,
  ): void {
    const others = renderers.filter(({ pid }) => running.documentInterceptor.renderers.of(pid) === undefined);
    if (others.some((one) => slots.some((slot) => shareOf(one, slot) >= ASK_SHARE))) this.#ask(running, slots, now);
    for (const one of others) {
      const figures = slots.map((slot) => exceeded(slot.limits.max, usedBy(one)));
      // More than any of its sessions may have. Whose it was the browser says when it is gone.
      const [figure] = figures;
      if (figure === undefined || figures.includes(undefined)) continue;
      this.#ended.push({ running, at: now, figure });
      one.kill();
    }
  }

  #ask(running: RunningBrowser, slots: readonly SessionSlot[], now: number): void {
    if (now - (this.#askedAt.get(running) ?? Number.NEGATIVE_INFINITY) < ASK_MS) return;
    this.#askedAt.set(running, now);
    for (const { opened } of slots)
      for (const page of opened === undefined ? [] : running.documentInterceptor.pagesOf(opened.owner))
        void askRenderer(page, running.documentInterceptor.renderers);
  }

  /** A person's browser, or another system than Linux: the pages are asked, and processor time is not known. */
  #askHeaps(running: RunningBrowser, slots: readonly SessionSlot[], now: number): void {
    if (now - (this.#askedAt.get(running) ?? Number.NEGATIVE_INFINITY) < ASK_MS) return;
    this.#askedAt.set(running, now);
    for (const { opened, limits } of slots) {
      const pages = opened === undefined ? [] : running.documentInterceptor.pagesOf(opened.owner);
      void Promise.all(pages.map(heapBytes)).then((all) => {
        limits.usage.memoryBytes = all.reduce((sum, bytes) => sum + bytes, 0);
      });
    }
  }

  #claim({ running }: OpenedSession): LimitFigure | undefined {
    const now = performance.now();
    this.#ended = this.#ended.filter(({ at }) => now - at < CLAIM_MS);
    const claimed = this.#ended.find((one) => one.running === running);
    this.#ended = this.#ended.filter((one) => one !== claimed);
    return claimed?.figure;
  }
}

function isOf({ pid }: ProcessUsage, { opened }: SessionSlot): boolean {
  return opened !== undefined && opened.running.documentInterceptor.renderers.of(pid) === opened.owner;
}

function usedBy({ memoryBytes, cpuMs }: ProcessUsage): { readonly memoryBytes: number; readonly cpuSeconds: number } {
  return { memoryBytes, cpuSeconds: cpuMs / 1000 };
}

function shareOf(process: ProcessUsage, { limits: { max: limits } }: SessionSlot): number {
  const { memoryBytes, cpuSeconds } = usedBy(process);
  const ofMemory = limits.memoryBytes === undefined ? 0 : memoryBytes / limits.memoryBytes.max;
  const ofTime = limits.cpuSeconds === undefined ? 0 : cpuSeconds / limits.cpuSeconds.max;
  return Math.max(ofMemory, ofTime);
}

/** The kernel was faster than we: a container's own limit, or a browser's own. */
function outOfMemory(slot: SessionSlot, { running }: OpenedSession): LimitFigure | undefined {
  const limit = slot.limits.max.memoryBytes;
  const count = running.process?.outOfMemory?.() ?? 0;
  return limit === undefined || count === 0 ? undefined : { name: 'memoryBytes', used: limit.max, limit };
}
