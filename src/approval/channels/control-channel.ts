import type { Channel } from '../../core/index.js';

/** The terminal and the console come by themselves, through the control socket, and take what is open from the desk. */
export function controlChannel(name: 'cli' | 'console', isOpen: () => boolean): Channel {
  return {
    name,
    takes: () => isOpen(),
    bring: () => Promise.resolve('open'),
  };
}
