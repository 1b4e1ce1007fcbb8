import type { CdpConnection } from './cdp-connection.js';
import type { ContextOwner } from './context-owner.js';
import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';
import type { TargetLine, TargetSetup, TargetType } from './target-setup.js';

const TYPES: ReadonlySet<string> = new Set<TargetType>(['page', 'iframe', 'worker', 'shared_worker', 'service_worker']);

interface Attached {
  readonly line: TargetLine;
  readonly target: string;
  readonly setups: readonly TargetSetup[];
}

export class TargetSetups {
  readonly #wire: CdpConnection;
  readonly #attached = new Map<string, Attached>();
  /** Further sessions of a target change nothing: an override holds for the target, whichever session sets it. */
  readonly #targets = new Set<string>();

  constructor(wire: CdpConnection) {
    this.#wire = wire;
  }

  attached(params: Fields, owner: ContextOwner | undefined): void {
    const setups = owner?.setups ?? [];
    const info = fieldsOf(params, 'targetInfo');
    const type = textOf(info, 'type') ?? '';
    const target = textOf(info, 'targetId') ?? '';
    const session = textOf(params, 'sessionId') ?? '';
    if (setups.length === 0 || !isTargetType(type) || this.#targets.has(target)) return;
    this.#targets.add(target);
    const call: TargetLine['call'] = (method, values) => this.#wire.call(method, values, session);
    const line = { session, type, call };
    this.#attached.set(session, { line, target, setups });
    for (const setup of setups) setup.attached(line);
  }

  detached(session: string): void {
    const gone = this.#attached.get(session);
    if (gone === undefined) return;
    this.#attached.delete(session);
    this.#targets.delete(gone.target);
    for (const setup of gone.setups) setup.detached(gone.line);
  }

  rewrite(message: Fields): Fields {
    const attached = this.#attached.get(textOf(message, 'sessionId') ?? '');
    if (attached === undefined) return message;
    const method = textOf(message, 'method') ?? '';
    let params = fieldsOf(message, 'params');
    for (const setup of attached.setups) params = setup.rewrite?.(attached.line, method, params) ?? params;
    return { ...message, params };
  }

  onMessage(session: string, message: Fields): boolean {
    const attached = this.#attached.get(session);
    const method = textOf(message, 'method');
    if (attached === undefined || method === undefined) return false;
    return attached.setups.some(
      (setup) => setup.onEvent?.(attached.line, method, fieldsOf(message, 'params')) === true,
    );
  }
}

function isTargetType(type: string): type is TargetType {
  return TYPES.has(type);
}
