import { Failure } from '../../core/index.js';
import type { Secret } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';
import type { SecretRules, LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';
import type { PageDeps } from './page-deps.js';
import { click } from './pointer.js';
import { originOf } from './shown-url.js';
import { FORM_FIELDS } from './sign-in-watch.js';
import type { FormField, FormParts, FormWatch } from './sign-in-watch.js';

/** From the last thing that was sent: a site that has not let us in by then will not. */
const ANSWER_MS = 8_000;

/**
 * Fills in and sends what the form asks for, on one page or on several, each thing once. Undefined: it worked; else why
 * it did not. Nothing is ever sent twice: sites lock people out.
 */
export async function fillSignInForm(
  deps: PageDeps,
  attempt: Attempt,
  watch: FormWatch,
  settle: () => Promise<unknown>,
): Promise<string | undefined> {
  const given = new Set<FormField>();
  let sentFrom = '';
  let end = Date.now() + ANSWER_MS;
  for (;;) {
    if (given.size > 0 && (await attempt.within(watch.isSignedIn()))) return undefined;
    const parts = await attempt.within(watch.parts(given));
    const { fields } = parts;
    const open = FORM_FIELDS.filter((field) => fields.has(field) && !given.has(field));
    if (open.length > 0) {
      sentFrom = deps.tab.document();
      await fillAndSend(deps, attempt, watch, parts, open);
      for (const field of open) given.add(field);
      end = Date.now() + ANSWER_MS;
      await settle();
      continue;
    }
    if (watch.isOver(fields, given)) return undefined;
    if (fields.size > 0 && deps.tab.document() !== sentFrom) return 'the site asks again';
    if (Date.now() > end) return 'the site did not let it in';
    await attempt.within(watch.nextChange());
  }
}

async function fillAndSend(
  deps: PageDeps,
  attempt: Attempt,
  watch: FormWatch,
  { fields, submit }: FormParts,
  open: readonly FormField[],
): Promise<void> {
  const { tab } = deps;
  let last: LocatedElement | undefined;
  for (const field of open) {
    const seen = fields.get(field);
    if (seen === undefined) continue;
    await attempt.within(tab.view.focus(seen));
    await attempt.send(() => give(deps, watch, field, seen));
    last = seen;
  }
  const button = await attempt.within(submit());
  if (button !== undefined) {
    refuseElsewhere(watch, button);
    await click(attempt, tab, button);
  } else if (last !== undefined) {
    const field = last;
    await attempt.within(tab.view.focus(field));
    await attempt.send(() => tab.page.keyboard.press('Enter'));
  }
}

async function give({ tab }: PageDeps, watch: FormWatch, field: FormField, seen: LocatedElement): Promise<void> {
  const { origins, username, password, code } = watch.account.identity;
  if (field === 'username') {
    if (username === undefined) throw new Failure('vault.sign-in-failed', 'the identity has no user name');
    await tab.view.checkSecret(seen, { origins, use: 'any' });
    await tab.view.setValue(seen, username);
    return;
  }
  const secret = field === 'password' ? password : code?.();
  if (secret === undefined) throw new Failure('vault.sign-in-failed', `the identity has no ${field}`);
  await tab.view.putSecret(seen, openSecret(secret).value, rulesOf(secret, origins, field));
}

/** Where both the identity and the secret itself belong. */
function rulesOf(secret: Secret, origins: readonly string[], field: 'password' | 'code'): SecretRules {
  const { origins: own, isUnmasked = false } = openSecret(secret);
  const both = origins.filter((origin) => own.includes(origin));
  return { origins: both, use: field, ...(isUnmasked && { isUnmasked }) };
}

function refuseElsewhere({ account }: FormWatch, { facts }: LocatedElement): void {
  const action = facts.form?.action;
  if (action === undefined || action === 'javascript:' || account.identity.origins.includes(originOf(action))) return;
  throw new Failure('vault.sign-in-failed', 'the form sends to another origin');
}
