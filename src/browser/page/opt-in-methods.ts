import { dropInvisible } from '../../core/index.js';
import type { OptInPart } from '../../core/index.js';
import { devicesOf } from './devices.js';
import { emulateFor } from './emulate.js';
import { bodyView } from './network-body.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';
import { pageToolsOf } from './page-tools.js';
import { extensionsPartOf } from './page-extensions.js';
import { recordingOf } from './recording/page-recording.js';
import { storageOf } from './storage/page-storage.js';
import { runAgentScript } from './run-agent-script.js';

const MAX_CLIPBOARD = 100_000;

/** The page's methods for capabilities that are off by default. */
export function optInMethods(deps: PageDeps): OptInPart {
  const { session, tab } = deps;
  return {
    ...storageOf(deps),
    ...extensionsPartOf(deps),
    runScript: (expression, frame, timeoutMs) => runAgentScript(deps, expression, frame, timeoutMs),
    readBody: (options) =>
      readHere(deps, (origin) => bodyView(tab.logs, options, { origin, mask: session.pageSecrets.mask() })),
    readClipboard: () => {
      const { text, origin } = session.clipboard;
      const shown = dropInvisible(text.length > MAX_CLIPBOARD ? `${text.slice(0, MAX_CLIPBOARD)}…` : text);
      return Promise.resolve({ text: shown, ...(origin === undefined ? {} : { origin }) });
    },
    writeClipboard: (text) => {
      session.clipboard.text = text;
      session.clipboard.origin = undefined;
      return Promise.resolve();
    },
    ...pageToolsOf(deps),
    emulate: (wish) => emulateFor(deps, wish),
    ...devicesOf(deps),
    ...recordingOf(deps),
  };
}
