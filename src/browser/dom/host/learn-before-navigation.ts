import { isHeld } from './wire-check.js';
import type { WireHeld } from './wire.js';

export type LearnHeld = (held: WireHeld) => void;

/** What the secret fields of a document held when it was left. */
export function learnPayload(payload: string, learn: LearnHeld): void {
  try {
    const held: unknown = JSON.parse(payload);
    if (isHeld(held)) learn(held);
  } catch {
    // Only our own program can call the binding; what is no JSON comes from a renderer that was taken over.
  }
}
