import { randomBytes } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { ActionResult, Identity, SignInRecipe } from '../../../src/core/index.js';
import { openRoom } from './browser-setup.js';
import type { Room } from './browser-setup.js';
import { goAs, identity, page, secret, startNamedSite } from './identity-site.js';
import type { Asked, NamedSite } from './identity-site.js';

export const PASSWORD = 'correct-Horse7battery';
export const CODE = '482913';

/** How the site behaves in a test. */
interface Manners {
  steps: 'one' | 'two-pages' | 'code-after' | 'code-with' | 'by-script';
  /** Whoever comes for the private page is sent to the form again, signed in or not. */
  forgets: boolean;
  form: string;
  /** The page that needs no sign-in. */
  everybody: string;
}

interface State {
  readonly manners: Manners;
  readonly letIn: Set<string>;
}

export const FIELDS = { username: '#user', password: '#pass', code: '#code', submit: '#go' };

export function form(action: string, fields: string): string {
  return `<form method=post action="${action}">${fields}<button id=go>Sign in</button></form>`;
}
export const USER = '<input id=user name=user>';
export const PASS = '<input id=pass name=pass type=password>';
export const TOTP = '<input id=code name=code autocomplete=one-time-code>';

function answer({ manners, letIn }: State, asked: Asked, response: ServerResponse): void {
  const { pathname } = new URL(asked.path, 'http://x');
  const sid = /sid=([0-9a-f]+)/u.exec(asked.cookie)?.[1] ?? '';
  const given = new URLSearchParams(asked.body);
  if (asked.method === 'POST') posted({ manners, letIn }, pathname, given, response);
  else if (pathname === '/login') page(response, loginPage(manners));
  else if (pathname === '/code') page(response, form('/code', TOTP));
  else if (pathname === '/public') page(response, manners.everybody);
  else if (letIn.has(sid) && !(manners.forgets && pathname === '/private'))
    page(response, `<p>the private page ${pathname}</p><a id=out href=/out>Sign out</a>`);
  else response.writeHead(302, { location: '/login' }).end();
}

function loginPage(manners: Manners): string {
  if (manners.form !== '') return manners.form;
  if (manners.steps === 'two-pages') return form('/login', USER);
  if (manners.steps === 'by-script')
    return `<div id=app></div><script>
      setTimeout(() => {
        app.innerHTML = '${USER}${PASS}<button id=go>Sign in</button>';
        go.onclick = async () => {
          const body = new URLSearchParams({ user: user.value, pass: pass.value });
          const { ok } = await fetch('/login?script', { method: 'POST', body });
          app.innerHTML = ok ? '<p id=out>in</p>' : app.innerHTML;
        };
      }, 300);
    </script>`;
  return form('/login', `${USER}${PASS}${manners.steps === 'code-with' ? TOTP : ''}`);
}

function posted({ manners, letIn }: State, pathname: string, given: URLSearchParams, response: ServerResponse): void {
  const enter = (): void => {
    const sid = randomBytes(8).toString('hex');
    letIn.add(sid);
    response.writeHead(302, { location: '/home', 'set-cookie': `sid=${sid}; Path=/; HttpOnly` }).end();
  };
  const right = given.get('pass') === PASSWORD;
  if (pathname === '/code') {
    if (given.get('code') === CODE) enter();
    else page(response, form('/code', TOTP));
  } else if (manners.steps === 'two-pages' && !given.has('pass')) page(response, form('/login', PASS));
  else if (!right || (manners.steps === 'code-with' && given.get('code') !== CODE))
    page(response, `<p>wrong</p>${form('/login', `${USER}${PASS}`)}`);
  else if (manners.steps === 'code-after') response.writeHead(302, { location: '/code' }).end();
  else if (manners.steps === 'by-script') {
    const sid = randomBytes(8).toString('hex');
    letIn.add(sid);
    response.writeHead(200, { 'set-cookie': `sid=${sid}; Path=/` }).end();
  } else enter();
}

/** A site with a sign-in form, a hostile one, and a browser with a session of its own for each test. */
export class SignInSite {
  readonly setup: Room = openRoom();
  readonly site: NamedSite;
  readonly evil: NamedSite;
  readonly letIn = new Set<string>();
  readonly manners: Manners = { steps: 'one', forgets: false, form: '', everybody: '' };
  own = '';
  #tests = 0;

  private constructor(site: NamedSite, evil: NamedSite) {
    this.site = site;
    this.evil = evil;
  }

  static async start(): Promise<SignInSite> {
    const evil = await startNamedSite((_, response) => {
      page(response, `${USER}${PASS}`);
    });
    const site = await startNamedSite((asked, response) => {
      answer(made, asked, response);
    });
    const made: SignInSite = new SignInSite(site, evil);
    return made;
  }

  /** For the next test. */
  reset(): void {
    this.#tests += 1;
    this.own = `session-${String(this.#tests)}`;
    Object.assign(this.manners, { steps: 'one', forgets: false, form: '', everybody: '<p>everybody</p>' });
    this.letIn.clear();
    this.site.seen.length = 0;
    this.evil.seen.length = 0;
  }

  async close(): Promise<void> {
    await Promise.all([this.setup.close(), this.site.close(), this.evil.close()]);
  }

  at(path: string): string {
    return this.site.at('app', path);
  }

  person(recipe: Partial<SignInRecipe> = {}, password = PASSWORD): Identity {
    const origins = [this.site.at('app')];
    return identity(origins, {
      username: 'somebody@example.com',
      password: secret(password, origins, 'password'),
      code: () => secret(CODE, origins, 'code'),
      recipe: { url: this.at('/login'), ...FIELDS, ...recipe },
    });
  }

  go(who: Identity | undefined, path: string): Promise<ActionResult> {
    return goAs(this.setup, who, this.at(path), this.own);
  }

  get posts(): readonly Asked[] {
    return this.site.seen.filter(({ method }) => method === 'POST');
  }

  /** How often a password was sent. */
  get tried(): number {
    return this.posts.filter(({ body, path }) => path.startsWith('/login') && body.includes('pass=')).length;
  }
}
