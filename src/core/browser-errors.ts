import { errorRow as row } from './error-row.js';

/** Faults of the browser itself, and of the elements that a call names. */
export const BROWSER_ERRORS = {
  'browser.no-extensions': row(
    'operator',
    'no',
    'Extensions need a session with a kept profile (browser.profile: persistent, browser.provider: local). Go on without them.',
  ),
  'browser.extensions-unsupported': row(
    'operator',
    'no',
    'This Chromium cannot load extensions: it has no DevTools domain for them (Extensions). Go on without them. The operator can use a newer Chromium (gatewright install-browser, or browser.executablePath), or take extensions out of capabilities.',
  ),
  'browser.bad-extension': row(
    'agent',
    'after-change',
    'The extension cannot be used; the hint says why. Correct that, or go on without it.',
  ),
  'browser.not-installed': row(
    'operator',
    'no',
    'No Chromium was found. Tell the user to run: gatewright install-browser',
  ),
  'browser.unavailable': row(
    'operator',
    'no',
    'There is no browser here, so browser tools cannot be used; others work. The next call looks for one again.',
  ),
  'browser.unsupported': row(
    'operator',
    'no',
    'The browser that the operator chose cannot do this, so nothing was done. Other tools work; the hint says what is missing.',
  ),
  'browser.upstream-failed': row(
    'unknown',
    'after-change',
    'The program that drives the browser answered with an error. Take a snapshot before anything is repeated.',
  ),
  'browser.start-failed': row('operator', 'yes', 'The browser did not start. Tell the user to run: gatewright doctor'),
  'browser.no-jail': row(
    'operator',
    'no',
    'The configuration requires a jail for the browser, and none can be created on this machine. Tell the user to run: gatewright doctor',
  ),
  'browser.no-container': row(
    'operator',
    'no',
    'The configuration wants a container for the browser, and none can be started on this machine. Tell the user to run: gatewright doctor',
  ),
  'browser.leaks': row(
    'operator',
    'no',
    'The browser can reach the network around the proxy, so it is not used. Tell the user to run: gatewright doctor',
  ),
  'browser.crashed': row('page', 'yes', 'The browser or the page crashed. Open the page again with browser_navigate.'),
  'browser.outcome-unknown': row(
    'unknown',
    'no',
    'The action was started, and whether it took effect is not known. Take a snapshot before repeating anything.',
  ),
  'browser.stale-ref': row(
    'agent',
    'after-change',
    'The element of this ref has changed or is gone. Take a new snapshot, or use the candidate in the hint if it is what you mean.',
  ),
  'browser.no-match': row(
    'agent',
    'after-change',
    'No element of the page matches this target. Take a snapshot or use browser_find.',
  ),
  'browser.ambiguous': row(
    'agent',
    'after-change',
    'Several elements match. Choose one of the candidates by ref, or add an index.',
  ),
  'browser.not-actionable': row(
    'agent',
    'after-change',
    'The element cannot take this action now, so nothing was done. The hint says why: change that, or wait, then call again.',
  ),
  'browser.covered': row(
    'agent',
    'after-change',
    'Another element covers this one and would get the click. Close or move it first.',
  ),
  'browser.inner-control': row(
    'agent',
    'after-change',
    'A control inside the element would get the input instead, so nothing was done. If that is what you mean, use its ref from the hint.',
  ),
  'browser.bad-option': row(
    'agent',
    'after-change',
    'The element does not have this value, so nothing was chosen. Use one of the values that it has.',
  ),
  'browser.bad-file': row(
    'agent',
    'after-change',
    'The file was not given to the page; the hint says why. Use another file, or the element that takes files.',
  ),
  'browser.nothing-there': row(
    'agent',
    'after-change',
    'The history of this tab has no page in this direction. Use browser_navigate.',
  ),
} as const;
