import { z } from 'zod';
import { RISK_LEVELS, isGrantTime, parseJson } from '../core/index.js';
import { liveRequests, liveResults } from './control-live.js';

/** One JSON object a line, both ways. Each request has a number, and its reply has the same. */
const id = z.int().min(0);
const name = z.string().min(1).max(200);
const person = z.string().regex(/^[\p{L}\p{N} .:@_-]{1,80}$/u);

const match = { principal: name.optional(), client: name.optional(), session: name.optional() };
const explained = z.lazy(() =>
  z.union([
    z.strictObject({ url: z.string().max(70_000) }),
    z.strictObject({ tool: z.string().max(100), args: z.json(), on: z.string().max(70_000).optional() }),
  ]),
);

export const controlRequest = z.lazy(() =>
  z.discriminatedUnion('do', [
    z.strictObject({ id, do: z.literal('about') }),
    z.strictObject({ id, do: z.literal('sessions') }),
    z.strictObject({
      id,
      do: z.literal('pending'),
      watches: z.boolean().optional(),
      shows: z.boolean().optional(),
    }),
    z.strictObject({
      id,
      do: z.literal('seen'),
      question: z.string().min(1).max(100),
      channel: z.enum(['cli', 'console']),
    }),
    z.strictObject({ id, do: z.literal('answered') }),
    z.strictObject({
      id,
      do: z.literal('answer'),
      question: z.string().min(1).max(100),
      yes: z.boolean(),
      value: z.string().max(10_000).optional(),
      by: person,
      channel: z.enum(['cli', 'console']),
      code: z.string().max(200).optional(),
      grantSeconds: z.int().refine(isGrantTime).optional(),
    }),
    z.strictObject({ id, do: z.literal('grants') }),
    z.strictObject({ id, do: z.literal('revoke'), grant: z.string().min(1).max(100), by: person }),
    z.strictObject({ id, do: z.literal('stop'), ...match, by: person.optional(), once: z.boolean().optional() }),
    z.strictObject({ id, do: z.literal('pause'), ...match, by: person }),
    z.strictObject({ id, do: z.literal('resume'), ...match, by: person }),
    z.strictObject({ id, do: z.literal('stopped') }),
    z.strictObject({ id, do: z.literal('explain'), asked: explained }),
    z.strictObject({ id, do: z.literal('watch') }),
    ...liveRequests(),
  ]),
);
export type ControlRequest = z.infer<typeof controlRequest>;

const askedField = z.lazy(() =>
  z.object({
    name: z.string(),
    value: z.string(),
    more: z.number().optional(),
    isUnreadable: z.boolean().optional(),
  }),
);

const askedElement = z.lazy(() =>
  z.object({
    role: z.string(),
    name: z.string(),
    shown: z.string().optional(),
    frameOrigin: z.string(),
    href: z.string().optional(),
    around: z.object({ says: z.string().optional(), amount: z.string().optional() }).optional(),
    form: z
      .object({
        method: z.enum(['get', 'post', 'dialog']),
        action: z.string(),
        actionMore: z.number().optional(),
        encoding: z.string().optional(),
        target: z.string().optional(),
        submit: z.string().optional(),
        amount: z.string().optional(),
        fields: z.array(askedField).optional(),
        moreFields: z.number().optional(),
      })
      .optional(),
  }),
);

/** What was asked, whether or not it is answered. */
const askedQuestion = () => ({
  id: z.string(),
  kind: z.enum(['approve', 'acknowledge', 'confirm', 'choose', 'input']),
  scope: z.object({
    principal: z.string(),
    client: z.string().optional(),
    session: z.string(),
    tab: z.string().optional(),
  }),
  tool: z.string(),
  prompt: z.string(),
  origin: z.string().optional(),
  risk: z.enum(RISK_LEVELS).optional(),
  about: z
    .object({
      rule: z.string(),
      arguments: z.record(z.string(), z.json()),
      agentSays: z.string().optional(),
      url: z.string().optional(),
      goesTo: z.array(z.string()),
      elements: z.array(askedElement),
    })
    .optional(),
});

const answeredQuestion = z.lazy(() =>
  z.object({
    ...askedQuestion(),
    yes: z.boolean(),
    by: z.string(),
    at: z.number(),
    state: z.enum(['kept', 'running', 'done', 'failed', 'lapsed', 'over']),
    until: z.number().optional(),
    code: z.string().optional(),
  }),
);

const pendingQuestion = z.lazy(() =>
  z.object({
    ...askedQuestion(),
    choices: z.array(z.string()).optional(),
    secret: z.string().optional(),
    /** A PNG, in base64. */
    picture: z
      .base64()
      .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
      .optional(),
    mayGrant: z.boolean(),
    needsCode: z.boolean(),
    openForMs: z.number(),
    askedAt: z.number(),
    expiresAt: z.number(),
    isAwaited: z.boolean().optional(),
  }),
);

const grant = z.lazy(() =>
  z.object({
    id: z.string(),
    principal: z.string(),
    tool: z.string(),
    origins: z.array(z.string()),
    rule: z.string(),
    reason: z.string(),
    risk: z.enum(RISK_LEVELS),
    by: z.string(),
    givenAt: z.number(),
    expiresAt: z.number(),
    used: z.number(),
  }),
);

/** The fields of a reply that a client reads; a newer server may send more. */
export const controlResults = {
  about: z.lazy(() => z.record(z.string(), z.json())),
  sessions: z.lazy(() =>
    z.array(
      z.object({
        principal: z.string(),
        client: z.string().optional(),
        session: z.string(),
        startedAt: z.number(),
        lastCallAt: z.number(),
        actions: z.number(),
        maxActions: z.number().optional(),
        lastTool: z.string().optional(),
        driver: z.object({ by: z.string(), since: z.number() }).optional(),
        paused: z.object({ by: z.string(), since: z.number() }).optional(),
        isAbandoned: z.boolean().optional(),
        url: z.string(),
        tabs: z.number(),
        identities: z
          .array(
            z.object({
              name: z.string(),
              origins: z.array(z.string()),
              since: z.number(),
              lastUsedAt: z.number(),
            }),
          )
          .optional(),
      }),
    ),
  ),
  pending: z.array(pendingQuestion),
  seen: z.object({}),
  answered: z.array(answeredQuestion),
  answer: z.object({ grant: z.string().optional() }),
  grants: z.array(grant),
  revoke: z.object({}),
  stop: z.object({ stopped: z.number() }),
  pause: z.object({ paused: z.number() }),
  resume: z.object({ sessions: z.number(), callers: z.number() }),
  stopped: z.lazy(() => z.array(z.object({ principal: z.string().optional(), by: z.string(), since: z.number() }))),
  explain: z.lazy(() =>
    z.object({
      verdict: z.enum(['allow', 'ask', 'deny']),
      rule: z.string(),
      reason: z.string(),
      addresses: z.array(z.object({ address: z.string(), class: z.string() })),
      hint: z.string().optional(),
    }),
  ),
  watch: z.object({}),
  ...liveResults,
} as const;

export const controlMessage = z.lazy(() =>
  z.union([
    z.object({ id, ok: z.literal(true), result: z.unknown() }),
    z.object({ id: id.optional(), ok: z.literal(false), why: z.string() }),
    z.object({ push: z.literal('asked'), question: pendingQuestion }),
    z.object({ push: z.literal('settled'), question: z.string() }),
  ]),
);

export const MAX_REQUEST_BYTES = 128 * 1024;
export const MAX_REPLY_BYTES = 16 * 1024 * 1024;

export class LineTooLong extends Error {}

/** Cuts a stream into lines; throws LineTooLong before the memory is full. */
export function createLineCutter(maxBytes: number): (chunk: Buffer) => string[] {
  let kept: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      if (size + at - from > maxBytes) throw new LineTooLong();
      lines.push(Buffer.concat([...kept, chunk.subarray(from, at)]).toString('utf8'));
      kept = [];
      size = 0;
      from = at + 1;
    }
    kept.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > maxBytes) throw new LineTooLong();
    return lines;
  };
}

/** JSON that is nested too deep for its reader (a RangeError) is no message either. */
export function parseControl<T>(schema: z.ZodType<T>, line: string): z.ZodSafeParseResult<T> {
  try {
    return schema.safeParse(parseJson(line));
  } catch {
    return schema.safeParse(undefined);
  }
}
