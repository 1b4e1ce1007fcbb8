import { ownCommand } from '../../core/index.js';
import { plainPage } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';

/** Looking at the link uses nothing up: what fetches links ahead of people must not spend it. */
export function enterPage(token: string): Markup {
  return plainPage(
    'Open the console',
    markup`<p>This link works once. Open it where you want to answer questions from.</p>
<form method="post" action="/enter/${exact(token)}" data-submit><button class="yes">Open the console</button></form>`,
  );
}

export function strangerPage(why: string): Markup {
  return plainPage(
    'You are not signed in',
    markup`<p role="alert">${why}</p><p>For a new link, run this where the workspace is:</p><pre>${ownCommand('console')}</pre>`,
  );
}

export function refusedPage(why: string): Markup {
  return plainPage('Nothing was done', markup`<p role="alert">${why}</p><p><a href="/">Back to the console</a></p>`);
}
