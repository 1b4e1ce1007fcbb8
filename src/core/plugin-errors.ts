import { errorRow as row } from './error-row.js';

/** Faults of plugins, which the operator installed. */
export const PLUGIN_ERRORS = {
  'plugin.failed': row(
    'unknown',
    'after-change',
    'The plugin could not do this; what it says stands below. Change the arguments, or go on without it.',
  ),
  'plugin.crashed': row(
    'unknown',
    'yes',
    'The plugin ended, or broke its protocol, so it was ended; the next call starts it anew. Tell the operator if it happens again.',
  ),
  'plugin.late': row(
    'unknown',
    'yes',
    'The plugin did not answer in time, so it was ended; the next call starts it anew. Ask for less.',
  ),
  'plugin.stopped': row(
    'operator',
    'yes',
    'The plugin failed too often and is not started for a minute. Go on without it, and tell the operator.',
  ),
} as const;
