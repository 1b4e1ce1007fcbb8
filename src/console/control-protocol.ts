import { z } from 'zod';

/** One JSON object a line, both ways. Each request has a number, and its reply has the same. */
const id = z.int().min(0);
const name = z.string().min(1).max(200);

export const controlRequest = z.discriminatedUnion('do', [
  z.strictObject({ id, do: z.literal('about') }),
  z.strictObject({ id, do: z.literal('sessions') }),
  z.strictObject({ id, do: z.literal('pending') }),
  z.strictObject({
    id,
    do: z.literal('answer'),
    question: z.string().min(1).max(100),
    yes: z.boolean(),
    value: z.string().max(10_000).optional(),
    by: z.string().regex(/^[\p{L}\p{N} .:@_-]{1,80}$/u),
  }),
  z.strictObject({ id, do: z.literal('stop'), principal: name.optional(), session: name.optional() }),
  z.strictObject({ id, do: z.literal('watch') }),
]);
export type ControlRequest = z.infer<typeof controlRequest>;

const pendingQuestion = z.object({
  id: z.string(),
  kind: z.enum(['approve', 'acknowledge', 'confirm', 'choose', 'input']),
  scope: z.object({ principal: z.string(), session: z.string(), tab: z.string().optional() }),
  tool: z.string(),
  prompt: z.string(),
  choices: z.array(z.string()).optional(),
  secret: z.string().optional(),
  origin: z.string().optional(),
  about: z.record(z.string(), z.json()).optional(),
  openForMs: z.number(),
  askedAt: z.number(),
  expiresAt: z.number(),
});

/** What a client believes of a reply; a newer server may say more. */
export const controlResults = {
  about: z.record(z.string(), z.json()),
  sessions: z.array(
    z.object({
      principal: z.string(),
      session: z.string(),
      startedAt: z.number(),
      lastCallAt: z.number(),
      actions: z.number(),
      url: z.string(),
      tabs: z.number(),
    }),
  ),
  pending: z.array(pendingQuestion),
  answer: z.object({}),
  stop: z.object({ stopped: z.number() }),
  watch: z.object({}),
} as const;

export const controlMessage = z.union([
  z.object({ id, ok: z.literal(true), result: z.unknown() }),
  z.object({ id: id.optional(), ok: z.literal(false), why: z.string() }),
  z.object({ push: z.literal('asked'), question: pendingQuestion }),
  z.object({ push: z.literal('settled'), question: z.string() }),
]);

export const MOST_REQUEST_BYTES = 128 * 1024;
export const MOST_REPLY_BYTES = 16 * 1024 * 1024;

export class LineTooLong extends Error {}

/** Cuts a stream into lines; throws LineTooLong before the memory is full. */
export function createLineCutter(mostBytes: number): (chunk: Buffer) => string[] {
  let kept: Buffer[] = [];
  let size = 0;
  return (chunk) => {
    const lines: string[] = [];
    let from = 0;
    for (let at = chunk.indexOf(10); at >= 0; at = chunk.indexOf(10, from)) {
      if (size + at - from > mostBytes) throw new LineTooLong();
      lines.push(Buffer.concat([...kept, chunk.subarray(from, at)]).toString('utf8'));
      kept = [];
      size = 0;
      from = at + 1;
    }
    kept.push(chunk.subarray(from));
    size += chunk.length - from;
    if (size > mostBytes) throw new LineTooLong();
    return lines;
  };
}

export function parseJson(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
