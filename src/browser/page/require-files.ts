import { Failure } from '../../core/index.js';
import type { SessionFiles } from '../files/session-files.js';
import type { Session } from './session.js';

/** Throws where the operator has not opened them; `authorizeTool` said so before, to everybody but us. */
export function requireFiles({ files }: Session): SessionFiles {
  if (files?.areForPages !== true) throw new Failure('policy.capability-off', 'file-io');
  return files;
}
