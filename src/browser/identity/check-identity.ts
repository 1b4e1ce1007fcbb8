import { createHash } from 'node:crypto';
import { Failure } from '../../core/index.js';
import type { Identity, Secret } from '../../core/index.js';
import { openSecret } from '../../core/seals/secret-open.js';

/** Headers that say how a message is sent or who asks: with one of these, one request could be read as another. */
const NOT_OURS =
  /^(?:host|content-length|content-type|transfer-encoding|connection|keep-alive|upgrade|te|trailer|expect|cookie2?|origin|referer|via|sec-.*|proxy-.*|access-control-.*)$/iu;
const TOKEN = /^[!#$%&'*+\-.^_`|~0-9A-Za-z]+$/u;

/** Refuses, before anything is touched, what could not be put in as it is. */
export function checkIdentity(identity: Identity): void {
  const { origins, cookies, headers, recipe } = identity;
  if (origins.length === 0 || !origins.every(isOrigin)) throw notInjected('it has no exact origins');
  for (const { name, value, path } of cookies) {
    if (!TOKEN.test(name) || /[;\r\n\0]/u.test(openSecret(value).value) || !path.startsWith('/'))
      throw notInjected(`cookie ${name} is not one that a site could have set`);
  }
  for (const { name, value } of headers) {
    if (!TOKEN.test(name) || NOT_OURS.test(name) || /[\r\n\0]/u.test(openSecret(value).value))
      throw notInjected(`header ${name} cannot be added`);
  }
  const now = Date.now() / 1000;
  const isOver = cookies.length > 0 && cookies.every(({ expires }) => expires !== undefined && expires <= now);
  if (isOver && recipe === undefined) throw notInjected('its cookies have expired');
}

function isOrigin(origin: string): boolean {
  return /^https?:[^*]+$/u.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}

export function notInjected(hint?: string, cause?: unknown): Failure {
  return new Failure('vault.not-injected', hint, undefined, cause);
}

/** Two identities with the same digest hold the same. */
export function identityDigest(identity: Identity): string {
  const opened = (parts: readonly { readonly value: Secret }[]): unknown[] =>
    parts.map((part) => ({ ...part, value: openSecret(part.value).value }));
  const { name, origins, username, cookies, localStorage, sessionStorage, headers, password, code, recipe } = identity;
  const parts = [
    [name, origins, username, recipe, code !== undefined, password === undefined ? null : openSecret(password).value],
    ...[cookies, localStorage, sessionStorage, headers].map((list) => opened(list)),
  ];
  return createHash('sha256').update(JSON.stringify(parts)).digest('base64');
}
