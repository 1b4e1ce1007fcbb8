import { PageText, dropInvisible } from '../../core/index.js';
import type { Fetched, Output } from '../../core/index.js';

const WHY_CUT: { readonly [cut in NonNullable<Fetched['cut']>]: string } = {
  size: 'cut: there is more',
  time: 'cut: the server was too slow',
  connection: 'cut: the connection broke off',
  'not-text': 'the body is not text and was left out',
  coding: 'cut: the body came in a coding that cannot be read',
};

/** Everything but the status is the server's: the first line is ours, the rest leaves fenced. The body is in the text alone. */
export function fetchOutput(fetched: Fetched): Output {
  const { status, url, origin, redirects, headers, omittedHeaders, cut } = fetched;
  const body = dropInvisible(fetched.text);
  const unseen = fetched.text.length - body.length;
  const facts = [`answered ${status}`];
  if (redirects > 0) facts.push(redirects === 1 ? '1 redirect' : `${redirects} redirects`);
  if (cut !== undefined) facts.push(WHY_CUT[cut]);
  if (omittedHeaders > 0) facts.push(`${omittedHeaders} header(s) left out`);
  if (unseen > 0) facts.push(`${unseen} invisible character(s) left out`);
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  // A fragment is never there; a query may be as long as it likes.
  const place = url.length > 500 ? `${url.slice(0, 500)}…` : url;
  return {
    parts: [
      { from: 'gateway', text: facts.join('; ') },
      { from: 'page', origin, text: [place, ...lines, '', body].join('\n') },
    ],
    data: {
      status,
      url: new PageText(origin, place),
      headers: Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, new PageText(origin, value)])),
      omittedHeaders,
      truncated: cut !== undefined,
    },
  };
}
