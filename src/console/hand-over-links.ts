import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { parseJson } from '../core/index.js';
import type { SessionPlace } from './pages/session-path.js';
import { Login } from './web-login.js';
import type { WebSession } from './web-login.js';

/** Exactly one thing: what a link lets its holder do, and nothing beside it. */
export type HandedOver =
  | { readonly kind: 'question'; readonly server: string; readonly question: string; readonly until: number }
  | { readonly kind: 'session'; readonly place: SessionPlace; readonly until: number };

type Wanted =
  | { readonly kind: 'question'; readonly server: string; readonly question: string; readonly expiresAt: number }
  | { readonly kind: 'session'; readonly place: SessionPlace };

const LINK_MS = 10 * 60_000;
const DRIVE_MS = 30 * 60_000;

const name = z.string().min(1).max(200);
/** What is signed. `once` is a one-time link of the login below, so that a link opens one browser. */
const ticket = z.strictObject({
  v: z.literal(1),
  once: z.string().min(40).max(60),
  until: z.int().positive(),
  for: z.union([
    z.strictObject({ kind: z.literal('question'), server: name, question: name, expiresAt: z.number() }),
    z.strictObject({
      kind: z.literal('session'),
      place: z.strictObject({ server: name, principal: name, client: name.optional(), session: name }),
    }),
  ]),
});

/**
 * Links by which a person answers one question, or takes over one session, from another device. Each is signed with a key
 * that lives as long as this console, opens one browser, once, within ten minutes, and has a cookie and a form token of
 * its own that no page of the console takes.
 */
export class HandOverLinks {
  readonly #key = randomBytes(32);
  readonly #clock: () => number;
  readonly #login: Login;
  readonly #scopes = new WeakMap<WebSession, HandedOver>();

  constructor(clock: () => number = Date.now) {
    this.#clock = clock;
    this.#login = new Login(clock);
  }

  make(wanted: Wanted): string {
    const until = this.#clock() + LINK_MS;
    const payload = Buffer.from(JSON.stringify({ v: 1, once: this.#login.newLink(), until, for: wanted })).toString(
      'base64url',
    );
    return `${payload}.${this.#sign(payload)}`;
  }

  /** The value of the cookie; undefined: forged, used, or too old. */
  open(token: string, browser: string): string | undefined {
    const found = this.#read(token);
    if (found === undefined || this.#clock() >= found.until) return undefined;
    const cookie = this.#login.enter(found.once, browser);
    const session = cookie === undefined ? undefined : this.#login.find(cookie, true);
    if (cookie === undefined || session === undefined) return undefined;
    this.#scopes.set(session, scopeOf(found.for, this.#clock()));
    return cookie;
  }

  find(cookie: string, byPerson: boolean): { session: WebSession; handed: HandedOver } | undefined {
    const session = this.#login.find(cookie, byPerson);
    const handed = session && this.#scopes.get(session);
    if (session === undefined || handed === undefined) return undefined;
    if (this.#clock() < handed.until) return { session, handed };
    this.#login.leave(cookie);
    return undefined;
  }

  end(cookie: string): void {
    this.#login.leave(cookie);
  }

  #read(token: string): z.infer<typeof ticket> | undefined {
    const [payload = '', mac = '', ...more] = token.split('.');
    const [ours, theirs] = [Buffer.from(this.#sign(payload)), Buffer.from(mac)];
    if (more.length > 0 || ours.length !== theirs.length || !timingSafeEqual(ours, theirs)) return undefined;
    return ticket.safeParse(parseJson(Buffer.from(payload, 'base64url').toString('utf8'))).data;
  }

  #sign(payload: string): string {
    return createHmac('sha256', this.#key).update(`gatewright.hand-over.1.${payload}`).digest('base64url');
  }
}

function scopeOf(wanted: z.infer<typeof ticket>['for'], now: number): HandedOver {
  if (wanted.kind === 'question') {
    const { kind, server, question, expiresAt } = wanted;
    return { kind, server, question, until: expiresAt };
  }
  const { server, principal, client, session } = wanted.place;
  const place = { server, principal, session, ...(client !== undefined && { client }) };
  return { kind: 'session', place, until: now + DRIVE_MS };
}
