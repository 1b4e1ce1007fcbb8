import type { UrlTarget } from '../core/index.js';
import { completeUrl } from './complete-url.js';

export function urlTarget(url: string): UrlTarget {
  return { kind: 'url', url: completeUrl(url) };
}
