import { rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure } from '../../core/index.js';
import { Condition } from '../condition.js';
import type { DiskFolder } from '../providers/provider.js';
import type { DownloadState } from '../cdp/download-watch.js';

/** How the downloads of one browser context are let in, one call at a time. */
export interface DownloadInterceptor {
  /** Into this folder; undefined: none, as before. */
  allow(folder: string | undefined): Promise<void>;
  cancel(id: string): Promise<void>;
  /** The id of a download that has begun, by what is known of it; each is claimed once. */
  claim(url: string, suggestedName: string): string | undefined;
  state(id: string): DownloadState | undefined;
  /** Makes a folder of ours the browser's own. */
  giveToBrowser(folder: string): void;
}

/** A download as the browser's page tells of it. */
export interface Arriving {
  readonly id: string;
  readonly url: string;
  /** The file name that the server or the page chose: untrusted. */
  readonly suggested: string;
}

const POLL_MS = 40;

/** Takes the downloads of one call, in a folder of the browser's own. */
export class Inbox {
  readonly folder: string;
  readonly #interceptor: DownloadInterceptor;
  readonly #far: DiskFolder | undefined;
  readonly #condition = new Condition();
  #first: Arriving | undefined;

  /** `far`: the browser writes into this folder of another machine, and each file is copied from there. */
  static async open(folder: string, interceptor: DownloadInterceptor, far?: DiskFolder): Promise<Inbox> {
    await interceptor.allow(far?.path ?? folder);
    return new Inbox(folder, interceptor, far);
  }

  private constructor(folder: string, interceptor: DownloadInterceptor, far: DiskFolder | undefined) {
    this.folder = folder;
    this.#interceptor = interceptor;
    this.#far = far;
  }

  /** The first is taken, and no other. */
  offer(url: string, suggested: string): boolean {
    const id = this.#interceptor.claim(url, suggested);
    if (id === undefined || this.#first !== undefined) return false;
    this.#first = { id, url, suggested };
    this.#condition.ring();
    return true;
  }

  async first(ms: number): Promise<Arriving | undefined> {
    await this.#condition.until(() => this.#first !== undefined, ms);
    return this.#first;
  }

  /** Until it is there as a whole. */
  async received(id: string, most: number, tooLarge: () => Failure, signal: AbortSignal): Promise<void> {
    try {
      for (;;) {
        signal.throwIfAborted();
        const { state, received, total } = this.#interceptor.state(id) ?? {
          state: 'inProgress',
          received: 0,
          total: 0,
        };
        // The browser's progress events come late and can be wrong; the size on the disk is certain.
        if (Math.max(received, total, this.#onDisk(id)) > most) throw tooLarge();
        if (state === 'completed') {
          await this.#far?.read(id, join(this.folder, id), { max: most, tooLarge, signal });
          return;
        }
        if (state === 'canceled') throw new Failure('network.unreachable', 'the download broke off');
        await wait(POLL_MS, undefined, { signal });
      }
    } catch (error) {
      await this.cancel(id);
      throw error;
    } finally {
      if (this.#interceptor.state(id)?.state === 'completed') this.#far?.empty(id).catch(() => undefined);
    }
  }

  async cancel(id: string): Promise<void> {
    await this.#interceptor.cancel(id).catch(() => undefined);
    this.discard(id);
  }

  discard(id: string): void {
    for (const name of [id, `${id}.crdownload`]) rmSync(join(this.folder, name), { force: true });
  }

  async close(): Promise<void> {
    await this.#interceptor.allow(undefined);
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 3 });
  }

  #onDisk(id: string): number {
    const sizes = [id, `${id}.crdownload`].map(
      (name) => statSync(join(this.folder, name), { throwIfNoEntry: false })?.size ?? 0,
    );
    return Math.max(...sizes);
  }
}
