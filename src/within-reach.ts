import { declaredOptions, isProxiedElsewhere, isReachedByAnybody } from './browser/index.js';
import type { Loaded } from './config/index.js';

/** A person opens a port of this machine for one session, and not for whoever else gets in where its browser does. */
export function withinReach(config: Loaded['config']): Loaded['config'] {
  if (!isProxiedElsewhere(declaredOptions(config)) || !isReachedByAnybody(config.remote)) return config;
  return { ...config, network: { ...config.network, askLoopback: false } };
}
