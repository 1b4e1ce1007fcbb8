import type { Loaded } from '../../config/index.js';

/** `note`: neither good nor bad, but worth knowing. */
export type Status = 'ok' | 'note' | 'warn' | 'fail';

export interface Finding {
  readonly name: string;
  readonly status: Status;
  readonly says: string;
}

export interface Patient {
  readonly env: NodeJS.ProcessEnv;
  readonly workspace: string;
  /** Undefined while the configuration cannot be read; `configuration` has said why. */
  readonly loaded: Loaded | undefined;
}

/** One question about this machine. Never throws: what cannot be found out is a finding. */
export type Check = (patient: Patient) => Promise<readonly Finding[]>;
