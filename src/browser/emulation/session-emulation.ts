import type { Fields } from '../cdp/message-fields.js';
import type { TargetLine, TargetSetup } from '../cdp/target-setup.js';
import type { DeviceList, PageSize } from './device-list.js';
import type { EmulatedSettings } from './emulated-settings.js';
import { commandsBetween, mediaWith, metricsWith } from './emulation-commands.js';
import type { EmulationCommand } from './emulation-commands.js';

const METRICS = 'Emulation.setDeviceMetricsOverride';
const MEDIA = 'Emulation.setEmulatedMedia';

/** What Playwright asked of a target last, without what is in force here. */
interface Asked {
  metrics?: Fields;
  media?: Fields;
}

export interface EmulationDeps {
  /** The operator's, for every session. */
  readonly userAgent?: string | undefined;
  readonly viewport: PageSize;
  readonly isShared: boolean;
  devices(): Promise<DeviceList>;
}

/**
 * The emulation of one session, in every page, frame and worker of it. Playwright knows most of this only for a context
 * that is being made, so the commands are written here: for a new target before it runs, and into those of Playwright's
 * that would undo them.
 */
export class SessionEmulation implements TargetSetup {
  /** What `default` means: the operator's own wishes. */
  readonly base: EmulatedSettings;
  readonly #deps: EmulationDeps;
  #settings: EmulatedSettings;
  readonly #lines = new Map<TargetLine, Asked>();

  constructor(deps: EmulationDeps) {
    const { userAgent } = deps;
    this.#deps = deps;
    this.base = userAgent === undefined ? {} : { userAgent };
    this.#settings = this.base;
  }

  /** How large its pages are, unless the session says otherwise. */
  get viewport(): PageSize {
    return this.#settings.device?.viewport ?? this.#deps.viewport;
  }

  /** Its pages share processes with those of a person. */
  get isShared(): boolean {
    return this.#deps.isShared;
  }

  devices(): Promise<DeviceList> {
    return this.#deps.devices();
  }

  get settings(): EmulatedSettings {
    return this.#settings;
  }

  attached(line: TargetLine): void {
    this.#lines.set(line, {});
    void Promise.all(this.#send(line, commandsBetween(line.type, {}, this.#settings, this.base)));
  }

  detached(line: TargetLine): void {
    this.#lines.delete(line);
    const { locale, timezone } = this.#settings;
    if (line.type !== 'page' && line.type !== 'iframe') return;
    // One target of a process sets these for all of them, and takes them along when it goes.
    for (const other of this.#lines.keys())
      void Promise.all(
        this.#send(other, commandsBetween(other.type, {}, { locale, timezone }, {}).filter(isOfProcess)),
      );
  }

  rewrite(line: TargetLine, method: string, params: Fields): Fields | undefined {
    const asked = this.#lines.get(line);
    if (asked === undefined) return undefined;
    if (method === METRICS) {
      // A new page is as large as the device; later the session says how large it is.
      const size = asked.metrics === undefined ? this.#settings.device?.viewport : undefined;
      asked.metrics = params;
      return metricsWith(params, this.#settings, size);
    }
    if (method !== MEDIA) return undefined;
    asked.media = params;
    return mediaWith(params, this.#settings);
  }

  /** Puts these in force everywhere; says which commands the browser refused. */
  async change(after: EmulatedSettings): Promise<readonly string[]> {
    const before = this.#settings;
    this.#settings = after;
    const refused = new Set<string>();
    // Pages first: a frame or a worker in the process of a page has most of it from there.
    const lines = [...this.#lines].sort(([a], [b]) => Number(b.type === 'page') - Number(a.type === 'page'));
    await Promise.all(
      lines.map(async ([line, asked]) => {
        const commands = [...commandsBetween(line.type, before, after, this.base), ...this.#drawn(asked, before)];
        const failed = await Promise.all(this.#send(line, commands));
        if (line.type === 'page') for (const method of failed) if (method !== undefined) refused.add(method);
      }),
    );
    return [...refused];
  }

  #drawn(asked: Asked, before: EmulatedSettings): EmulationCommand[] {
    const { device, colorScheme, reducedMotion } = this.#settings;
    const commands: EmulationCommand[] = [];
    if (asked.metrics !== undefined && device !== before.device) {
      const size: PageSize | undefined = device?.viewport;
      commands.push([METRICS, metricsWith(asked.metrics, this.#settings, size)]);
    }
    if (asked.media !== undefined && (colorScheme !== before.colorScheme || reducedMotion !== before.reducedMotion))
      commands.push([MEDIA, mediaWith(asked.media, this.#settings)]);
    return commands;
  }

  /** All are written at once, in order; each is answered with its name if it was refused. */
  #send(line: TargetLine, commands: readonly EmulationCommand[]): Promise<string | undefined>[] {
    return commands.map(([method, params]) =>
      line.call(method, params).then(
        () => undefined,
        (error: unknown) => (isInForce(error) ? undefined : method),
      ),
    );
  }
}

function isOfProcess([method]: EmulationCommand): boolean {
  return method === 'Emulation.setLocaleOverride' || method === 'Emulation.setTimezoneOverride';
}

/** Another target of the same process has set it already. */
function isInForce(error: unknown): boolean {
  return error instanceof Error && error.message.includes('already in effect');
}
