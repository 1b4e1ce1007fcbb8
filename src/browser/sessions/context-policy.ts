import type { Egress, RecordedEvent, RemoteAdmission, Scope } from '../../core/index.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import { HeaderRules } from '../cdp/header-rules.js';
import type { TargetSetup } from '../cdp/target-setup.js';
import { SessionDevices } from '../emulation/session-devices.js';
import { originOfUrl } from '../origin-of-url.js';
import type { SessionEvents } from '../page/session-events.js';
import type { SetLimit } from './limits-for.js';

export interface ContextPolicyDeps {
  readonly egress?: Egress | undefined;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
  readonly mayLoad?: ((scope: Scope, url: string) => boolean) | undefined;
  readonly loadsMore: boolean;
  readonly note: (event: RecordedEvent) => void;
  /** Tabs that the session may have. */
  readonly maxTabs: () => SetLimit;
  readonly whyCrashed?: ContextOwner['whyCrashed'];
}

/** The browser, as far as the owners of its contexts need it. */
interface OwnersBrowser {
  readonly documentInterceptor: { roundTrip(): Promise<unknown> };
  readonly mayLoadEarly: boolean;
  readonly selfTested: Promise<unknown>;
}

/** How its requests get out: by the proxy with credentials, by the proxy with a label, or past it. */
export type WayOfSession = Awaited<ReturnType<Egress['admit']>> | RemoteAdmission | 'unproxied';

/** The rules of one session's context, before its first page. */
export function contextPolicyFor(
  scope: Scope,
  events: SessionEvents,
  way: WayOfSession | undefined,
  { egress, mayVisit, mayLoad = mayVisit, loadsMore, note, maxTabs, whyCrashed }: ContextPolicyDeps,
  running: OwnersBrowser | undefined,
  setups: readonly TargetSetup[],
): ContextOwner & { readonly headers: HeaderRules } {
  const isUnproxied = way === 'unproxied';
  const documentInterceptor = running?.documentInterceptor;
  const requests =
    isUnproxied || documentInterceptor === undefined
      ? undefined
      : egress?.listenToPages?.(scope, () => documentInterceptor.roundTrip());
  return {
    mayVisit: (url) => mayVisit(scope, url),
    mayLoad: (url) => mayLoad(scope, url),
    blocked: (url) => {
      events.blockedNavigation(url);
      note({ event: 'navigation.blocked', scope, facts: { origin: originOfUrl(url) } });
    },
    get maxPages() {
      return maxTabs().max;
    },
    ...(whyCrashed === undefined ? {} : { whyCrashed }),
    openedTooManyWindows: () => {
      note({ event: 'page.closed', scope, facts: { why: 'it opened windows without end' } });
    },
    pausesDocuments: loadsMore || isUnproxied,
    ...(running === undefined || running.mayLoadEarly ? {} : { tested: running.selfTested }),
    ...(isUnproxied
      ? { maySendRequest: (url: string, sent: readonly string[]) => maySendRequest(egress, scope, url, sent) }
      : {}),
    permissionAsked: (name, origin) => {
      events.permissionRequest(name, origin);
    },
    emulatesDevices: setups.some((setup) => setup instanceof SessionDevices),
    ...(requests === undefined ? {} : { requests }),
    headers: new HeaderRules(),
    setups,
    ...(way === undefined || isUnproxied || !('username' in way)
      ? {}
      : { proxyCredentials: { username: way.username, password: way.password, areSent: false } }),
  };
}

const JUDGE_MS = 15_000;

/** Without an egress module no request is sent. */
async function maySendRequest(
  egress: Egress | undefined,
  scope: Scope,
  url: string,
  sent: readonly string[],
): Promise<boolean> {
  return (await egress?.maySendRequest?.(scope, url, sent, AbortSignal.timeout(JUDGE_MS))) ?? false;
}
