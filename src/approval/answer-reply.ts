import { readForm } from '../core/index.js';
import { plainReplyPage, questionPage } from './reply-page.js';
import type { ReplyLinks } from './reply-links.js';

const GONE = 'This link answers nothing any more.';

/** `/answer/<token>`: GET shows the question, POST answers it. Host and Origin were checked before. */
export async function answerReply(links: ReplyLinks, request: Request, token: string): Promise<Response> {
  const asked = links.find(token);
  // The same for a wrong link, a used one and an old one.
  if (asked === undefined) return plainReplyPage(404, GONE);
  if (request.method === 'GET') {
    // A client that prefetches links, such as a mail scanner, shows the question to nobody.
    const isShown = request.headers.get('sec-fetch-dest') === 'document';
    return questionPage((isShown ? asked.seen?.() : undefined) ?? asked.question);
  }
  if (request.method !== 'POST') return plainReplyPage(405, 'This is not how one answers.');
  // A page elsewhere that got hold of the link still cannot press the button for the person.
  const site = request.headers.get('sec-fetch-site');
  if (site !== null && site !== 'same-origin') return plainReplyPage(403, 'Answer on the page that the link opens.');
  const form = await readForm(request);
  const answer = form?.get('answer');
  if (form === undefined || (answer !== 'yes' && answer !== 'no')) return plainReplyPage(400, 'This is no answer.');
  const yes = answer === 'yes';
  const value = yes ? (form.get('value') ?? undefined) : undefined;
  const code = form.get('code') ?? undefined;
  const result = await asked.submit({
    yes,
    by: 'webhook',
    ...(value === undefined ? {} : { value }),
    ...(code === undefined ? {} : { code }),
  });
  if (result.ok)
    return plainReplyPage(200, yes ? 'Answered. You can close this page.' : 'Refused. You can close this page.');
  return links.find(token) === undefined ? plainReplyPage(404, GONE) : questionPage(asked.question, result.why);
}
