import { ownCommand } from '../../core/index.js';
import { plainPage } from './layout.js';
import { exact, markup } from './markup.js';
import type { Markup } from './markup.js';

/** Looking at the link uses nothing up: what fetches links ahead of people must not spend it. */
export function enterPage(token: string, question?: string): Markup {
  const action = `/enter/${token}${question === undefined ? '' : `/${question}`}`;
  return plainPage(
    'Open the console',
    markup`<p>This link works once. Open it where you want to answer questions from.</p>
<form method="post" action="${exact(action)}" data-submit><button class="yes">Open the console</button></form>`,
  );
}

/** A link that another operator shared comes from elsewhere, where the cookie is not sent: it is followed once more from here. */
export function signedOutPage(why: string, wanted?: string): Markup {
  return plainPage(
    'You are not signed in',
    markup`<p role="alert">${why}</p><p>For a new link, run this where the workspace is:</p><pre>${ownCommand('console')}</pre>
${wanted !== undefined && markup`<p><a href="${wanted}">I have signed in here: show this page</a></p>`}`,
  );
}

/** The link of a question proves nothing about its visitor: the agent knows the same link. */
export function signedOutQuestionPage(id: string, canOpen: boolean): Markup {
  const path = `/question/${id}`;
  return plainPage(
    'An agent waits for your answer',
    markup`<p>This browser is not signed in to the console, so the question is not shown here yet.</p>
${canOpen && markup`<form method="post" action="${exact(`${path}/open`)}"><button class="yes">Open the question</button></form><p>It opens in the browser of the computer on which the server runs.</p>`}
<p>${canOpen && 'Or run'}${!canOpen && 'Run'} this there, and open the link that it prints; the question stands under Waiting:</p><pre>${ownCommand('console')}</pre>
<p>Or answer in a terminal:</p><pre>${ownCommand('approvals watch')}</pre>
<p><a href="${exact(path)}">I have signed in here: show the question</a></p>`,
  );
}

export function openedPage(): Markup {
  return plainPage(
    'The question is open',
    markup`<p>It was opened in a new tab or window. You can close this one.</p>`,
  );
}

export function refusedPage(why: string, title = 'Nothing was done'): Markup {
  return plainPage(title, markup`<p role="alert">${why}</p><p><a href="/">Back to the console</a></p>`);
}
