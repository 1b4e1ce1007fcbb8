import { z } from 'zod';
import { livenessOf, ownIdentity, processIdentity } from '../../../platform/process-liveness.js';
import type { Engine } from './engine.js';
import { OWNER_LABEL } from './run-arguments.js';

const MAX_LABEL = 2000;

const listed = z.array(
  z.object({
    Id: z.string().regex(/^[0-9a-f]{12,64}$/u),
    Names: z.array(z.string()).nullish(),
    State: z.string().nullish(),
    Labels: z.record(z.string(), z.string()).nullish(),
  }),
);

/** One of our containers, and whether the server that started it is still there. */
export interface OwnedContainer {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly owner: 'alive' | 'dead' | 'unknown';
}

/** Names this process, so that whoever finds the container can tell whether it is still wanted. */
export function ownerLabel(): string {
  return Buffer.from(JSON.stringify(ownIdentity())).toString('base64url');
}

export async function listContainers(engine: Engine): Promise<readonly OwnedContainer[]> {
  const text = await engine.run(['ps', '--all', '--filter', `label=${OWNER_LABEL}`, '--format', 'json']);
  return listed.parse(text.trim() === '' ? [] : JSON.parse(text)).map(({ Id, Names, State, Labels }) => ({
    id: Id,
    name: Names?.[0] ?? Id.slice(0, 12),
    state: State ?? 'unknown',
    owner: ownerOf(Labels?.[OWNER_LABEL] ?? ''),
  }));
}

/** Containers of servers that are gone, however they ended. Those of servers that cannot be seen from here stay. */
export async function removeLeftovers(engine: Engine): Promise<readonly string[]> {
  const left = (await listContainers(engine)).filter(({ owner }) => owner === 'dead');
  if (left.length > 0) await engine.run(['rm', '--force', '--ignore', '--time', '0', ...left.map(({ id }) => id)]);
  return left.map(({ name }) => name);
}

function ownerOf(label: string): OwnedContainer['owner'] {
  try {
    const text = Buffer.from(label.slice(0, MAX_LABEL), 'base64url').toString('utf8');
    return livenessOf(processIdentity.parse(JSON.parse(text)));
  } catch {
    return 'unknown';
  }
}
