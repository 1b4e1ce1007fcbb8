import type { WebUrlFacts } from '../../../src/core/index.js';
import { compileOpenedHosts, createOwnListeners, describeUrl } from '../../../src/network/index.js';

/** As the gateway reads it. */
export function webUrl(text: string): WebUrlFacts {
  const facts = describeUrl(text, { own: createOwnListeners(), opened: compileOpenedHosts([]) });
  if (facts.kind !== 'web') throw new Error(`${text} is no web address`);
  return facts;
}
