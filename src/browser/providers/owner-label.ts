import { livenessOf, ownIdentity, processIdentity } from '../../platform/process-liveness.js';
import type { Liveness, ProcessIdentity } from '../../platform/process-liveness.js';

const MAX_LABEL = 2000;

/** Names this process, so that whoever finds what it made can tell whether that is still wanted. */
export function ownerLabel(): string {
  return Buffer.from(JSON.stringify(ownIdentity())).toString('base64url');
}

/** Whether the process of a label is still there. */
export function ownerState(label: string): Liveness {
  const owner = readOwner(label);
  return owner === undefined ? 'unknown' : livenessOf(owner);
}

/** Undefined: it is no label of ours. */
export function readOwner(label: string): ProcessIdentity | undefined {
  try {
    const text = Buffer.from(label.slice(0, MAX_LABEL), 'base64url').toString('utf8');
    return processIdentity.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
