import { delimiter, isAbsolute } from 'node:path';

/** What the process was given, as the configuration hands it on. */
export type Environment = Readonly<Record<string, string | undefined>>;

/**
 * A command gets what it needs to find itself, its own settings and its operator's session, and nothing else: not our
 * variables, and none that would load code into it. Folders of the current directory are no place to find it in.
 */
export function environmentFor(environment: Environment, own: RegExp): Record<string, string> {
  const kept = Object.entries(environment).flatMap(([name, value]): [string, string][] =>
    value !== undefined && (EVERYBODY.has(name) || own.test(name)) ? [[name, value]] : [],
  );
  const path = (environment['PATH'] ?? '/usr/local/bin:/usr/bin:/bin').split(delimiter).filter(isAbsolute);
  return { ...Object.fromEntries(kept), PATH: path.join(delimiter) };
}

const EVERYBODY = new Set(['HOME', 'USER', 'LANG', 'TMPDIR', 'XDG_CONFIG_HOME', 'XDG_RUNTIME_DIR', 'SystemRoot']);
