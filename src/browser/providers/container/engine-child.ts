import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Engine } from './engine.js';
import { removeContainers } from './leftovers.js';

/** Its first process ends at once when the life line closes; the engine then needs this long to remove the container. */
const GONE_MS = 3000;
const MAX_WORDS = 4000;

/** The engine's command that runs one container, for as long as the container lives. */
export interface EngineChild {
  /** How it ended. */
  readonly exited: Promise<string>;
  /** The end of what it and the container wrote to stderr. */
  readonly lastWords: () => string;
  /** The life line is closed: waits for the container's end, or brings it about. */
  readonly end: () => Promise<void>;
}

export function watchEngine(child: ChildProcess, engine: Engine, name: string): EngineChild {
  // Errors of these streams need no handling: the end of the container reports them.
  for (const stream of child.stdio) stream?.on('error', () => undefined);
  const exited = new Promise<string>((resolve) => {
    child.once('error', (error) => {
      resolve(`could not be started (${error.message})`);
    });
    child.once('exit', (code, signal) => {
      resolve(signal === null ? `exit code ${String(code)}` : `signal ${signal}`);
    });
  });
  return {
    exited,
    lastWords: keepWords(child),
    end: async () => {
      const isOver = await Promise.race([exited.then(() => true), wait(GONE_MS, false, { ref: false })]);
      if (!isOver) await removeContainers(engine, name);
      endGroup(child);
      for (const stream of child.stdio) stream?.destroy();
    },
  };
}

/** Ends the clean-up process and what the engine's command left; the container itself is in no group of ours. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  } catch {
    // All of it has ended.
  }
}

function keepWords(child: ChildProcess): () => string {
  let words = '';
  child.stderr?.on('data', (chunk: Buffer) => {
    words = (words + chunk.toString('utf8')).slice(-MAX_WORDS);
  });
  return () => words;
}
