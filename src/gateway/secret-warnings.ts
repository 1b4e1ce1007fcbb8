import { sessionKey } from '../core/index.js';
import type { Scope } from '../core/index.js';

const MAX_WARNED = 1_000;

/** Tells the operator at the first value of each session: it came through the agent, which has seen it. */
export class SecretWarnings {
  readonly #log: (line: string) => void;
  readonly #warned = new Set<string>();

  constructor(log: (line: string) => void) {
    this.#log = log;
  }

  warnAtFirst(scope: Scope): void {
    const key = sessionKey(scope);
    if (this.#warned.has(key)) return;
    if (this.#warned.size >= MAX_WARNED) this.#warned.clear();
    this.#warned.add(key);
    this.#log(
      `warning: register_secret in session ${scope.session}: the value came from the agent, so the model has seen it; keep real secrets in the vault`,
    );
  }
}
