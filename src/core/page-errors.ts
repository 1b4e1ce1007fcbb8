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
    'The address is a download, which is not kept. Use a download tool if there is one.',
  ),
  'page.no-download': row(
    'page',
    'after-change',
    'The address or the click started no download. Take a snapshot to see what happened.',
  ),
  'page.file-too-large': row('page', 'no', 'The file is larger than the limit, so it was not kept.'),
  'page.script-error': row(
    'page',
    'after-change',
    'The script threw an error, or is none. What it did before that stays done.',
  ),
  'page.no-tool': row('page', 'after-change', 'The page offers no tool of this name. List them with page_tools_list.'),
  'page.no-body': row(
    'page',
    'no',
    'The browser does not have this body any more, or there never was one. Load the page again and ask soon after.',
  ),
  'page.no-storage': row(
    'page',
    'after-change',
    'The page has no storage of this kind, or refused what was asked; the hint says why.',
  ),
  'captcha.no-provider': row(
    'operator',
    'no',
    'No captcha service is configured (GATEWRIGHT_CAPTCHA_PROVIDER and _API_KEY). Ask a person with await_human: they can take the session over.',
  ),
  'captcha.pending': row('unknown', 'yes', 'The service is still at it. Make the same call again to go on waiting.'),
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
    'There is no canvas adapter of this name. The operator adds one as a plugin.',
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
