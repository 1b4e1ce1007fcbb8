import { browserOptions, traitsFor } from '../../../src/browser/options.js';
import { hasBubblewrap, hasContainers } from '../../fixtures/needs.js';
import { PersonsChrome } from '../../fixtures/attached-app.js';
import type { RoomOptions } from '../browser/browser-setup.js';

type Browser = NonNullable<RoomOptions['browser']>;

export interface PreparedProvider {
  readonly browser: Browser;
  /** The browser is a person's. */
  readonly chrome?: PersonsChrome;
  readonly close: () => Promise<void>;
}

/** A provider as the contract suite sees it. A new one needs a case here, and nothing else. */
export interface ProviderCase {
  readonly name: string;
  /** Sessions that it can have at the same time. */
  readonly sessions: 'one' | 'many';
  /** A browser process for each session. */
  readonly isPerSession: boolean;
  /** What must run before a session can be opened; the browser's options, and how all of it ends. */
  readonly prepare: () => Promise<PreparedProvider>;
}

const prepared = (browser: Browser) => () => Promise.resolve({ browser, close: () => Promise.resolve() });

const attach: ProviderCase = {
  name: 'attach',
  sessions: 'one',
  isPerSession: false,
  prepare: async () => {
    const chrome = await PersonsChrome.open();
    const attachCdp = `http://127.0.0.1:${String(chrome.place.port)}`;
    const browser = { provider: 'attach', attachCdp, unsafeAttach: true } as const;
    return { browser, chrome, close: () => chrome.close() };
  },
};

const local = { sessions: 'many' } as const;

export const PROVIDER_CASES: readonly ProviderCase[] = [
  ...(hasBubblewrap()
    ? [
        { ...local, name: 'local, jailed', isPerSession: false, prepare: prepared({ jail: 'on' }) },
        {
          ...local,
          name: 'local, jailed, a process each',
          isPerSession: true,
          prepare: prepared({ jail: 'on', isolation: 'process' }),
        },
      ]
    : []),
  { ...local, name: 'local without a jail', isPerSession: false, prepare: prepared({ jail: 'off' }) },
  ...(hasContainers()
    ? [{ ...local, name: 'container', isPerSession: true, prepare: prepared({ provider: 'container' }) }]
    : []),
  attach,
];

export const traitsOfCase = (browser: Browser) => traitsFor(browserOptions.parse(browser));
