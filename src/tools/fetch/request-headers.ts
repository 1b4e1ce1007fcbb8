import { z } from 'zod';

const REFUSED = new Set([
  // Which server is meant and where the body ends is ours to say: a second opinion is how requests are smuggled.
  ...['host', 'content-length', 'transfer-encoding', 'te', 'trailer', 'connection', 'keep-alive', 'upgrade', 'expect'],
  ...['http2-settings', 'accept-encoding', 'via'],
  // A secret is found where it stands whole: pieces of an answer would be shown as they are.
  ...['range', 'if-range', 'request-range', 'x-range'],
  // Sessions live in the browser.
  ...['cookie', 'cookie2', 'set-cookie'],
  // GET and POST only, whatever a server makes of these.
  ...['x-http-method', 'x-http-method-override', 'x-method-override'],
]);
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/u;
const VALUE = /^[\t\u0020-\u007e]*$/u;
const MAX_HEADERS = 50;

/** Headers that an agent may give: no line breaks, nothing that frames the message, no name twice. */
export const requestHeaders = z.record(z.string(), z.string().max(4096)).check((context) => {
  const refuse = (message: string): void => {
    context.issues.push({ code: 'custom', message, input: undefined });
  };
  const entries = Object.entries(context.value);
  const names = entries.map(([name]) => name.toLowerCase());
  if (entries.length > MAX_HEADERS) refuse(`at most ${MAX_HEADERS}`);
  if (new Set(names).size < names.length) refuse('a name is given twice');
  for (const [name, value] of entries) {
    if (!NAME.test(name)) refuse('a name has a character that no header name has');
    else if (isRefused(name.toLowerCase())) refuse(`${name.toLowerCase()} cannot be set${insteadOf(name)}`);
    else if (!VALUE.test(value)) refuse(`the value of ${name.toLowerCase()} may hold printable ASCII only`);
  }
});

function isRefused(name: string): boolean {
  return REFUSED.has(name) || name.startsWith('proxy-') || name.startsWith('sec-');
}

function insteadOf(name: string): string {
  return /range$/iu.test(name) ? ': ask for the whole, and cut it by max_bytes' : '';
}
