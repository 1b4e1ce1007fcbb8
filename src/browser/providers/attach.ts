import { Failure } from '../../core/index.js';
import { AttachInterceptor } from './attach/attach-interceptor.js';
import { attachCdpOf, attachDeclaration } from './attach/declaration.js';
import { findEndpoint, nobodyThere } from './attach/find-endpoint.js';
import { startTabReaper } from './attach/tab-reaper.js';
import type { BrowserProvider, Isolation, ProviderDeps } from './provider.js';

const OWN: Isolation = { on: false, why: 'the browser is the operator’s own' };

/**
 * A browser that a person started and is signed in with. It is not behind the proxy and in no jail: what holds there is
 * the document interceptor on each request of our own tabs, and nothing beneath it.
 */
export function attachedBrowser({ options, runFolder }: ProviderDeps): BrowserProvider {
  const attachCdp = attachCdpOf(options);
  return {
    declaration: attachDeclaration,
    locate: () => ({ path: attachCdp, how: 'attached' }),
    launch: async () => {
      const { openSocketTransport } = await import('./attach/socket-transport.js');
      const transport = await openSocketTransport(await findEndpoint(attachCdp)).catch((error: unknown) => {
        throw error instanceof Failure ? error : nobodyThere(attachCdp, error);
      });
      const reaper = startTabReaper(attachCdp);
      return {
        transport,
        sandbox: OWN,
        jail: OWN,
        folder: runFolder,
        hint: `The browser at ${attachCdp} could not be used.`,
        sharedContextUse: (connection, documents) => {
          const interceptor = new AttachInterceptor(connection, documents, reaper);
          return { interceptor, enter: (owner) => interceptor.enter(owner), leave: () => interceptor.leave() };
        },
        kill: () => {
          reaper.dismiss();
          return Promise.resolve();
        },
      };
    },
  };
}
