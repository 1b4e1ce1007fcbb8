import { isOnPath } from '../install-browser/package-manager-step.js';
import type { Check } from './check.js';

const OLDEST_NODE = [20, 19] as const;

export const checkNode: Check = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const old = major < OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor < OLDEST_NODE[1]);
  const says = `${process.versions.node} on ${process.platform} ${process.arch}`;
  return Promise.resolve([
    {
      name: 'node',
      status: old ? 'fail' : 'ok',
      says: old ? `${says}; needs ${OLDEST_NODE.join('.')} or newer` : says,
    },
  ]);
};

/** Not used by this version, and named so that nobody believes in a wall that is not there. */
export const checkPrograms: Check = ({ env }) => {
  const engine = ['docker', 'podman'].find((program) => isOnPath(program, env));
  const says = `${engine ?? 'no engine'} found; this version starts no containers`;
  return Promise.resolve([{ name: 'container', status: 'note', says }]);
};
