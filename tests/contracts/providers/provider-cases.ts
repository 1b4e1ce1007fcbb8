import { browserOptions, declaredOptions, remoteOptions, traitsFor } from '../../../src/browser/options.js';
import { ENGINES } from '../../fixtures/container-engines.js';
import type { TestEngine } from '../../fixtures/container-engines.js';
import { hasBubblewrap, hasSeleniumGrid } from '../../fixtures/needs.js';
import { PersonsChrome } from '../../fixtures/attached-app.js';
import { BareChromium, ChromiumBroker } from '../../fixtures/remote-browsers.js';
import { SocketLauncher } from '../../fixtures/socket-launcher.js';
import { SeleniumGrid } from '../../fixtures/selenium-grid.js';
import type { BrowsersElsewhere, RemoteSetup } from '../../fixtures/remote-browsers.js';
import { browsersIn } from '../browser/browser-setup.js';
import type { Room, RoomOptions } from '../browser/browser-setup.js';

type Browser = NonNullable<RoomOptions['browser']>;

export interface PreparedProvider {
  readonly browser: Browser;
  readonly remote?: RoomOptions['remote'];
  readonly container?: RoomOptions['container'];
  readonly environment?: RoomOptions['environment'];
  /** Sessions are in containers of this engine's. */
  readonly engine?: TestEngine;
  /** The browsers are on other machines, or would be. */
  readonly elsewhere?: BrowsersElsewhere;
  /** The browser is a person's. */
  readonly chrome?: PersonsChrome;
  readonly close: () => Promise<void>;
}

/** A provider as the contract suite sees it. The suite needs a case here for a new one, and no other change. */
export interface ProviderCase {
  readonly name: string;
  /** Sessions that it can have at the same time. */
  readonly sessions: 'one' | 'many';
  /** A browser process for each session. */
  readonly isPerSession: boolean;
  /** A connection for each session, whatever is behind it. Absent: as the processes are. */
  readonly isConnectedEach?: boolean;
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

const remoteCase = (name: string, open: () => Promise<RemoteSetup>, isPerSession: boolean): ProviderCase => ({
  ...{ name, sessions: 'many', isPerSession, isConnectedEach: true },
  prepare: async () => {
    const { remote, elsewhere, ...opened } = await open();
    return { browser: { provider: 'remote' }, remote, elsewhere, close: () => opened.close() };
  },
});

const local = { sessions: 'many' } as const;

const inContainers = (engine: TestEngine): ProviderCase => ({
  ...{ ...local, name: `container, ${engine.name}`, isPerSession: true },
  prepare: () =>
    Promise.resolve({
      ...{ engine, browser: { provider: 'container' }, container: { engine: engine.name } },
      ...{ environment: engine.environment, close: () => Promise.resolve() },
    }),
});

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
        { ...local, name: 'relay', isPerSession: true, prepare: prepared({ provider: 'relay' }) },
      ]
    : []),
  { ...local, name: 'local without a jail', isPerSession: false, prepare: prepared({ jail: 'off' }) },
  ...ENGINES.map((engine) => inContainers(engine)),
  attach,
  remoteCase('remote: cdp, one Chromium', () => BareChromium.setUp(), false),
  remoteCase('remote: cdp, made for each session', () => ChromiumBroker.setUp(), true),
  remoteCase('remote: cdp, made by the address of its socket', () => SocketLauncher.setUp(), true),
  ...(hasSeleniumGrid() ? [remoteCase('remote: grid', () => SeleniumGrid.setUp(), true)] : []),
];

export const traitsOfCase = ({ browser, remote = {} }: PreparedProvider) =>
  traitsFor(declaredOptions({ browser: browserOptions.parse(browser), remote: remoteOptions.parse(remote) }));

/** What a room needs to have its sessions there. */
export const roomOf = ({ browser, remote, container, environment }: PreparedProvider): RoomOptions => ({
  browser,
  ...(remote === undefined ? {} : { remote }),
  ...(container === undefined ? {} : { container }),
  ...(environment === undefined ? {} : { environment }),
});

/** The processes of all its browsers, wherever they are. */
export function browsersOf({ elsewhere }: PreparedProvider, setup: Room): readonly number[] {
  return elsewhere?.pids() ?? browsersIn(setup).map(({ pid }) => pid);
}
