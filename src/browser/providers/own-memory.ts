import { bytesOf } from '../session-options.js';
import { findDeclaration } from './declared-providers.js';
import { hasBrowserPerSession } from './provider-declaration.js';
import type { DeclaredOptions } from './provider-declaration.js';
import type { BrowserMemory } from './provider.js';

/** What a browser may hold that is one session's own. Undefined: it is shared, and no figure is one session's. */
export function ownMemory(options: DeclaredOptions, size: string): BrowserMemory | undefined {
  const max = bytesOf(size);
  const isOwn = hasBrowserPerSession(findDeclaration(options.provider), options);
  return isOwn && max !== undefined ? { max, key: 'sessions.memory' } : undefined;
}
