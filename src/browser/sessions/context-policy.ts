import type { Egress, RecordedEvent, RemoteAdmission, Scope } from '../../core/index.js';
import type { ContextOwner } from '../cdp/target-interceptor.js';
import { HeaderRules } from '../cdp/header-rules.js';
import type { TargetSetup } from '../cdp/target-setup.js';
import { SessionDevices } from '../emulation/session-devices.js';
import { originOfUrl } from './target-facts.js';
import type { SessionEvents } from '../page/session-events.js';
import type { SetLimit } from './limits-for.js';

export interface ContextPolicyDeps {
  readonly egress?: Egress | undefined;
  readonly mayVisit: (scope: Scope, url: string) => boolean;
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
  { egress, mayVisit, loadsMore, note, maxTabs, whyCrashed }: ContextPolicyDeps,
  running?: OwnersBrowser,
  setups: readonly TargetSetup[] = [],
): ContextOwner & { readonly headers: HeaderRules } {
  const isUnproxied = way === 'unproxied';
  const isEmulated = setups.some((setup) => setup instanceof SessionDevices);
  const documentInterceptor = running?.documentInterceptor;
  const requests =
    isUnproxied || documentInterceptor === undefined
      ? undefined
      : egress?.listenToPages?.(scope, () => documentInterceptor.roundTrip());
  return {
    mayVisit: (url) => mayVisit(scope, url),
    blocked: (url) => {
      events.blockedNavigation(url);
      note({ event: 'navigation.blocked', scope, facts: { origin: originOfUrl(url) } });
    },
    get mostPages() {
      return maxTabs().max;
    },
    ...(whyCrashed === undefined ? {} : { whyCrashed }),
    stormed: () => {
      note({ event: 'page.closed', scope, facts: { why: 'it opened windows without end' } });
    },
    holdsDocuments: loadsMore || isUnproxied,
    ...(running === undefined || running.mayLoadEarly ? {} : { tested: running.selfTested }),
    ...(isUnproxied ? { mayLeave: (url: string, sent: readonly string[]) => mayLeave(egress, scope, url, sent) } : {}),
    permissionAsked: (name, origin) => {
      if (isEmulated && EMULATED.has(name)) return;
      events.permissionRequest(name, origin);
    },
    ...(requests === undefined ? {} : { requests }),
    headers: new HeaderRules(),
    setups,
    ...(way === undefined || isUnproxied || !('username' in way)
      ? {}
      : { proxyCredentials: { username: way.username, password: way.password, areSent: false } }),
  };
}

/** Asked of a script of ours, and never of the browser, where devices are emulated. */
const EMULATED: ReadonlySet<string> = new Set(['bluetooth', 'usb', 'hid']);
const JUDGE_MS = 15_000;

/** Nobody to ask, no way out. */
async function mayLeave(
  egress: Egress | undefined,
  scope: Scope,
  url: string,
  sent: readonly string[],
): Promise<boolean> {
  return (await egress?.mayLeave?.(scope, url, sent, AbortSignal.timeout(JUDGE_MS))) ?? false;
}
