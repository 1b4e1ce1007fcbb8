import { describeTeams, openWorkspace } from '../../config/index.js';
import { ownCommand } from '../../core/index.js';
import type { Check } from './check.js';

/** Each team, what narrows it, and whether its token can be used. */
export const checkTeams: Check = ({ loaded, workspace }) => {
  if (loaded === undefined) return Promise.resolve([]);
  const name = 'teams';
  try {
    const found = describeTeams(openWorkspace(workspace), loaded.config.teams);
    return Promise.resolve(
      found.map(({ team, words, token, problem }) => {
        if (problem !== undefined) return { name, status: 'fail', says: problem };
        if (team === undefined)
          return { name, status: 'ok', says: `token ${token ?? ''}: may do all that the configuration allows` };
        const how = `team ${team}: ${words}`;
        return token === undefined
          ? { name, status: 'warn', says: `${how}; it has no token: ${ownCommand(`token add ${team}`)}` }
          : { name, status: 'ok', says: how };
      }),
    );
  } catch {
    return Promise.resolve([{ name, status: 'fail', says: 'the tokens of the workspace cannot be read' }]);
  }
};
