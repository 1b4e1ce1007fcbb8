import { readFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { livenessOf, ownIdentity, processIdentity } from './process-liveness.js';
import type { ProcessIdentity } from './process-liveness.js';
import { replaceFile } from './replace-file.js';

/** `<id>.ports` in the run folder: where one process of this workspace listens, and which process that is. */
const ENDING = '.ports';
const note = z.object({
  ...processIdentity.shape,
  listeners: z.array(z.object({ address: z.string(), port: z.int().min(1).max(65_535) })),
});
type Note = z.infer<typeof note>;
export type Listener = Note['listeners'][number];

/** Replaces the note of this id; without a listener it is removed. */
export function noteListeners(
  runFolder: string,
  id: string,
  listeners: readonly Listener[],
  { pid, start, boot, namespace, host }: ProcessIdentity = ownIdentity(),
): void {
  const file = join(runFolder, id + ENDING);
  if (listeners.length === 0) rmSync(file, { force: true });
  else replaceFile(file, JSON.stringify({ pid, start, boot, namespace, host, listeners }));
}

/**
 * What the processes that have a note in one of these folders, and may still live, have bound to a port. The notes are
 * read again when a folder has changed.
 */
export function watchListeners(runFolders: readonly string[]): (port: number) => readonly string[] {
  const readers = runFolders.map(rememberNotes);
  return (port) =>
    readers
      .flatMap((read) => [...read().values()])
      .flatMap(({ listeners, ...identity }) => {
        const bound = listeners.filter((listener) => listener.port === port);
        // A process that cannot be seen from here, in another container, may listen. Others may have a dead one's port.
        return bound.length > 0 && livenessOf(identity) !== 'dead' ? bound.map(({ address }) => address) : [];
      });
}

/** Removes what dead processes left. */
export function sweepListeners(runFolder: string): void {
  for (const [file, identity] of readNotes(runFolder))
    if (livenessOf(identity) === 'dead') rmSync(file, { force: true });
}

/** File systems keep the time of a change up to this coarsely. */
const CLOCK_MS = 2000;

function rememberNotes(folder: string): () => Map<string, Note> {
  let known: { readonly changedAt: number; readonly readAt: number; readonly notes: Map<string, Note> } | undefined;
  return () => {
    const changedAt = changeTimeOf(folder);
    if (known?.changedAt !== changedAt || known.readAt - changedAt < CLOCK_MS)
      known = { changedAt, readAt: Date.now(), notes: readNotes(folder) };
    return known.notes;
  };
}

/** 0: there is no such folder, or it is nothing that this user may look at. */
function changeTimeOf(folder: string): number {
  try {
    return statSync(folder).mtimeMs;
  } catch {
    return 0;
  }
}

function readNotes(folder: string): Map<string, Note> {
  const names = namesIn(folder).filter((name) => name.endsWith(ENDING));
  return new Map(names.flatMap((name) => readNote(join(folder, name))));
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

function readNote(file: string): readonly (readonly [string, Note])[] {
  try {
    return [[file, note.parse(JSON.parse(readFileSync(file, 'utf8')))]];
  } catch {
    return [];
  }
}
