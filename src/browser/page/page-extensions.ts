import { Failure } from '../../core/index.js';
import type { PageExtensions } from '../../core/index.js';
import type { SessionExtensions } from '../extensions/session-extensions.js';
import { explainFault } from './attempt.js';
import { duringCall } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import { requireSameDocument } from './permit-preconditions.js';

export function extensionsPartOf(deps: PageDeps): PageExtensions {
  const using = async <T>(work: (extensions: SessionExtensions) => Promise<T>): Promise<T> => {
    const { extensions } = deps.session;
    if (extensions === undefined) throw new Failure('browser.no-extensions');
    try {
      return await duringCall(deps.signal, work(extensions));
    } catch (error) {
      throw explainFault(error, deps.tab);
    }
  };
  /** Scripts of an extension live on in pages that are open, whatever became of it. */
  const changing = <T>(work: (extensions: SessionExtensions) => Promise<T>): Promise<T> =>
    using(async (extensions) => {
      const { changes } = extensions;
      try {
        return await work(extensions);
      } finally {
        // Work that failed may have taken effect before; what was refused before it began closes no page.
        if (extensions.changes !== changes) await deps.session.renewTabs();
      }
    });
  return {
    installExtension: (path) => changing((extensions) => extensions.install(path, deps.permit.callFacts.extension)),
    listExtensions: () => using((extensions) => extensions.list()),
    reloadExtension: (id) => changing((extensions) => extensions.reload(id)),
    // On the page that was judged: its button gives an extension the page that is there.
    triggerExtension: (id) =>
      using((extensions) => {
        requireSameDocument(deps);
        return extensions.trigger(id, deps.tab.page.url());
      }),
    uninstallExtension: async (id) => {
      if (!(await changing((extensions) => extensions.uninstall(id))))
        throw new Failure('browser.bad-extension', 'Chromium still runs it: end the session with browser_close');
    },
  };
}
