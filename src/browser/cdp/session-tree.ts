import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

/** Each worker costs the browser's own process; frames of ordinary pages are not counted. */
const MAX_WORKERS = 100;
const WORKERS_WITHIN_MS = 10_000;

interface Attached {
  readonly target: string;
  readonly parent: string | undefined;
}

/** Which target each DevTools session belongs to, and which session it was attached from: frames, workers, further lines. */
export class SessionTree {
  readonly #attached = new Map<string, Attached>();
  /** Dedicated workers that a session started lately. */
  readonly #workers = new Map<string, { count: number; readonly since: number }>();

  /** `flood`: the session has just started more workers than any page needs. Told once in a while. */
  onMessage(message: Fields): 'flood' | undefined {
    const params = fieldsOf(message, 'params');
    const session = textOf(params, 'sessionId') ?? '';
    if (message['method'] === 'Target.attachedToTarget') {
      const target = textOf(fieldsOf(params, 'targetInfo'), 'targetId') ?? '';
      const parent = textOf(message, 'sessionId');
      this.#attached.set(session, { target, parent });
      const isWorker = textOf(fieldsOf(params, 'targetInfo'), 'type') === 'worker';
      return isWorker && parent !== undefined ? this.#countWorker(parent) : undefined;
    }
    if (message['method'] === 'Target.detachedFromTarget') {
      this.#attached.delete(session);
      this.#workers.delete(session);
    }
    return undefined;
  }

  #countWorker(parent: string): 'flood' | undefined {
    const now = Date.now();
    const known = this.#workers.get(parent);
    const counted = known !== undefined && now - known.since < WORKERS_WITHIN_MS ? known : { count: 0, since: now };
    counted.count += 1;
    this.#workers.set(parent, counted);
    return counted.count === MAX_WORKERS ? 'flood' : undefined;
  }

  /** The session's own target, then those that it hangs on. */
  *targetsOf(session: string): Generator<string> {
    const seen = new Set<string>();
    let at: string | undefined = session;
    while (at !== undefined && !seen.has(at)) {
      seen.add(at);
      const attached = this.#attached.get(at);
      if (attached !== undefined) yield attached.target;
      at = attached?.parent;
    }
  }
}
