import { ERRORS, Failure, withOwnCommand } from '../core/index.js';
import { addressPerson } from './address-person.js';
import { Cancelled } from './prompt.js';
import { printable } from './terminal.js';

/** 0 fine, 1 the thing asked about is broken or denied, 2 bad usage or configuration. */
export type ExitCode = 0 | 1 | 2;

/**
 * Codes whose hint says all there is to do: the table's sentence is written for an agent, and a person types this. The line
 * begins as the command-line library's own do.
 */
const SELF_EXPLAINING = /^(?:config|call)\.|^vault\.(?:bad-record|bad-secret|not-injected)$/u;

/** Of calls a person types only those that `explain` is asked about. */
const IS_MISUSE = /^config\.|^call\.(?:unknown-tool|bad-arguments)$/u;

export function reportError(error: unknown, say: (line: string) => void, debug: boolean): ExitCode {
  if (error instanceof Cancelled) {
    say('Nothing was changed.');
    return 1;
  }
  if (!(error instanceof Failure)) {
    say(
      `error: internal.fault: ${printable(messageOf(error))}${debug ? '' : ' (run it again with --debug to see where)'}`,
    );
    if (debug && error instanceof Error) say(error.stack ?? '');
    return 1;
  }
  const isPlain = SELF_EXPLAINING.test(error.code) && error.hint !== undefined;
  // A hint names the command as it was started already.
  const says = isPlain ? undefined : withOwnCommand(ERRORS[error.code].says);
  const parts = [error.hint, says].filter((part) => part !== undefined);
  say(`error: ${[error.code, ...parts.map(addressPerson)].join(': ')}`);
  if (debug) say(error.stack ?? '');
  return IS_MISUSE.test(error.code) ? 2 : 1;
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
