import { randomBytes } from 'node:crypto';
import { cutPageText, parseJson } from '../../core/index.js';
import type { DeviceKind, SyntheticDevice } from '../../core/index.js';
import { isFields, textOf } from '../cdp/message-fields.js';
import type { Fields } from '../cdp/message-fields.js';
import type { TargetLine, TargetSetup } from '../cdp/target-setup.js';
import { DEVICE_SCRIPT } from './device-script.js';

export type DeviceCatalog = Readonly<Record<DeviceKind, readonly SyntheticDevice[]>>;

export interface DeviceRequest {
  readonly number: number;
  readonly at: string;
  readonly kind: string;
  /** Words of the page: the origin that it claims, and what it asked for. */
  readonly origin: string;
  readonly asked: string;
  readonly outcome: string;
}

const MAX_REQUESTS = 100;
const MAX_PAYLOAD = 4_000;
const KINDS: ReadonlySet<string> = new Set<DeviceKind>(['bluetooth', 'usb', 'hid']);

/**
 * Devices that do not exist, for the pages of one session. A page gets its answer from a script in its own world; what it
 * asked for is told by a binding, and is the page's word.
 */
export class SessionDevices implements TargetSetup {
  readonly #binding = `_${randomBytes(8).toString('hex')}`;
  /** This key lets a script change which devices a page finds. A page that learned it could deceive only itself. */
  readonly #key = randomBytes(16).toString('hex');
  readonly #lines = new Map<TargetLine, Promise<string | undefined>>();
  readonly #requests: DeviceRequest[] = [];
  #catalog: DeviceCatalog = { bluetooth: [], usb: [], hid: [] };
  #count = 0;

  attached(line: TargetLine): void {
    if (line.type !== 'page' && line.type !== 'iframe') return;
    line.call('Runtime.addBinding', { name: this.#binding }).catch(() => undefined);
    this.#lines.set(line, this.#install(line, true));
  }

  detached(line: TargetLine): void {
    this.#lines.delete(line);
  }

  onEvent(_: TargetLine, method: string, params: Fields): boolean {
    if (method !== 'Runtime.bindingCalled' || textOf(params, 'name') !== this.#binding) return false;
    const told = parsed(textOf(params, 'payload') ?? '');
    if (told !== undefined) this.#note(told);
    return true;
  }

  /** For documents to come. Returns the expression that changes those that are there. */
  async set(kind: DeviceKind, devices: readonly SyntheticDevice[]): Promise<string> {
    this.#catalog = { ...this.#catalog, [kind]: devices };
    await Promise.all([...this.#lines].map(([line, installed]) => this.#replace(line, installed)));
    const values = JSON.stringify([this.#key, this.#catalog]);
    return `(([key, catalog]) => { for (const name of ['bluetooth', 'usb', 'hid']) navigator[name]?.requestDevice?.(key, catalog)?.catch?.(() => {}); })(${values})`;
  }

  since(number: number): readonly DeviceRequest[] {
    return this.#requests.filter((request) => request.number >= number);
  }

  get next(): number {
    return this.#count + 1;
  }

  async #install(line: TargetLine, isNew: boolean): Promise<string | undefined> {
    const values = JSON.stringify([this.#binding, this.#key, this.#catalog]);
    const source = `(${DEVICE_SCRIPT})(...${values})`;
    const params = { source, ...(isNew ? { runImmediately: true } : {}) };
    const added = await line.call('Page.addScriptToEvaluateOnNewDocument', params).catch(() => undefined);
    return added === undefined ? undefined : textOf(added, 'identifier');
  }

  async #replace(line: TargetLine, installed: Promise<string | undefined>): Promise<void> {
    const fresh = this.#install(line, false);
    this.#lines.set(line, fresh);
    await fresh;
    const identifier = await installed;
    if (identifier === undefined) return;
    await line.call('Page.removeScriptToEvaluateOnNewDocument', { identifier }).catch(() => undefined);
  }

  #note(told: Fields): void {
    const kind = textOf(told, 'kind') ?? '';
    if (!KINDS.has(kind)) return;
    this.#count += 1;
    const word = (key: string, most: number): string => cutPageText(textOf(told, key) ?? '', most);
    this.#requests.push({
      ...{ number: this.#count, at: new Date().toISOString(), kind },
      ...{ origin: word('origin', 300), asked: word('asked', 600), outcome: word('outcome', 200) },
    });
    if (this.#requests.length > MAX_REQUESTS) this.#requests.shift();
  }
}

function parsed(payload: string): Fields | undefined {
  if (payload.length > MAX_PAYLOAD) return undefined;
  const value = parseJson(payload);
  return isFields(value) ? value : undefined;
}
