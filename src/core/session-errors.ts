import { errorRow as row } from './error-row.js';

/** Why a session is not there, or cannot go on. */
export const SESSION_ERRORS = {
  'session.closed': row('operator', 'no', 'The program has closed its gateway. Create another one to go on.'),
  'session.none': row('agent', 'after-change', 'This session has no page yet. Start with browser_navigate.'),
  'session.expired': row(
    'gateway',
    'yes',
    'The session has ended. The same call, or browser_navigate, starts a new one.',
  ),
  'session.reattached': row(
    'gateway',
    'yes',
    'The server was started again and has taken this session over. Nothing of this call was done. Refs from before are stale: take a new snapshot, then call again.',
  ),
  'session.too-many': row(
    'operator',
    'yes',
    'Too many sessions are open. Close one of yours with browser_close, or ask the user to end some with: gatewright stop --once',
  ),
  'session.limit': row(
    'page',
    'after-change',
    'The session reached one of its limits; the hint names it. If that ended the session, the next call starts a new one.',
  ),
  'session.paused': row(
    'person',
    'yes',
    'A person has paused this session; its pages stay as they are. Nothing can be done in it until they resume it, in the console or with: gatewright resume. Then take a new snapshot.',
  ),
  'session.stopped': row(
    'person',
    'no',
    'A person has stopped this agent: no session is opened until they resume it, in the console or with: gatewright resume. Tell the user, and do not try another way.',
  ),
  'session.taken-over': row(
    'person',
    'yes',
    'A person is driving this session now. Wait with await_human, or try again later; then take a new snapshot.',
  ),
  'session.profile-in-use': row(
    'agent',
    'yes',
    'Another program or server uses the profile of this session now. Use another session name, or wait until it has ended.',
  ),
  'session.no-such-tab': row('agent', 'after-change', 'There is no such tab. List them with browser_tabs.'),
  'session.no-such-picture': row(
    'agent',
    'after-change',
    'No such picture is kept. Take a new one with browser_screenshot.',
  ),

  'session.recording-runs': row(
    'agent',
    'after-change',
    'A recording of this session is running already. End it with recording_stop first.',
  ),
  'session.no-recording': row(
    'agent',
    'after-change',
    'No recording of this session is running. Start one with recording_start.',
  ),
} as const;
