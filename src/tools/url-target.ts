import type { UrlTarget } from '../core/index.js';

export function urlTarget(url: string): UrlTarget {
  return { kind: 'url', url };
}
