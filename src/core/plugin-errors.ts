import { errorRow as row } from './error-row.js';

/** Faults of plugins, which the operator installed. */
export const PLUGIN_ERRORS = {
  'plugin.failed': row(
    'unknown',
    'after-change',
    'The plugin could not do this; its own words are below. Change the arguments, or go on without it.',
  ),
  'plugin.crashed': row(
    'unknown',
    'yes',
    'The plugin crashed, or sent something that its protocol does not have, so it was stopped. The next call starts it again; tell the operator if this happens again.',
  ),
  'plugin.late': row(
    'unknown',
    'yes',
    'The plugin did not answer in time, so it was stopped. The next call starts it again; ask for less.',
  ),
  'plugin.stopped': row(
    'operator',
    'yes',
    'The plugin failed too often and is not started for a minute. Go on without it, and tell the operator.',
  ),
} as const;
