import { randomBytes } from 'node:crypto';
import { isSameSession, sessionNameOf } from '../core/index.js';
import type { PersonInput } from '../core/index.js';
import type { Which } from '../gateway/gateway.js';
import type { DriveHandle } from '../control/control-live-client.js';
import type { DrivenView } from '../control/control-live.js';
import type { WebSession } from './web-login.js';
import { consoleUser } from './web-source.js';
import type { ConsoleDeps, ConsoleServer } from './web-source.js';

export interface DrivePlace extends Which {
  readonly server: string;
}

/** A page in the background asks once a minute at the least; one that asks for nothing any more is closed. */
const SILENT_MS = 90_000;
/** A slow machine misses one. */
const MAX_MISSES = 3;
const SLOW: DrivenView = { tabs: [], unseen: 'busy' };
const SILENT: DrivenView = { over: 'the server does not answer any more' };

interface Drive {
  readonly owner: WebSession;
  readonly place: DrivePlace;
  readonly handle: DriveHandle;
  readonly server: ConsoleServer;
  watchdog: NodeJS.Timeout | undefined;
  /** How often in a row the server did not answer. */
  misses: number;
}

/** The sessions that people drive from these pages. Each belongs to the browser that took it, and to no other. */
export class Drives {
  readonly #drives = new Map<string, Drive>();

  /** The reason why not; undefined: it is theirs. The connection stays open as long as they drive. */
  async take(deps: ConsoleDeps, owner: WebSession, place: DrivePlace, code: string): Promise<string | undefined> {
    const servers = await deps.servers();
    const server = servers.find(({ id }) => id === place.server);
    for (const other of servers) if (other !== server) other.close();
    if (server === undefined) return 'That server is not there any more.';
    try {
      const taken = await server.takeOver(sessionNameOf(place), { by: consoleUser(), ...(code !== '' && { code }) });
      if (!taken.ok) {
        server.close();
        return taken.why;
      }
      const name = randomBytes(16).toString('hex');
      const drive: Drive = { owner, place, handle: taken.drive, server, watchdog: undefined, misses: 0 };
      this.#drives.set(name, drive);
      this.#restartWatchdog(name, drive);
      return undefined;
    } catch {
      server.close();
      return 'The server did not answer.';
    }
  }

  /** What this browser drives there. */
  nameOf(owner: WebSession, place: DrivePlace): string | undefined {
    for (const [name, drive] of this.#drives) {
      const isThere = drive.place.server === place.server && isSameSession(drive.place, place);
      if (isThere && drive.owner === owner) return name;
    }
    return undefined;
  }

  placeOf(owner: WebSession, name: string): DrivePlace | undefined {
    return this.#find(owner, name)?.place;
  }

  async input(owner: WebSession, name: string, inputs: readonly PersonInput[]): Promise<boolean> {
    const drive = this.#find(owner, name);
    if (drive === undefined) return false;
    this.#restartWatchdog(name, drive);
    // A page that is slow to take it is seen to be so; whether the drive is over, the next poll says.
    await drive.handle.input(inputs).catch(() => undefined);
    return true;
  }

  async view(owner: WebSession, name: string): Promise<DrivenView> {
    const drive = this.#find(owner, name);
    if (drive === undefined) return { over: 'it was given back' };
    this.#restartWatchdog(name, drive);
    const seen = await drive.handle.view().catch(() => (++drive.misses < MAX_MISSES ? SLOW : SILENT));
    if (seen !== SLOW) drive.misses = 0;
    if ('over' in seen && this.#drives.get(name) === drive) {
      this.#forget(name, drive);
      owner.notice = { kind: 'refused', text: `You do not drive any more: ${seen.over}.` };
    }
    return seen;
  }

  async giveBack(owner: WebSession, name: string): Promise<void> {
    const drive = this.#find(owner, name);
    if (drive !== undefined) await this.#end(name, drive);
  }

  /** Signing out ends the takeovers of this person. */
  async leave(owner: WebSession): Promise<void> {
    const own = [...this.#drives].filter(([, drive]) => drive.owner === owner);
    await Promise.all(own.map(([name, drive]) => this.#end(name, drive)));
  }

  #find(owner: WebSession, name: string): Drive | undefined {
    const drive = this.#drives.get(name);
    return drive?.owner === owner ? drive : undefined;
  }

  #restartWatchdog(name: string, drive: Drive): void {
    clearTimeout(drive.watchdog);
    if (this.#drives.get(name) !== drive) return;
    drive.watchdog = setTimeout(() => {
      void this.#end(name, drive);
    }, SILENT_MS).unref();
  }

  async #end(name: string, drive: Drive): Promise<void> {
    this.#drives.delete(name);
    clearTimeout(drive.watchdog);
    // When giving back fails, closing the connection ends the takeover too.
    await drive.handle.giveBack().catch(() => undefined);
    drive.server.close();
  }

  #forget(name: string, drive: Drive): void {
    this.#drives.delete(name);
    clearTimeout(drive.watchdog);
    drive.server.close();
  }
}
