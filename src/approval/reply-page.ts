import { createHash } from 'node:crypto';
import { describeQuestion, sessionLabel } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';

const STYLE = `body{font:16px/1.5 system-ui,sans-serif;max-width:40rem;margin:2rem auto;padding:0 1rem;color-scheme:light dark}
dl{display:grid;grid-template-columns:max-content 1fr;gap:.3rem 1rem;overflow-wrap:anywhere}dt{opacity:.7}dd{margin:0}
small{opacity:.7}input,select,button{font:inherit;padding:.5rem 1rem;margin:.3rem .5rem .3rem 0}`;

const POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ');

/** Everything that could be asked, with the buttons that answer it. Looking at it changes nothing. */
export function questionPage(question: PendingQuestion, wrong?: string): Response {
  const rows = describeQuestion(question).map(({ from, label, text }) => {
    const whose = from === 'page' ? ' <small>(page text)</small>' : from === 'agent' ? ' <small>(agent)</small>' : '';
    return `<dt>${escape(label)}${whose}</dt><dd>${escape(text)}</dd>`;
  });
  const { kind, tool, scope, expiresAt } = question;
  const until = new Date(expiresAt).toISOString();
  return page(
    wrong === undefined ? 200 : 403,
    `<h1>${kind === 'approve' ? 'May the agent do this?' : 'The agent asks'}</h1>
${wrong === undefined ? '' : `<p role="alert"><strong>${escape(wrong)}</strong></p>`}
<p>${escape(tool)} for ${escape(sessionLabel(scope))}; open until <time>${until}</time></p>
<dl>${rows.join('')}</dl>
<form method="post">${fieldsFor(question)}${buttonsFor(question)}</form>`,
  );
}

function fieldsFor({ kind, choices = [], secret, needsCode }: PendingQuestion): string {
  const code = needsCode
    ? '<p><label>Approval code <input name="code" type="password" autocomplete="off"></label></p>'
    : '';
  if (kind === 'choose') {
    const options = choices.map((choice) => `<option>${escape(choice)}</option>`).join('');
    return `<p><label>Which <select name="value">${options}</select></label></p>`;
  }
  if (kind !== 'input') return code;
  const type = secret === undefined ? 'text' : 'password';
  return `<p><label>Answer <input name="value" type="${type}" autocomplete="off" maxlength="10000"></label></p>`;
}

function buttonsFor({ kind }: PendingQuestion): string {
  const button = (answer: string, words: string) => `<button name="answer" value="${answer}">${words}</button>`;
  if (kind === 'acknowledge') return button('yes', 'Seen');
  return button('no', 'No') + button('yes', kind === 'approve' ? 'Allow once' : kind === 'confirm' ? 'Yes' : 'Answer');
}

export function plainReplyPage(status: number, words: string): Response {
  return page(status, `<h1>${escape(words)}</h1>`);
}

function page(status: number, body: string): Response {
  const html = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Gatewright</title><style>${STYLE}</style></head><body>${body}</body></html>`;
  return new Response(html, {
    status,
    // Without a referrer at all a browser would post the form with the origin null, which nobody may.
    headers: {
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': POLICY,
      'referrer-policy': 'same-origin',
    },
  });
}

function escape(text: string): string {
  return text.replace(/[&<>"']/gu, (c) => `&#${String(c.charCodeAt(0))};`);
}
