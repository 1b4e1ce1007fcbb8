import { Failure, sessionKey } from '../core/index.js';
import type { AnswerPlugin, Json, PluginCall, Plugins, SessionName } from '../core/index.js';
import { PLUGIN_LIMITS, PluginProcess } from './plugin-process.js';
import type { PluginLimits } from './plugin-process.js';
import type { ReadPlugin } from './read-plugin.js';

const MAX_PROCESSES = 8;
const IDLE_MS = 60_000;
const MAX_FAULTS = 5;
const FAULT_WINDOW_MS = 60_000;

export interface PoolDeps {
  readonly plugins: readonly ReadPlugin[];
  readonly commandFor: (plugin: ReadPlugin) => readonly string[];
  readonly onFault: (namespace: string, why: string) => void;
  readonly limits?: PluginLimits;
}

interface Kept {
  readonly namespace: string;
  /** Absent: no session has used it so far. */
  session: string | undefined;
  readonly process: PluginProcess;
  idle: NodeJS.Timeout | undefined;
}

/**
 * The processes of all plugins. One serves one session in its whole life: what it remembers of one is told to no other.
 */
export class PluginPool implements Plugins {
  readonly #deps: PoolDeps;
  readonly #kept = new Set<Kept>();
  readonly #faults = new Map<string, number[]>();

  constructor(deps: PoolDeps) {
    this.#deps = deps;
  }

  get installed(): readonly ReadPlugin[] {
    return this.#deps.plugins;
  }

  /** Each once: a plugin that does not come up, or says that it is another, refuses the server's start. */
  async start(): Promise<void> {
    await Promise.all(
      this.#deps.plugins.map(async (plugin) => {
        const kept = this.#begin(plugin, undefined);
        try {
          await kept.process.ready;
          this.#rest(kept);
        } catch (error) {
          const why = error instanceof Failure ? error.hint : undefined;
          throw new Failure('config.invalid', `plugins: ${plugin.namespace} does not start: ${why ?? 'unknown'}`);
        }
      }),
    );
  }

  async call(session: SessionName, call: PluginCall, answer: AnswerPlugin, signal: AbortSignal): Promise<Json> {
    const plugin = this.#deps.plugins.find(({ namespace }) => namespace === call.namespace);
    if (plugin === undefined) throw new Failure('internal.fault', 'a plugin that is not there was called');
    this.#refuseFaulty(plugin.namespace);
    const kept = this.#keptFor(plugin, sessionKey(session));
    clearTimeout(kept.idle);
    try {
      return await kept.process.call(call.tool, call.arguments, answer, signal);
    } finally {
      this.#rest(kept);
    }
  }

  forget(session: SessionName): void {
    const key = sessionKey(session);
    for (const kept of this.#kept) if (kept.session === key) this.#drop(kept);
  }

  close(): void {
    for (const kept of this.#kept) this.#drop(kept);
  }

  #keptFor(plugin: ReadPlugin, session: string): Kept {
    const living = [...this.#kept].filter(
      ({ namespace, process }) => namespace === plugin.namespace && !process.isOver,
    );
    const found = living.find((kept) => kept.session === session) ?? living.find((kept) => kept.session === undefined);
    if (found === undefined) return this.#begin(plugin, session);
    found.session = session;
    return found;
  }

  #begin(plugin: ReadPlugin, session: string | undefined): Kept {
    this.#makeRoom();
    const { namespace } = plugin;
    const process = new PluginProcess({
      namespace,
      command: this.#deps.commandFor(plugin),
      limits: this.#deps.limits ?? PLUGIN_LIMITS,
      onFault: (why) => {
        this.#faults.set(namespace, [...this.#recentFaults(namespace), performance.now()]);
        this.#kept.delete(kept);
        this.#deps.onFault(namespace, why);
      },
    });
    const kept: Kept = { namespace, session, process, idle: undefined };
    this.#kept.add(kept);
    return kept;
  }

  /** Ends the process that has been idle for longest; if all are at work, no other one is started. */
  #makeRoom(): void {
    if (this.#kept.size < MAX_PROCESSES) return;
    const resting = [...this.#kept].find(({ process }) => !process.isBusy);
    if (resting === undefined) throw new Failure('call.busy', 'all plugin processes are at work');
    this.#drop(resting);
  }

  #rest(kept: Kept): void {
    if (kept.process.isOver) return;
    // Last in the set: whoever is first has waited longest.
    this.#kept.delete(kept);
    this.#kept.add(kept);
    clearTimeout(kept.idle);
    kept.idle = setTimeout(() => {
      this.#drop(kept);
    }, IDLE_MS);
    kept.idle.unref();
  }

  #drop(kept: Kept): void {
    clearTimeout(kept.idle);
    this.#kept.delete(kept);
    kept.process.end();
  }

  #recentFaults(namespace: string): readonly number[] {
    const since = performance.now() - FAULT_WINDOW_MS;
    return (this.#faults.get(namespace) ?? []).filter((at) => at > since);
  }

  #refuseFaulty(namespace: string): void {
    if (this.#recentFaults(namespace).length >= MAX_FAULTS) throw new Failure('plugin.stopped');
  }
}
