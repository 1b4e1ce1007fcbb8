import type {
  Callers,
  Captcha,
  Credentials,
  Diagnostics,
  Egress,
  Fetch,
  Identities,
  People,
  Plugins,
  Record,
  Scope,
  SecretRegistry,
  Sessions,
  Tool,
  Verdict,
} from '../core/index.js';
import type { Policy } from '../policy/index.js';
import type { ActiveCalls } from './active-calls.js';
import type { CallLimits } from './call-limits.js';
import type { ClientNames } from './client-names.js';
import type { Conversations } from './conversations.js';
import type { ToolAccess } from './authorize-tool.js';
import type { SecretWarnings } from './secret-warnings.js';
import type { SharedSessions } from './shared-sessions.js';
import type { SessionPolicy } from './session-policy.js';
import type { Stops } from './stops.js';
import type { Pictured, Thumbnails } from './thumbnails.js';

/** Everything that the path of a call is made of; each step takes its part. */
export interface PathDeps {
  readonly access: ToolAccess;
  /** `structured`: facts leave as structuredContent too, and tools list their outputSchema. */
  readonly results?: 'text' | 'structured' | undefined;
  readonly policy: Policy;
  readonly sessions: Sessions;
  readonly people: People;
  readonly fetch: Fetch;
  readonly secrets: SecretRegistry;
  /** Absent where identities are not used. */
  readonly identities?: Identities | undefined;
  readonly credentials: { readonly provider: Credentials; readonly revealTotp: boolean };
  readonly record: Record;
  /** Absent: the capability is off. */
  readonly captcha?: Captcha | undefined;
  /** Absent: there are none. */
  readonly plugins?: Plugins | undefined;
  /** Absent where nothing is kept of calls but the record. */
  readonly diagnostics?: Diagnostics | undefined;
  readonly egress: Pick<Egress, 'describe' | 'recheck'>;
  readonly sessionPolicy: SessionPolicy;
  readonly activeCalls: ActiveCalls;
  /** Absent where the record has no pictures. */
  readonly thumbnails?: Thumbnails | undefined;
  readonly secretWarnings: SecretWarnings;
  /** Absent: clients are not told apart. */
  readonly clients?: ClientNames | undefined;
  readonly conversations?: Conversations | undefined;
  /** Absent: programs never share a session. */
  readonly shared?: SharedSessions | undefined;
  /** Absent: nobody can stop a caller. */
  readonly stops?: Stops | undefined;
  /** Absent: tokens and teams are what they were at the start. */
  readonly callers?: Callers | undefined;
  /** Absent: a caller may have as many calls as it likes. */
  readonly limits?: CallLimits | undefined;
  /** An approval is denied `approvalMs` after a person saw it, and `approvalMaxMs` after it was asked. */
  readonly times: Readonly<{ [time in 'callMs' | 'hardMs' | 'approvalMs' | 'approvalMaxMs']: number }>;
}

/** Facts that the path collects for the record. */
export interface Trail {
  tool?: Tool;
  scope?: Scope;
  origin?: string;
  url?: string;
  /** The page that is left. */
  from?: string;
  /** Role and name of what is acted on. */
  element?: string;
  verdict?: Verdict;
  approver?: string;
  /** The identity that was signed in where the call acted. */
  identity?: string | undefined;
  /** The grant of a person that covered the call. */
  grant?: string;
  /** The digest that a person approved. */
  digest?: string;
  observed?: readonly string[];
  /** For the agent, beside the result. */
  notice?: string | undefined;
  /** The call is over. */
  done?: () => void;
  /** For when the answer is on its way. */
  picture?: ((call: Pictured) => void) | undefined;
}
