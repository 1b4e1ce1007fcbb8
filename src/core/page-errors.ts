import { errorRow as row } from './error-row.js';

/** Faults that the page is to blame for, or that say what a page does not have. */
export const PAGE_ERRORS = {
  'page.dialog': row(
    'page',
    'after-change',
    'The page opened a dialog, which was dismissed. Use set_dialog_policy if it should be answered otherwise.',
  ),
  'page.permission': row(
    'page',
    'after-change',
    'The page asked for a permission, which was denied. Use set_permission_policy if it should be granted.',
  ),
  'page.not-loaded': row(
    'page',
    'yes',
    'The page did not finish loading in time. Take a snapshot to read what has loaded.',
  ),
  'page.download': row(
    'page',
    'no',
    'The address led to a download, and a navigation keeps no files. Use a tool for downloads if tools/list shows one.',
  ),
  'page.no-download': row(
    'page',
    'after-change',
    'The address or the click started no download. Take a snapshot to see what happened.',
  ),
  'page.file-too-large': row(
    'page',
    'no',
    'The file is larger than the limit of a session, so it was not kept. Go on without it, or ask the operator for a higher limit.',
  ),
  'page.script-error': row(
    'page',
    'after-change',
    'The script threw an error, or is not valid JavaScript. What it did before that stays done: look at the page, then correct the script.',
  ),
  'page.no-tool': row('page', 'after-change', 'The page offers no tool of this name. List them with page_tools_list.'),
  'page.no-body': row(
    'page',
    'no',
    'The browser does not have this body: it was dropped meanwhile, or there was none. Load the page again and ask soon after.',
  ),
  'page.no-storage': row(
    'page',
    'after-change',
    'The page has no storage of this kind, or its browser refused the request; the hint says why. Use another kind or key.',
  ),
  'captcha.no-provider': row(
    'operator',
    'no',
    'No captcha service is configured (GATEWRIGHT_CAPTCHA_PROVIDER and _API_KEY). Ask a person with await_human: they can take the session over.',
  ),
  'captcha.pending': row(
    'unknown',
    'yes',
    'The captcha service has not finished yet. Make the same call again to keep waiting.',
  ),
  'captcha.limit': row(
    'operator',
    'after-change',
    'So many challenges as the operator pays for in an hour (captcha.maxPerHour) went to the captcha service. Ask a person with await_human: they can take the session over.',
  ),
  'captcha.failed': row(
    'unknown',
    'after-change',
    'The captcha service gave no answer. Ask a person with await_human: they can take the session over.',
  ),
  'canvas.tainted': row(
    'page',
    'no',
    'The canvas shows pictures of another origin, so the browser lets nobody read its pixels. Use browser_screenshot.',
  ),
  'canvas.too-large': row(
    'page',
    'no',
    'The canvas is larger than 16,384 pixels in one direction. Use browser_screenshot.',
  ),
  'canvas.no-transform': row(
    'page',
    'after-change',
    'No transform of the canvas was found on the page. Give `transform`, or use a canvas adapter.',
  ),
  'canvas.no-adapter': row(
    'operator',
    'no',
    'There is no canvas adapter of this name. Use one that is there, or ask the operator to add it as a plugin.',
  ),
  'page.wait-timeout': row('page', 'yes', 'The condition was not met in time. Take a snapshot, or wait longer.'),
  'page.secret-shown': row(
    'page',
    'no',
    'The page shows a secret where it cannot be masked, so no picture or file was made. Use browser_snapshot.',
  ),
  'page.too-large': row(
    'page',
    'no',
    'The page is too large to be read as a whole. Use browser_find or browser_text_search.',
  ),
} as const;
