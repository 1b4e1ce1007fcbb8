import type { Channel } from '../../core/index.js';

/** Sends nothing: terminal and console poll for open questions. This channel only says whether they can be reached. */
export function controlChannel(name: 'cli' | 'console', isOpen: () => boolean): Channel {
  return {
    name,
    takes: () => isOpen(),
    deliver: () => Promise.resolve('open'),
  };
}
