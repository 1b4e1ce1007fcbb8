import type { BrowserContext, Page } from 'playwright-core';
import { Failure, isList } from '../../core/index.js';
import type { CapturedState, Egress } from '../../core/index.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import { wayOut } from './borrow-browser.js';
import { newContext } from './open-session.js';
import type { BrowserOptions } from '../options.js';
import { createBrowserLauncher } from '../providers/index.js';
import { traitsFor } from '../options.js';
import type { ProviderDeps } from '../providers/provider.js';

export interface CaptureDeps extends Omit<ProviderDeps, 'options' | 'noteElsewhere'> {
  readonly options: Pick<BrowserOptions, 'browser'>;
  readonly egress: Egress;
  readonly mayVisit: (url: string) => boolean;
  /** The window is there; kept when the person has signed in. */
  readonly whenSignedIn: () => Promise<void>;
}

/** A window in which a person signs in, behind the same proxy and in the same jail as the agent's. */
export async function captureStorageState(origin: string, deps: CaptureDeps): Promise<CapturedState> {
  const { egress, options } = deps;
  const admission = await egress.admit({ principal: 'capture', session: 'capture' });
  const browser = { ...options.browser, provider: windowProvider(options.browser), headless: false };
  const launcher = createBrowserLauncher({ ...deps, options: browser, noteElsewhere: () => undefined });
  const running = await launcher.launch(wayOut(admission, egress));
  try {
    await running.selfTested;
    const context = await newContext(running, ownerOf(admission, deps), admission, {
      options: { ...options, browser },
    });
    const page = await context.newPage();
    const closed = new Promise<never>((_, reject) => {
      const tell = (): void => {
        if (context.pages().length === 0) reject(new Failure('vault.not-injected', 'The window was closed too soon.'));
      };
      context.on('page', (more) => more.once('close', tell));
      page.once('close', tell);
      running.whenGone(() => {
        reject(new Failure('browser.crashed'));
      });
    });
    closed.catch(() => undefined);
    await Promise.race([page.goto(origin, { timeout: 30_000 }).catch(() => undefined), closed]);
    await Promise.race([deps.whenSignedIn(), closed]);
    return await readOriginState(context, origin);
  } finally {
    await running.kill();
  }
}

/** A provider whose browsers have no window on this screen leaves the person to one that has. */
function windowProvider(browser: BrowserOptions['browser']): BrowserOptions['browser']['provider'] {
  return traitsFor(browser).windows ? browser.provider : 'local';
}

function ownerOf(admission: Awaited<ReturnType<Egress['admit']>>, { mayVisit, log }: CaptureDeps): ContextOwner {
  return {
    mayVisit,
    pausesDocuments: true,
    blocked: (url) => {
      log(`policy does not allow ${URL.canParse(url) ? new URL(url).origin : 'an address'}`);
    },
    maxPages: 20,
    openedTooManyWindows: () => undefined,
    proxyCredentials: { username: admission.username, password: admission.password, areSent: false },
  };
}

export async function readOriginState(context: BrowserContext, origin: string): Promise<CapturedState> {
  const cookies = await context.cookies(origin);
  const page = context.pages().find((candidate) => originOf(candidate) === origin);
  if (page === undefined) throw new Failure('vault.not-injected', `No tab of the window is at ${origin} any more.`);
  const items = await page.evaluate<unknown>('[{ ...localStorage }, { ...sessionStorage }]');
  const [localStorage, sessionStorage]: readonly unknown[] = isList(items) ? items : [];
  return {
    cookies: cookies.map(({ name, value, path, expires, httpOnly, sameSite }) => ({
      ...{ name, value, path, expires, httpOnly, sameSite },
    })),
    localStorage: textsOf(localStorage),
    sessionStorage: textsOf(sessionStorage),
  };
}

/** The page answered: it may have answered anything. */
function textsOf(items: unknown): Record<string, string> {
  if (typeof items !== 'object' || items === null) return {};
  return Object.fromEntries(
    Object.entries(items).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}

function originOf(page: Page): string {
  return URL.canParse(page.url()) ? new URL(page.url()).origin : '';
}
