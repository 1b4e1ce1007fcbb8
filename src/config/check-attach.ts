import type { z } from 'zod';
import type { Capability } from '../core/index.js';

interface Attaching {
  readonly capabilities: readonly Capability[];
  readonly browser: {
    readonly provider: string;
    readonly attachCdp?: string | undefined;
    readonly unsafeAttach: boolean;
  };
}

/**
 * The operator's own browser cannot be put behind the egress proxy, and what is done there is done in their name: only
 * who says so three times gets it.
 */
export function checkAttach({ browser, capabilities }: Attaching, context: z.RefinementCtx): void {
  const refuse = (path: string[], message: string): void => {
    context.addIssue({ code: 'custom', path, message });
  };
  if (browser.provider !== 'attach') {
    if (browser.attachCdp !== undefined) refuse(['browser', 'attachCdp'], 'it is for browser.provider: attach only');
    return;
  }
  if (!capabilities.includes('byob-attach'))
    refuse(['browser', 'provider'], "attach uses the operator's own browser: add the capability byob-attach");
  if (!browser.unsafeAttach)
    refuse(
      ['browser', 'provider'],
      'an attached browser is not behind the egress proxy: write browser.unsafeAttach: true into the file if that may be',
    );
  if (capabilities.includes('file-io')) refuse(['capabilities'], 'file-io is not there in an attached browser');
}
