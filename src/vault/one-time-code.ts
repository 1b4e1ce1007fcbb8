import { Secret as Seed, TOTP, URI } from 'otpauth';

export interface CodeMaker {
  /** The seed as its owner wrote it down, without spaces: what must be masked. */
  readonly seed: string;
  readonly algorithm: 'SHA1' | 'SHA256' | 'SHA512';
  readonly digits: number;
  readonly period: number;
  /** The step changes when the code does. */
  at(now: number): { readonly code: string; readonly step: number };
}

/** From a base32 seed or an otpauth:// URI; undefined for anything else, and for counters, which two would share. */
export function createCodeMaker(text: string): CodeMaker | undefined {
  const made = text.trim().toLowerCase().startsWith('otpauth:') ? fromUri(text.trim()) : fromBase32(text);
  if (made === undefined) return undefined;
  const { algorithm, digits, period } = made;
  if (algorithm !== 'SHA1' && algorithm !== 'SHA256' && algorithm !== 'SHA512') return undefined;
  if (digits < 6 || digits > 10 || period < 5 || period > 300) return undefined;
  return {
    seed: made.secret.base32,
    algorithm,
    digits,
    period,
    at: (now) => ({ code: made.generate({ timestamp: now }), step: Math.floor(now / 1000 / period) }),
  };
}

function fromUri(text: string): TOTP | undefined {
  try {
    const parsed = URI.parse(text);
    return parsed instanceof TOTP && parsed.secret.bytes.length >= MIN_BYTES ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function fromBase32(text: string): TOTP | undefined {
  const seed = text.replace(/[\s-]/gu, '').toUpperCase().replace(/=+$/u, '');
  if (!/^[A-Z2-7]+$/u.test(seed)) return undefined;
  const secret = Seed.fromBase32(seed);
  return secret.bytes.length >= MIN_BYTES ? new TOTP({ secret }) : undefined;
}

const MIN_BYTES = 8;
