import type { Markup } from './pages/markup.js';
import { secret } from './web-login.js';

const HEADERS: Readonly<Record<string, string>> = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Permissions-Policy': 'camera=(), geolocation=(), microphone=()',
  // Stricter, and a form of ours would come with `Origin: null` and be refused like a stranger's.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

export function respond(body: Markup | string, status = 200, type = 'text/html'): Response {
  const headers = new Headers(HEADERS);
  headers.set('Content-Type', `${type}; charset=utf-8`);
  return new Response(body.toString(), { status, headers });
}

export function respondPicture(image: Uint8Array, type: 'image/jpeg' | 'image/png'): Response {
  const headers = new Headers(HEADERS);
  headers.set('Content-Type', type);
  return new Response(new Uint8Array(image), { headers });
}

export function redirect(to: string, more: Readonly<Record<string, string>> = {}): Response {
  const headers = new Headers({ ...more });
  for (const [name, value] of Object.entries(HEADERS)) headers.set(name, value);
  headers.set('Location', to);
  return new Response(null, { status: 303, headers });
}

/**
 * A change comes from a form of ours: every browser sends `Origin` with a POST, and cannot lie about it. Another port of
 * this machine is the same site, so that the cookie alone proves nothing. `Host` was checked before.
 */
export function isFromOwnPage({ headers }: Request): boolean {
  const host = headers.get('host')?.toLowerCase();
  const origin = headers.get('origin')?.toLowerCase();
  if (host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`)) return false;
  return isOwnOrDirect(headers, 'same-origin');
}

/** Typed, bookmarked, or from a page of ours; another site, also one on this machine, is given nothing. */
export function isOwnOrDirect(headers: Headers, ...sites: readonly string[]): boolean {
  const site = headers.get('sec-fetch-site');
  return site === null || (sites.length === 0 ? ['same-origin', 'none'] : sites).includes(site);
}

/** Cookies know no ports: two consoles on one machine must not sign each other out. */
export function cookieName(headers: Headers): string {
  const port = /:(\d+)$/u.exec(headers.get('host') ?? '')?.[1];
  return port === undefined ? 'gatewright' : `gatewright_${port}`;
}

export function cookiesOf(headers: Headers, suffix = ''): readonly string[] {
  const name = `${cookieName(headers)}${suffix}=`;
  const all = (headers.get('cookie') ?? '').split(';').map((each) => each.trim());
  return all.flatMap((each) => (each.startsWith(name) ? [each.slice(name.length)] : [])).slice(0, 4);
}

const MARK = '_link';

/** Which browser the page of a link was shown to, for as long as its form may be sent. It lets nobody in. */
export function browserMark({ headers }: Request): string {
  return cookiesOf(headers, MARK)[0] ?? '';
}

/** Gives the browser a mark for the pages below this path, unless it has one. */
export function markBrowser(request: Request, page: Response, path: '/enter/' | '/hand/'): Response {
  if (browserMark(request) !== '') return page;
  const mark = `${cookieName(request.headers)}${MARK}=${secret()}`;
  page.headers.append('Set-Cookie', `${mark}; HttpOnly; SameSite=Strict; Path=${path}; Max-Age=600`);
  return page;
}

/** Sent to the pages behind a link alone: no page of the console sees it, and none of theirs the console's. */
export function setHandCookie({ headers }: Request, value: string): Readonly<Record<string, string>> {
  return {
    'Set-Cookie': `${cookieName(headers)}_hand=${value}; HttpOnly; SameSite=Strict; Path=/hand/${secureFor(headers)}`,
  };
}

export function setCookie({ headers }: Request, value: string | undefined): Readonly<Record<string, string>> {
  const age = value === undefined ? '; Max-Age=0' : '';
  return {
    'Set-Cookie': `${cookieName(headers)}=${value ?? ''}; HttpOnly; SameSite=Strict; Path=/${age}${secureFor(headers)}`,
  };
}

function secureFor(headers: Headers): string {
  return headers.get('origin')?.startsWith('https:') === true ? '; Secure' : '';
}
