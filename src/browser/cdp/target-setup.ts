import type { Fields } from './message-fields.js';

export type TargetType = 'page' | 'iframe' | 'worker' | 'shared_worker' | 'service_worker';

/** The first DevTools session of a page, of a frame in a process of its own, or of a worker. */
export interface TargetLine {
  readonly session: string;
  readonly type: TargetType;
  call(method: string, params: Fields): Promise<Fields>;
}

/** What a session has in force in every target of its context, from before the target runs its first script. */
export interface TargetSetup {
  /** Commands that are sent here are carried out before the target runs. */
  attached(line: TargetLine): void;
  detached(line: TargetLine): void;
  /** The parameters of a command of Playwright's, with the session's own in them. Undefined: as they are. */
  rewrite?(line: TargetLine, method: string, params: Fields): Fields | undefined;
  /** True: the event is for the setup alone. */
  onEvent?(line: TargetLine, method: string, params: Fields): boolean;
}
