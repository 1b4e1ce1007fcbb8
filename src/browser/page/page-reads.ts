import { Failure } from '../../core/index.js';
import type { MaskTexts, PageReads } from '../../core/index.js';
import { explainFault } from './attempt.js';
import { duringCall } from './call-time.js';
import { requireDeclared, requireSameOrigin } from './permit-preconditions.js';
import { consoleView, networkView, socketView } from './log-view.js';
import type { PageDeps } from './page-deps.js';
import { readPermissionState } from './permission-state.js';
import { takePicture } from './screenshot.js';

type FromPage = { readonly origin: string };

export function createPageReads(deps: PageDeps): PageReads {
  const { view, logs, page } = deps.tab;
  const usual = deps.defaults.maxTokens;
  const mask = (): MaskTexts | undefined => deps.session.pageSecrets.mask();
  const atJudgedOrigin = <T extends FromPage>(read: (origin: string) => Promise<T> | T): Promise<T> =>
    readHere(deps, read);
  return {
    snapshot: (options) =>
      atJudgedOrigin(() => view.reader.snapshot({ ...options, maxTokens: options.maxTokens ?? usual })),
    read: (options) => atJudgedOrigin(() => view.reader.read({ ...options, maxTokens: options.maxTokens ?? usual })),
    find: (query, limit) => atJudgedOrigin(() => view.reader.find(query, limit)),
    searchText: (text, exact, limit) => atJudgedOrigin(() => view.reader.searchText(text, exact, limit)),
    inspect: (target) => atJudgedOrigin(() => view.reader.inspect(requireDeclared(deps, target))),
    screenshot: (options) => atJudgedOrigin((origin) => takePicture(deps, origin, options)),
    // Not of the page that is there now: it was judged when it was taken.
    storedPicture: (id) => {
      const { session, secrets, mayVisit } = deps;
      return Promise.resolve(session.pictures.fetch(id, secrets.maskedIn(session.scope), mayVisit));
    },
    readConsole: (options) => atJudgedOrigin((origin) => consoleView(logs, { ...options, origin, mask: mask() })),
    readNetwork: (options) =>
      atJudgedOrigin((origin) =>
        networkView(logs, { ...options, origin, mask: mask() }, deps.egress?.counts(deps.session.scope).refusals ?? []),
      ),
    readWebSockets: (options) => atJudgedOrigin((origin) => socketView(logs, { ...options, origin, mask: mask() })),
    permissionState: (names) => atJudgedOrigin((origin) => readPermissionState(page, origin, names)),
  };
}

/** Reads only while the tab is at the judged origin, before and after: it may have gone elsewhere in between. */
export async function readHere<T extends FromPage>(
  deps: PageDeps,
  read: (origin: string) => Promise<T> | T,
): Promise<T> {
  try {
    const origin = requireSameOrigin(deps);
    const result = await duringCall(deps.signal, Promise.resolve(read(origin)));
    if (result.origin !== origin || requireSameOrigin(deps) !== origin) throw new Failure('policy.changed');
    return result;
  } catch (error) {
    throw explainFault(error, deps.tab);
  }
}
