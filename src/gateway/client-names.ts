import type { SessionName } from '../core/index.js';
import type { CallerClient } from './gateway.js';

const UNNAMED = 'client';
const MAX_CONNECTIONS = 10_000;

/**
 * The client's part of a session's key, readable by people. A connection of 2025-11-25 gets its program's name and a
 * number that is never used again, so that no later client answers to it; `#` cannot be in a name that a client claims.
 * A client of 2026-07-28 is its name.
 */
export class ClientNames {
  readonly #connections = new Map<string, string>();
  readonly #last = new Map<string, number>();
  readonly #absent = new Set<string>();

  nameOf({ principal, connection, program }: CallerClient): string | undefined {
    if (connection === undefined) return program;
    const key = JSON.stringify([principal.id, connection]);
    const known = this.#connections.get(key);
    if (known !== undefined) return known;
    const family = JSON.stringify([principal.id, program ?? '']);
    const number = (this.#last.get(family) ?? 0) + 1;
    this.#last.set(family, number);
    const name = `${program ?? UNNAMED}#${String(number)}`;
    this.#connections.set(key, name);
    const [oldest] = this.#connections.keys();
    if (this.#connections.size > MAX_CONNECTIONS && oldest !== undefined) this.#connections.delete(oldest);
    return name;
  }

  setPresence(client: CallerClient, isPresent: boolean): void {
    const owner = ownerKey({ principal: client.principal.id, client: this.nameOf(client) });
    if (isPresent) this.#absent.delete(owner);
    else this.#absent.add(owner);
    const [oldest] = this.#absent;
    if (this.#absent.size > MAX_CONNECTIONS && oldest !== undefined) this.#absent.delete(oldest);
  }

  /** The client has no connection open: nobody may be left to use the session. */
  isAbsent(session: SessionName): boolean {
    return this.#absent.has(ownerKey(session));
  }

  /** Its name, for the last time. */
  forget(client: CallerClient): string | undefined {
    const name = this.nameOf(client);
    if (client.connection !== undefined) {
      this.#connections.delete(JSON.stringify([client.principal.id, client.connection]));
    }
    this.#absent.delete(ownerKey({ principal: client.principal.id, client: name }));
    return name;
  }
}

function ownerKey({ principal, client = '' }: { principal: string; client?: string | undefined }): string {
  return JSON.stringify([principal, client]);
}
