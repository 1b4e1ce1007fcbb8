import { Failure } from '../../core/index.js';
import type { Account } from './account.js';
import { resultOrTooLate } from '../with-timeout.js';
import type { Attempt } from './attempt.js';
import type { PageDeps } from './page-deps.js';
import type { LoadState } from './wait-for-stable.js';
import { originOf } from './shown-url.js';
import { fillSignInForm } from './sign-in-form.js';
import { FormWatch } from './sign-in-watch.js';

/** The site may forget at once whom it has let in; more than this would be a loop. */
const MAX_TIMES = 2;
const LEAVE_MS = 2_000;

export interface Way {
  /** The address that the agent wanted to see. */
  readonly asked: string;
  readonly first: LoadState;
  /** Waits for the page that was set out for. */
  settle(): Promise<LoadState>;
  goTo(url: string): Promise<LoadState>;
}

export interface SignedIn {
  readonly arrival: LoadState;
  /** Set when this call signed in. */
  readonly who?: string;
  /** For the agent: the page asks for a password that the vault has, in a form that it must fill in itself. */
  readonly hint?: string;
}

/**
 * If the page is the sign-in form of a site where the session has an identity, signs in (by the operator's recipe, or by
 * the form's usual shape) and goes on to what was asked for. The agent has no part in it. Whatever does not work is tried once, and not again in this session.
 */
export async function signInIfAsked(deps: PageDeps, attempt: Attempt, way: Way): Promise<SignedIn> {
  let signed: SignedIn = { arrival: way.first };
  for (let times = 0; ; times += 1) {
    if (signed.arrival !== 'done' && signed.arrival !== 'none') return signed;
    const account = deps.session.identities.at(originOf(deps.tab.page.url()));
    const watch = account === undefined ? undefined : FormWatch.for(deps, account);
    if (account === undefined || watch === undefined) return signed;
    if (!(await attempt.within(watch.isAtForm())))
      return watch.hasStrangeForm ? { ...signed, hint: hintOf(account) } : signed;
    if (account.isLockedOut || times === MAX_TIMES) return giveUp(deps, account, 'the form is there again');
    await signIn(deps, attempt, way, watch);
    const arrival = isDone(watch, way.asked, deps.tab.page.url()) ? signed.arrival : await way.goTo(way.asked);
    signed = { arrival, who: account.who };
  }
}

function hintOf({ identity, who }: Account): string {
  const name = identity.password === undefined ? '' : `, password <${identity.password.name}>`;
  return `not filled in by itself: this site's user name is ${who}${name}`;
}

async function signIn(deps: PageDeps, attempt: Attempt, way: Way, watch: FormWatch): Promise<void> {
  const { account } = watch;
  // Set until the sign-in has worked: after a call that ended in the middle, the site may have counted a failed attempt,
  // and another one could lock the account.
  account.isLockedOut = true;
  let why: string | undefined;
  try {
    why = await fillSignInForm(deps, attempt, watch, () => way.settle());
  } catch (error) {
    if (deps.signal.aborted) throw error;
    await giveUp(deps, account, reasonOf(error), error);
  }
  if (why !== undefined) await giveUp(deps, account, why);
  account.isLockedOut = false;
}

function reasonOf(error: unknown): string {
  if (!(error instanceof Failure)) return 'the page did not respond as expected';
  return error.code === 'vault.sign-in-failed' && error.hint !== undefined ? error.hint : error.code;
}

/** Did the site lead to the page that was asked for? A call that asked for the form itself is done as well. */
function isDone({ formUrl }: FormWatch, asked: string, now: string): boolean {
  const bare = (url: string): string => url.split('#', 1)[0] ?? '';
  return bare(asked) === bare(now) || pathOf(asked) === pathOf(formUrl);
}

export function pathOf(url: string): string {
  if (!URL.canParse(url)) return '';
  const { origin, pathname } = new URL(url);
  return `${origin}${pathname}`;
}

/** The page is left: a password may be in its fields. */
async function giveUp({ tab }: PageDeps, account: Account, why: string, cause?: unknown): Promise<never> {
  account.isLockedOut = true;
  const leaving = tab.page.goto('about:blank', { waitUntil: 'commit', timeout: LEAVE_MS });
  await resultOrTooLate(LEAVE_MS, leaving).catch(() => undefined);
  const { name, username, password } = account.identity;
  const user = username === undefined ? '' : `, user ${username}`;
  const secret = password === undefined ? '' : `, secret <${password.name}>`;
  throw new Failure('vault.sign-in-failed', `${why}; tried identity ${name}${user}${secret}`, undefined, cause);
}
