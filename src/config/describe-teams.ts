import { Failure } from '../core/index.js';
import { teamOf, teamWords } from './teams.js';
import type { TeamsOptions } from './teams.js';
import { LOCAL, readToken, tokenFiles } from './token-files.js';
import type { Workspace } from './workspace.js';

export interface TeamFinding {
  /** Undefined: a token that is of no team. */
  readonly team?: string;
  readonly words: string;
  /** The name of its token, if it has one. */
  readonly token?: string;
  /** Why the token cannot be used. */
  readonly problem?: string;
}

/** Every team and every further token, with what is wrong with its file; nothing of what is in it. */
export function describeTeams(workspace: Workspace, teams: TeamsOptions): readonly TeamFinding[] {
  const files = tokenFiles(workspace, teams);
  const tokens = files.map(({ name, path, linkable }): TeamFinding => {
    const options = Object.hasOwn(teams, name) ? teams[name] : undefined;
    const of = options === undefined ? { words: '' } : { team: name, words: teamWords(teamOf(name, options)) };
    try {
      readToken(path, linkable);
      return { ...of, token: name };
    } catch (error) {
      const problem = error instanceof Failure ? (error.hint ?? error.code) : `${path}: it cannot be read`;
      return { ...of, token: name, problem };
    }
  });
  const without = Object.entries(teams).flatMap(([name, options]) =>
    files.some((file) => file.name === name) ? [] : [{ team: name, words: teamWords(teamOf(name, options)) }],
  );
  return [...tokens.filter(({ token, problem }) => token !== LOCAL || problem !== undefined), ...without];
}
