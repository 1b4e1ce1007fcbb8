/** Whose turn it is. `page` faults are reported as source `app`; `unknown` when nobody can tell. */
export type Blame = 'agent' | 'operator' | 'person' | 'page' | 'gateway' | 'unknown';

interface ErrorRow {
  readonly blame: Blame;
  /** May the same call be made again as it is? */
  readonly retry: 'yes' | 'no' | 'after-change';
  /** What the agent should do next. */
  readonly says: string;
}

const TABLE = {
  'call.unknown-tool': row('agent', 'no', 'There is no such tool. Use one that tools/list shows.'),
  'call.bad-arguments': row(
    'agent',
    'after-change',
    'The arguments do not fit this tool. Mend them as the hint says and call again.',
  ),
  'call.malformed': row('agent', 'after-change', 'The message is not one JSON-RPC 2.0 message. Send it again, mended.'),
  'call.too-large': row('agent', 'after-change', 'The arguments are too large. Send less.'),
  'call.deadline': row(
    'unknown',
    'yes',
    'The call ran out of time before it changed anything. Try again, or wait for less.',
  ),
  'call.cancelled': row('agent', 'yes', 'The call was cancelled by the client.'),
  'call.busy': row('agent', 'yes', 'Too many calls are waiting. Wait for answers before sending more.'),

  'policy.capability-off': row('operator', 'no', 'The operator has not switched this capability on. Go on without it.'),
  'policy.tool-not-allowed': row(
    'operator',
    'no',
    "This tool is not among those of the caller's team. Go on without it.",
  ),
  'policy.scheme-not-allowed': row('agent', 'after-change', 'Only http and https addresses can be opened.'),
  'policy.bad-url': row(
    'agent',
    'after-change',
    'The address cannot be read without doubt. Give a plain absolute http or https URL.',
  ),
  'policy.private-address': row(
    'operator',
    'no',
    'Private, local and reserved addresses are closed. Only the operator can open one.',
  ),
  'policy.origin-blocked': row(
    'operator',
    'no',
    'The operator blocked this origin. Do not try other ways to reach it.',
  ),
  'policy.origin-not-allowed': row(
    'operator',
    'no',
    'This origin is not on the allowlist. Go back or navigate to one that is.',
  ),
  'policy.password-field': row(
    'agent',
    'after-change',
    'Nothing may be typed into a password, one-time-code or card field but a secret by its name.',
  ),
  'policy.secret-origin': row('agent', 'after-change', 'This secret belongs to another origin and was not typed.'),
  'policy.secret-field': row(
    'agent',
    'after-change',
    'This secret does not go into a field of this kind, and was not typed. Passwords go into password fields only.',
  ),
  'policy.secret-leaving': row(
    'agent',
    'no',
    'This would send a secret to an origin that it does not belong to, so nothing was sent.',
  ),
  'policy.file-outside': row(
    'agent',
    'after-change',
    'Only files in the folder for uploads can be given to a page, and this one does not lie there.',
  ),
  'policy.denied': row('operator', 'no', "The operator's rules refuse this. Do not try other ways to the same end."),
  'policy.changed': row(
    'page',
    'yes',
    'The page or the element changed after it was judged, so nothing was done. Look again and repeat the call if it is still right.',
  ),

  'approval.denied': row('person', 'no', 'A person refused this. Do not ask again for the same thing.'),
  'approval.expired': row('person', 'yes', 'Nobody answered in time, so it was refused.'),
  'approval.nobody': row(
    'operator',
    'no',
    'This needs a person, and none can be reached. Tell the user that they can answer with: gatewright approvals',
  ),
  'approval.pending': row(
    'person',
    'yes',
    'A person has been asked and has not answered yet. Make the same call again to go on waiting.',
  ),
  'approval.too-many': row('agent', 'yes', 'Too many questions are open. Wait until a person has answered some.'),

  'session.none': row('agent', 'after-change', 'This session has no page yet. Start with browser_navigate.'),
  'session.expired': row(
    'gateway',
    'yes',
    'The session has ended. The same call, or browser_navigate, starts a new one.',
  ),
  'session.limit': row(
    'operator',
    'yes',
    'Too many sessions are open. Close one of yours with browser_close, or ask the user to end some with: gatewright stop --once',
  ),
  'session.paused': row(
    'person',
    'yes',
    'A person has paused this session; its pages stay as they are. Nothing can be done in it until they resume it, in the console or with: gatewright resume. Then look at the page anew.',
  ),
  'session.stopped': row(
    'person',
    'no',
    'A person has stopped this agent: no session is opened until they resume it, in the console or with: gatewright resume. Tell the user, and do not try another way.',
  ),
  'session.taken-over': row(
    'person',
    'yes',
    'A person is driving this session now. Wait with await_human, or try again later; then look at the page anew.',
  ),
  'session.no-such-tab': row('agent', 'after-change', 'There is no such tab. List them with browser_tabs.'),

  'vault.bad-secret': row('person', 'after-change', 'The value cannot be kept as a secret.'),
  'vault.too-many': row(
    'agent',
    'no',
    'No more secrets can be kept before the server is started anew. Use those that were kept.',
  ),
  'vault.unavailable': row(
    'operator',
    'yes',
    'The vault could not be reached in time, so nothing was opened. Tell the operator to run: gatewright vault test',
  ),
  'vault.denied': row(
    'operator',
    'no',
    'The vault refused to answer, so nothing was opened. Tell the operator to run: gatewright vault test',
  ),
  'vault.bad-record': row(
    'operator',
    'no',
    'What the vault holds for this site cannot be read, so nothing was opened. Tell the operator to run: gatewright vault test',
  ),
  'vault.not-injected': row(
    'gateway',
    'yes',
    'The identity could not be put into the browser, so the page was not opened.',
  ),
  'vault.sign-in-failed': row(
    'operator',
    'no',
    'Signing in with the identity of this site did not work. Do not try to sign in by other means; tell the operator.',
  ),
  'vault.name-taken': row('agent', 'after-change', 'Another secret of this session has that name. Choose another.'),
  'vault.no-credential': row('operator', 'no', 'The credential provider has nothing under this name.'),

  'network.unreachable': row('page', 'yes', 'The server could not be reached. Check the address.'),
  'network.blocked-origin': row('operator', 'no', 'The page tried to load from an origin that policy does not allow.'),
  'network.outcome-unknown': row(
    'unknown',
    'no',
    'The request was sent, and whether it took effect is not known. Find that out before sending it again.',
  ),
  'network.too-many-redirects': row('page', 'no', 'The address redirects without end.'),

  'browser.not-installed': row(
    'operator',
    'no',
    'No Chromium was found. Tell the user to run: gatewright install-browser',
  ),
  'browser.start-failed': row('operator', 'yes', 'The browser did not start. Tell the user to run: gatewright doctor'),
  'browser.no-jail': row(
    'operator',
    'no',
    'The operator wants the browser in a jail, and none can be made here. Tell the user to run: gatewright doctor',
  ),
  'browser.leaks': row(
    'operator',
    'no',
    'The browser can reach the network around the proxy, so it is not used. Tell the user to run: gatewright doctor',
  ),
  'browser.crashed': row(
    'page',
    'yes',
    'The browser or the page crashed. The next call starts anew with browser_navigate.',
  ),
  'browser.outcome-unknown': row(
    'unknown',
    'no',
    'The action was begun, and whether it took effect is not known. Look at the page before doing anything again.',
  ),
  'browser.stale-ref': row(
    'agent',
    'after-change',
    'This ref is not what it was. Take a new snapshot, or use the candidate in the hint if it is what you mean.',
  ),
  'browser.no-match': row(
    'agent',
    'after-change',
    'Nothing on the page fits this target. Take a snapshot or use browser_find.',
  ),
  'browser.ambiguous': row(
    'agent',
    'after-change',
    'Several elements fit. Choose one of the candidates by ref, or add an index.',
  ),
  'browser.not-actionable': row('agent', 'after-change', 'The element cannot take this action now. The hint says why.'),
  'browser.covered': row(
    'agent',
    'after-change',
    'Something lies over the element; a click would hit that instead. Deal with it first.',
  ),
  'browser.inner-control': row(
    'agent',
    'after-change',
    'Something inside the element would take this in its place, so nothing was done. If that is what you mean, use its ref in the hint.',
  ),
  'browser.bad-option': row('agent', 'after-change', 'The element does not take this value. Use one that it takes.'),
  'browser.bad-file': row(
    'agent',
    'after-change',
    'The file cannot be used here, or the element takes none. The hint says why.',
  ),
  'browser.nothing-there': row('agent', 'after-change', 'There is nothing to go to.'),

  'page.dialog': row(
    'page',
    'after-change',
    'The page opened a dialog, which was dismissed. Use set_dialog_policy if it should be answered otherwise.',
  ),
  'page.permission': row('page', 'after-change', 'The page asked for a permission, which was refused.'),
  'page.not-loaded': row('page', 'yes', 'The page did not finish loading in time. What has arrived can be read.'),
  'page.download': row('page', 'no', 'The address is a download, which is not kept.'),
  'page.no-download': row(
    'page',
    'after-change',
    'Nothing was downloaded: what was opened or clicked started no download.',
  ),
  'page.file-too-large': row('page', 'no', 'The file is larger than what is kept, so nothing of it was.'),
  'page.wait-timeout': row('page', 'yes', 'What was waited for did not happen in time.'),
  'page.secret-shown': row(
    'page',
    'no',
    'A secret is shown where it cannot be hidden, so no picture or file of it is made. Use browser_snapshot.',
  ),
  'page.too-large': row('page', 'no', 'The page is larger than can be read. Use browser_find or browser_text_search.'),

  'audit.unavailable': row('operator', 'yes', 'The record cannot be written, so nothing is done. Tell the operator.'),
  'audit.outcome-lost': row(
    'operator',
    'no',
    'The call was made, but its outcome could not be recorded and is withheld. Do not repeat it; tell the operator.',
  ),

  'config.invalid': row('operator', 'no', 'The configuration is wrong; the hint names the key.'),
  'config.unknown-capability': row('operator', 'no', 'There is no such capability.'),
  'config.not-here-yet': row('operator', 'no', 'This version does not have that yet.'),
  'config.workspace': row('operator', 'no', 'The workspace cannot be used.'),

  'internal.fault': row('gateway', 'yes', 'Something went wrong inside Gatewright. The record has the details.'),
} as const satisfies { readonly [code: string]: ErrorRow };

function row(blame: Blame, retry: ErrorRow['retry'], says: string): ErrorRow {
  return { blame, retry, says };
}

export type ErrorCode = keyof typeof TABLE;

export const ERRORS: Readonly<{ [code in ErrorCode]: ErrorRow }> = TABLE;

export function errorCodes(): ErrorCode[] {
  return Object.keys(TABLE).filter((code): code is ErrorCode => code in TABLE);
}

/**
 * The only error that tells the model anything. The hint is safe detail (a parameter, a rule, a flag to set);
 * what a page wrote goes into `detail`, which leaves fenced.
 */
export class Failure extends Error {
  readonly code: ErrorCode;
  readonly hint: string | undefined;
  readonly detail: { readonly origin: string; readonly text: string } | undefined;
  constructor(code: ErrorCode, hint?: string, detail?: { origin: string; text: string }, cause?: unknown) {
    super(hint === undefined ? code : `${code}: ${hint}`, { cause });
    this.code = code;
    this.hint = hint;
    this.detail = detail;
  }
}

export function sourceOf(code: ErrorCode): 'app' | 'gateway' | 'unknown' {
  const { blame } = ERRORS[code];
  if (blame === 'page') return 'app';
  return blame === 'unknown' ? 'unknown' : 'gateway';
}
