import { Failure, parseJson } from '../../../core/index.js';
import type { PageView } from '../../../core/index.js';
import type { PageDeps } from '../page-deps.js';
import { pageHoldsSecret } from '../run-agent-script.js';
import { scriptDocument } from '../../dom/host/script-document.js';
import { APP_GLOBALS } from './find-transform.js';

const READ_MILLISECONDS = 2_000;

/**
 * Runs among the page's own scripts. Only what the page itself put there is read: own properties, from an app's global
 * on, and nothing of the browser's (documents, storage, windows), which hold cookies and what people type.
 */
const READ = (path: readonly string[]): string => `(() => {
  const isOurs = (one) => {
    for (let proto = Object.getPrototypeOf(one); proto !== null; proto = Object.getPrototypeOf(proto))
      if (proto === EventTarget.prototype || proto === Storage.prototype) return false;
    return true;
  };
  let found = window;
  for (const key of ${JSON.stringify(path)}) {
    if (typeof found !== 'object' || found === null || !Object.prototype.hasOwnProperty.call(found, key)) return {};
    found = found[key];
    if (typeof found === 'object' && found !== null && !isOurs(found)) return {};
  }
  return { found: JSON.parse(JSON.stringify(found, (_, one) =>
    typeof one === 'object' && one !== null && !isOurs(one) ? null : one) ?? 'null') };
})()`;

export async function readAppState(deps: PageDeps, origin: string, path: readonly string[]): Promise<PageView> {
  const [global = ''] = path;
  if (!APP_GLOBALS.includes(global))
    throw new Failure('call.bad-arguments', `path begins with one of ${APP_GLOBALS.join(', ')}`);
  const document = await scriptDocument(deps.tab.view, undefined);
  if (document.origin !== origin) throw new Failure('policy.changed');
  const wasHeld = await pageHoldsSecret(deps);
  const outcome = await document.run(READ(path), READ_MILLISECONDS);
  if (wasHeld || (await pageHoldsSecret(deps))) throw new Failure('page.secret-shown', 'its app state is not read');
  if (!('text' in outcome)) throw new Failure('page.script-error');
  if (outcome.length > outcome.text.length) throw new Failure('page.too-large', 'ask for a longer path');
  return { origin, text: foundIn(outcome.text) };
}

/** A page that patched JSON can write anything: what cannot be read is nothing. */
function foundIn(text: string): string {
  const read = parseJson(text);
  const found: unknown = typeof read === 'object' && read !== null && 'found' in read ? read.found : null;
  return JSON.stringify(found);
}
