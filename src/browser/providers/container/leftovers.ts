import { z } from 'zod';
import { ownerState } from '../owner-label.js';
import type { Engine } from './engine.js';
import { OWNER_LABEL } from './run-arguments.js';

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

export async function listContainers(engine: Engine): Promise<readonly OwnedContainer[]> {
  const text = await engine.run(['ps', '--all', '--filter', `label=${OWNER_LABEL}`, '--format', 'json']);
  return listed.parse(text.trim() === '' ? [] : JSON.parse(text)).map(({ Id, Names, State, Labels }) => ({
    id: Id,
    name: Names?.[0] ?? Id.slice(0, 12),
    state: State ?? 'unknown',
    owner: ownerState(Labels?.[OWNER_LABEL] ?? ''),
  }));
}

/** Containers of servers that are gone, however they ended. Those of servers that cannot be seen from here stay. */
export async function removeLeftovers(engine: Engine): Promise<readonly string[]> {
  const left = (await listContainers(engine)).filter(({ owner }) => owner === 'dead');
  if (left.length > 0) await engine.run(['rm', '--force', '--ignore', '--time', '0', ...left.map(({ id }) => id)]);
  return left.map(({ name }) => name);
}
