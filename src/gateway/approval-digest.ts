import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { sessionKey } from '../core/index.js';
import type { Call, Scope, CallFacts } from '../core/index.js';

/** The HMAC key of this process: no other process can make an approval, and none outlives this one. */
const KEY = randomBytes(32);

/**
 * What an approval is bound to: the caller, the arguments, the document and everything that was seen of the elements,
 * their forms and the addresses. Any difference makes it another question.
 */
export function approvalDigest({ scope, tool, arguments: given }: Call, callFacts: CallFacts): string {
  const elements = [...callFacts.elements.values()];
  const page = callFacts.page && [callFacts.page.document, callFacts.page.origin, pathOf(callFacts.page.url)];
  return seal('digest', [
    scope,
    tool,
    given,
    page,
    elements,
    [...callFacts.urls.values()],
    callFacts.identity,
    callFacts.extension,
    callFacts.pageTool,
  ]);
}

/** A question of the agent's own is about no element; a secret is for the page's origin. */
export function plainApprovalDigest({ scope, tool, arguments: given }: Call, origin: string | undefined): string {
  return seal('plain', [scope, tool, given, origin]);
}

export interface QuestionState {
  readonly question: string;
  readonly digest: string;
  /** Milliseconds since the epoch. */
  readonly expiresAt: number;
}

const statePayload = z.strictObject({ question: z.string(), digest: z.string(), expiresAt: z.number() });

/** The state that the client sends back with the answer. It proves nothing: the digest is computed again and compared. */
export function sealState(scope: Scope, { question, digest, expiresAt }: QuestionState): string {
  const payload = Buffer.from(JSON.stringify({ question, digest, expiresAt })).toString('base64url');
  return `${payload}.${seal('state', [sessionKey(scope), payload])}`;
}

export function openState(scope: Scope, state: string, now: number): QuestionState | 'forged' | 'expired' {
  const [payload = '', mac = '', ...more] = state.split('.');
  const expected = Buffer.from(seal('state', [sessionKey(scope), payload]));
  const given = Buffer.from(mac);
  if (more.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected)) return 'forged';
  const opened = statePayload.parse(JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')));
  return opened.expiresAt <= now ? 'expired' : opened;
}

function seal(purpose: string, bound: unknown): string {
  return createHmac('sha256', KEY)
    .update(`${purpose}:${canonical(bound)}`)
    .digest('hex');
}

/** The same text for the same content, whatever order its keys came in. */
function canonical(value: unknown): string {
  if (value === undefined) return 'null';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  const entries = Object.entries(value)
    .filter(([, item]) => item !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonical(item)}`).join(',')}}`;
}

/** Queries and fragments change while nobody does anything. */
function pathOf(url: string): string {
  return url.replace(/[?#].*$/u, '');
}
