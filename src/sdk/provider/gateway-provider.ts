import { randomUUID } from 'node:crypto';
import { canLoadPlaywright } from '../../app.js';
import { domainsFromEnvironment } from '../../config/index.js';
import { errorOf, orGatewrightError } from '../as-error.js';
import { openGatewright } from '../open-gatewright.js';
import type { Gatewright, GatewrightSession } from '../types.js';
import { createNoneProvider } from './none.js';
import { snapshotOf } from './page-snapshot.js';
import type { BrowserConfig, PageProvider, ProviderConfig } from './types.js';

/** Chromium in its sandbox behind the gateway. Where Playwright cannot be loaded, `none` is in its place. */
export async function createGatewayProvider(config: ProviderConfig): Promise<PageProvider> {
  if (!(await canLoadPlaywright())) return createNoneProvider();
  const domains = await orGatewrightError(() =>
    Promise.resolve().then(() => config.allowedDomains ?? domainsFromEnvironment()),
  );
  return providerOn(new Gateways(config, domains));
}

interface Launched {
  readonly session: GatewrightSession;
  /** The last one out closes the gateway. */
  readonly leave: () => Promise<void>;
}

function providerOn(gateways: Gateways): PageProvider {
  const sessions = new Map<string, Launched>();
  const find = (id: string): GatewrightSession => {
    const launched = sessions.get(id);
    if (launched === undefined) throw errorOf('session.none', 'there is no such session: launch one');
    return launched.session;
  };
  return {
    launch: async (config = {}) => {
      const id = randomUUID();
      sessions.set(id, await gateways.launch(config, id));
      return { id };
    },
    navigate: async (id, url) => {
      await find(id).call('browser_navigate', { url, snapshot: 'none' });
    },
    snapshot: async (id) => snapshotOf(find(id)),
    click: async (id, ref) => {
      await find(id).call('browser_click', { ref: refOf(ref) });
    },
    type: async (id, ref, text) => {
      await find(id).call('browser_type', { ref: refOf(ref), text });
    },
    screenshot: async (id) => {
      const { content } = await find(id).call('browser_screenshot', { format: 'png' });
      const image = content.find((part) => part.type === 'image');
      if (image?.type !== 'image') throw errorOf('internal.fault');
      return Buffer.from(image.data, 'base64');
    },
    close: async (id) => {
      find(id);
      const launched = sessions.get(id);
      sessions.delete(id);
      await launched?.leave();
    },
  };
}

function refOf(ref: number): string {
  if (!Number.isSafeInteger(ref) || ref < 0) throw errorOf('call.bad-arguments', 'ref: a number from a snapshot');
  return `e${ref}`;
}

interface Opened {
  readonly gatewright: Promise<Gatewright>;
  users: number;
}

/** One gateway for each way to start a browser: headless and viewport hold for a whole browser. */
class Gateways {
  readonly #config: ProviderConfig;
  readonly #domains: readonly string[] | undefined;
  readonly #open = new Map<string, Opened>();

  constructor(config: ProviderConfig, domains: readonly string[] | undefined) {
    this.#config = config;
    this.#domains = domains;
  }

  async launch(config: BrowserConfig, name: string): Promise<Launched> {
    const key = JSON.stringify([config.headless, config.viewport?.width, config.viewport?.height]);
    const opened = this.#open.get(key) ?? { gatewright: this.#make(config), users: 0 };
    this.#open.set(key, opened);
    opened.users += 1;
    const leave = async (): Promise<void> => {
      opened.users -= 1;
      if (opened.users > 0) return;
      if (this.#open.get(key) === opened) this.#open.delete(key);
      await (await opened.gatewright).close();
    };
    try {
      const policy = this.#domains === undefined ? undefined : { allow: this.#domains };
      const session = (await opened.gatewright).session({ name, ...(policy && { policy }) });
      return { session, leave: () => endThen(session, leave) };
    } catch (error) {
      // Where the gateway itself could not be made, that is the error, and there is nothing to close.
      await leave().catch(() => undefined);
      throw error;
    }
  }

  #make({ headless, viewport }: BrowserConfig): Promise<Gatewright> {
    const { config = {}, ...options } = this.#config.gatewright ?? {};
    const given = typeof config['browser'] === 'object' ? config['browser'] : {};
    const size = viewport && { width: viewport.width ?? 1280, height: viewport.height ?? 720 };
    const browser = { ...given, ...(headless !== undefined && { headless }), ...(size && { viewport: size }) };
    return openGatewright({ ...options, config: { ...config, browser } });
  }
}

async function endThen(session: GatewrightSession, leave: () => Promise<void>): Promise<void> {
  try {
    await session.close();
  } finally {
    await leave();
  }
}
