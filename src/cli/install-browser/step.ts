import type { Workspace } from '../../config/index.js';
import type { Watch } from './progress.js';

/** One way to come by a Chromium. */
export interface Step {
  /** What it does, for a person. */
  readonly says: string;
  /** `done`: it did its part, and the search decides what it was worth. Otherwise why to go on. */
  run(site: Site): Promise<'done' | { readonly wentOn: string }>;
}

export interface Site {
  readonly workspace: Workspace;
  readonly env: NodeJS.ProcessEnv;
  /** Something to find our own libraries from. */
  readonly entry: string;
  readonly watch: Watch;
}
