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

/** With `browser.provider: container` the check of the browser starts one; else it is only named. */
export const checkPrograms: Check = ({ env, loaded }) => {
  if (loaded?.config.browser.provider === 'container') return Promise.resolve([]);
  const engine = ['podman', 'docker'].find((name) => isOnPath(name, env));
  const says =
    engine === undefined
      ? 'neither podman nor docker found; sessions in containers need one'
      : `${engine} found, not used: browser.provider: container gives each session a container`;
  return Promise.resolve([{ name: 'container', status: 'note', says }]);
};

/** Recordings are kept without it too, in another form. */
export const checkRecording: Check = ({ env, loaded }) => {
  if (loaded?.config.capabilities.includes('recording') !== true) return Promise.resolve([]);
  const says = isOnPath('ffmpeg', env)
    ? 'ffmpeg found: videos are kept as WebM'
    : 'ffmpeg not found: videos are kept as pictures with an index';
  return Promise.resolve([{ name: 'recording', status: 'note', says }]);
};
