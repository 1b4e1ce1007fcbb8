import { BROWSER_ERRORS } from './browser-errors.js';
import { errorRow as row } from './error-row.js';
import type { ErrorRow } from './error-row.js';
import { PAGE_ERRORS } from './page-errors.js';
import { PLUGIN_ERRORS } from './plugin-errors.js';
import { SESSION_ERRORS } from './session-errors.js';

const TABLE = {
  'call.unknown-tool': row('agent', 'no', 'There is no such tool. Use one that tools/list shows.'),
  'call.bad-arguments': row(
    'agent',
    'after-change',
    'The arguments do not fit this tool. Correct them as the hint says and call again.',
  ),
  'call.malformed': row(
    'agent',
    'after-change',
    'The message is not one valid JSON-RPC 2.0 message, so it was not read. Correct it and send it again.',
  ),
  'call.too-large': row('agent', 'after-change', 'The arguments are too large, so nothing was done. Send less.'),
  'call.deadline': row(
    'unknown',
    'yes',
    'The call ran out of time before it changed anything. Try again, or wait for less.',
  ),
  'call.cancelled': row('agent', 'yes', 'The client cancelled the call. Call again if it is still needed.'),
  'call.busy': row(
    'agent',
    'yes',
    'Too many calls are under way, so this one was not begun. Wait for their answers, then call again.',
  ),
  'call.token-revoked': row(
    'operator',
    'no',
    "This caller's token was revoked while the call waited, so nothing was done. Tell the operator.",
  ),

  'policy.capability-off': row('operator', 'no', 'The operator has not enabled this capability. Continue without it.'),
  'policy.tool-not-allowed': row(
    'operator',
    'no',
    "This tool is not enabled for the caller's team. Continue without it.",
  ),
  'policy.team-no-browser': row(
    'operator',
    'no',
    "This caller's team has no browser. Go on without one; the operator can give it one with `browser: {}`.",
  ),
  'policy.scheme-not-allowed': row(
    'agent',
    'after-change',
    'Only http and https addresses can be opened. Give such an address.',
  ),
  'policy.bad-url': row(
    'agent',
    'after-change',
    'The address is malformed or ambiguous, so it was not opened. Give a plain absolute http or https URL.',
  ),
  'policy.private-address': row(
    'operator',
    'no',
    'Private, local and reserved addresses are not allowed. Only the operator can allow one.',
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
    'Plain text is not typed into a password, one-time-code or card field. Use a secret by its name.',
  ),
  'policy.secret-origin': row(
    'agent',
    'after-change',
    'This secret belongs to another origin, so it was not typed. Use it on its own site.',
  ),
  'policy.secret-field': row(
    'agent',
    'after-change',
    'This secret is not for a field of this kind, so it was not typed. Passwords are typed into password fields only.',
  ),
  'policy.secret-leaving': row(
    'agent',
    'no',
    'The call would send a secret to an origin that it does not belong to, so nothing was sent. Leave the secret out.',
  ),
  'policy.file-outside': row(
    'agent',
    'after-change',
    'Only files in the uploads folder can be given to a page, and this file is not in it. Name a file of that folder.',
  ),
  'policy.denied': row('operator', 'no', "The operator's rules refuse this. Do not try other ways to the same end."),
  'policy.changed': row(
    'page',
    'yes',
    'The page or the element changed after it was judged, so nothing was done. Look again and repeat the call if it is still right.',
  ),

  'approval.denied': row(
    'person',
    'no',
    'A person denied this, so it was not done. Do not ask again for the same thing.',
  ),
  'approval.expired': row(
    'person',
    'yes',
    'Nobody answered in time, so it was denied. Tell the user, and call again when somebody can answer.',
  ),
  'approval.nobody': row(
    'operator',
    'no',
    'This needs the approval of a person, and nobody can be reached. Tell the user to run: gatewright approvals',
  ),
  'approval.pending': row(
    'person',
    'yes',
    'A person has been asked and has not answered yet. Make the same call again to keep waiting.',
  ),
  'approval.too-many': row(
    'agent',
    'yes',
    'Too many questions wait for a person, so this one was not asked. Wait until some are answered, then call again.',
  ),

  ...SESSION_ERRORS,

  'vault.bad-secret': row(
    'person',
    'after-change',
    'The value cannot be kept as a secret; the hint says why. Ask for another value.',
  ),
  'vault.too-many': row(
    'agent',
    'no',
    'The server keeps no more secrets than it has now, so this one was not kept. Use the secrets that are kept.',
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
    'The identity could not be set in the browser, so the page was not opened. Call again.',
  ),
  'vault.sign-in-failed': row(
    'operator',
    'no',
    'Signing in with the identity of this site did not work. Do not try to sign in by other means; tell the operator.',
  ),
  'vault.name-taken': row('agent', 'after-change', 'Another secret of this session has that name. Choose another.'),
  'vault.no-credential': row(
    'operator',
    'no',
    'The password manager has no account of this name. Ask the user for the right name.',
  ),

  'network.unreachable': row(
    'page',
    'yes',
    'The server of this address could not be reached. Check the address, or try again later.',
  ),
  'network.blocked-origin': row(
    'operator',
    'no',
    'The page tried to load from an origin that is not on the allowlist, so the request was refused. Continue without it.',
  ),
  'network.outcome-unknown': row(
    'unknown',
    'no',
    'The request was sent, and whether it took effect is not known. Find that out before sending it again.',
  ),
  'network.too-many-redirects': row(
    'page',
    'no',
    'The address redirects too often, so it was given up. Use the final address, or another page.',
  ),

  ...BROWSER_ERRORS,

  ...PAGE_ERRORS,

  ...PLUGIN_ERRORS,

  'audit.unavailable': row(
    'operator',
    'yes',
    'The audit log cannot be written, so nothing was done. Tell the operator.',
  ),
  'audit.outcome-lost': row(
    'operator',
    'no',
    'The call was made, but its outcome could not be recorded and is withheld. Do not repeat it; tell the operator.',
  ),

  'config.invalid': row(
    'operator',
    'no',
    'The configuration is wrong, so nothing was started. Correct the key that the hint names, then start again.',
  ),
  'config.unknown-capability': row(
    'operator',
    'no',
    'The configuration names a capability that does not exist. Use one that the hint lists.',
  ),
  'config.not-here-yet': row(
    'operator',
    'no',
    'This version does not have what the configuration asks for. Use what the hint names instead.',
  ),
  'config.workspace': row(
    'operator',
    'no',
    'The workspace folder cannot be used, so nothing was started. The hint says why: correct that, then start again.',
  ),

  'internal.fault': row(
    'gateway',
    'yes',
    'Gatewright had an internal fault; the audit log has the details. Call again, or tell the operator.',
  ),
} as const satisfies { readonly [code: string]: ErrorRow };

export type ErrorCode = keyof typeof TABLE;

export const ERRORS: Readonly<{ [code in ErrorCode]: ErrorRow }> = TABLE;

export function errorCodes(): ErrorCode[] {
  return Object.keys(TABLE).filter((code): code is ErrorCode => code in TABLE);
}

export function sourceOf(code: ErrorCode): 'app' | 'gateway' | 'unknown' {
  const { blame } = ERRORS[code];
  if (blame === 'page') return 'app';
  return blame === 'unknown' ? 'unknown' : 'gateway';
}
