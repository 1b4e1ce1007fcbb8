import { z } from 'zod';
import { Failure } from '../../../core/index.js';
import { ownerState } from '../owner-label.js';
import type { Engine } from './engine.js';
import { OWNER_LABEL } from './run-arguments.js';

const ID = /^[0-9a-f]{12,64}$/u;

const listedByPodman = z.array(
  z.object({
    Id: z.string().regex(ID),
    Names: z.array(z.string()).nullish(),
    State: z.string().nullish(),
    Labels: z.record(z.string(), z.string()).nullish(),
  }),
);

/** Docker is asked for these four fields, as a line of JSON for each container. */
const LISTED_BY_DOCKER = `[{{json .ID}},{{json .Names}},{{json .State}},{{json (.Label "${OWNER_LABEL}")}}]`;
const listedByDocker = z.tuple([z.string().regex(ID), z.string(), z.string(), z.string()]);

/** One of our containers, and whether the server that started it is still there. */
export interface OwnedContainer {
  readonly id: string;
  readonly name: string;
  readonly state: string;
  readonly owner: 'alive' | 'dead' | 'unknown';
}

export async function listContainers(engine: Engine): Promise<readonly OwnedContainer[]> {
  const ours = ['ps', '--all', '--filter', `label=${OWNER_LABEL}`, '--format'];
  if (engine.name === 'docker') {
    const lines = (await engine.run([...ours, LISTED_BY_DOCKER, '--no-trunc'])).split('\n').filter(Boolean);
    return lines.map((line) => {
      const [id, name, state, owner] = listedByDocker.parse(JSON.parse(line));
      return { id, name, state, owner: ownerState(owner) };
    });
  }
  const text = await engine.run([...ours, 'json']);
  return listedByPodman.parse(text.trim() === '' ? [] : JSON.parse(text)).map(({ Id, Names, State, Labels }) => ({
    id: Id,
    name: Names?.[0] ?? Id.slice(0, 12),
    state: State ?? 'unknown',
    owner: ownerState(Labels?.[OWNER_LABEL] ?? ''),
  }));
}

/** Containers of servers that are gone, however they ended. Those of servers that cannot be seen from here stay. */
export async function removeLeftovers(engine: Engine): Promise<readonly string[]> {
  const left = (await listContainers(engine)).filter(({ owner }) => owner === 'dead');
  if (left.length > 0) await removeContainers(engine, ...left.map(({ id }) => id));
  return left.map(({ name }) => name);
}

const REMOVE_MS = 10_000;
/** A container removes itself when its first process ends, which may be now. */
const IS_GONE = /no such container|already in progress/iu;

export async function removeContainers(engine: Engine, ...names: readonly string[]): Promise<void> {
  try {
    await engine.run([...removeCommand(engine), ...names], { ms: REMOVE_MS });
  } catch (error) {
    if (!(error instanceof Failure && IS_GONE.test(error.hint ?? ''))) throw error;
  }
}

/** Those that are gone already are left out by podman, and by Docker's newer versions. */
export function removeCommand({ name }: Pick<Engine, 'name'>): readonly string[] {
  return name === 'docker' ? ['rm', '--force', '--volumes'] : ['rm', '--force', '--ignore', '--time', '0'];
}
