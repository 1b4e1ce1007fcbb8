import { z } from 'zod';
import type { Json, JsonObject } from '../core/index.js';

export const PROTOCOL = 1;

/** What a plugin may say. Anything else ends it. */
export type PluginMessage =
  | { readonly kind: 'ready'; readonly namespace: string }
  | {
      readonly kind: 'ask';
      readonly call: string;
      readonly ask: number;
      readonly port: string;
      readonly args: JsonObject;
    }
  | { readonly kind: 'result'; readonly call: string; readonly result: Json }
  | { readonly kind: 'error'; readonly call: string; readonly error: string };

const json: z.ZodType<Json> = z.json();
const fields = z.record(z.string(), json);

const message = z.union([
  z
    .strictObject({ ready: z.literal(PROTOCOL), namespace: z.string().max(100) })
    .transform(({ namespace }) => ({ kind: 'ready' as const, namespace })),
  z
    .strictObject({ call: z.string(), ask: z.int().min(1), port: z.string().max(100), args: fields.default({}) })
    .transform((said) => ({ kind: 'ask' as const, ...said })),
  z.strictObject({ call: z.string(), result: json }).transform((said) => ({ kind: 'result' as const, ...said })),
  z.strictObject({ call: z.string(), error: z.string() }).transform((said) => ({ kind: 'error' as const, ...said })),
]);

/** Undefined: it is no message of the protocol. */
export function readMessage(line: string): PluginMessage | undefined {
  try {
    const read = message.safeParse(JSON.parse(line));
    return read.success ? read.data : undefined;
  } catch {
    // JSON.parse, or a depth that nobody can walk.
    return undefined;
  }
}
