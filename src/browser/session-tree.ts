import { fieldsOf, textOf } from './devtools-message.js';
import type { Fields } from './devtools-message.js';

interface Attached {
  readonly target: string;
  readonly parent: string | undefined;
}

/** Which target each DevTools session belongs to, and which session it was attached from: frames, workers, further lines. */
export class SessionTree {
  readonly #attached = new Map<string, Attached>();

  heard(message: Fields): void {
    const params = fieldsOf(message, 'params');
    const session = textOf(params, 'sessionId') ?? '';
    if (message['method'] === 'Target.attachedToTarget') {
      const target = textOf(fieldsOf(params, 'targetInfo'), 'targetId') ?? '';
      this.#attached.set(session, { target, parent: textOf(message, 'sessionId') });
    } else if (message['method'] === 'Target.detachedFromTarget') this.#attached.delete(session);
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
