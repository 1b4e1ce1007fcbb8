import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';

/**
 * Replaces every secret by its name, in the forms in which programs write a value: as it is, percent- or
 * form-encoded, in HTML entities, in JSON and script escapes however often repeated, in hex and in base64.
 */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  if (secrets.length === 0) return (text) => text;
  const values = secrets.map((secret) => ({ name: secret.name, value: openSecret(secret).value }));
  // The longest first, so that none is cut up by a shorter one inside it.
  values.sort((a, b) => b.value.length - a.value.length);
  const pattern = new RegExp(values.map(({ value }) => `(${patternOf(value)})`).join('|'), 'giu');
  return (text) =>
    text.replace(pattern, (_, ...groups: unknown[]) => {
      const index = values.findIndex((__, i) => groups[i] !== undefined);
      return `<${values[index]?.name ?? 'SECRET'}>`;
    });
}

function patternOf(value: string): string {
  const bytes = Buffer.from(value, 'utf8');
  const spelled = Array.from(value, characterPattern).join('');
  return [spelled, bytes.toString('hex'), ...base64Forms(bytes).map(escapeRegExp)].join('|');
}

/**
 * One character in every spelling: encoders differ in what they leave alone, so spellings mix within a value.
 * Repetitions are bounded, or a page of backslashes would stop the server.
 */
function characterPattern(character: string): string {
  const point = character.codePointAt(0) ?? 0;
  const percent = [...Buffer.from(character.toWellFormed(), 'utf8')]
    .map((byte) => `%(?:25){0,3}${hex(byte, 2)}`)
    .join('');
  const units = Array.from({ length: character.length }, (_, i) => `\\\\{1,8}u${hex(character.charCodeAt(i), 4)}`).join(
    '',
  );
  const entity = `&(?:amp;){0,3}(?:#0{0,6}${point}|#x0{0,6}${point.toString(16)}${namedEntity(character)});`;
  const spellings = [`\\\\{0,8}${escapeRegExp(character)}`, percent, units, entity];
  if (point < 0x100) spellings.push(`\\\\{1,8}x${hex(point, 2)}`);
  if (character === ' ') spellings.push('\\+', '\\s{1,8}');
  return `(?:${spellings.join('|')})`;
}

function namedEntity(character: string): string {
  const name = { '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": 'apos' }[character];
  return name === undefined ? '' : `|${name}`;
}

function hex(value: number, digits: number): string {
  return value.toString(16).padStart(digits, '0');
}

/** Base64 of a value inside a longer text looks different at each of three offsets; the sure middle part is enough. */
function base64Forms(bytes: Buffer): string[] {
  return [0, 1, 2].flatMap((offset) => {
    const text = Buffer.concat([Buffer.alloc(offset), bytes])
      .toString('base64')
      .replace(/=+$/u, '');
    const start = offset === 0 ? 0 : offset + 1;
    const sureBits = (offset + bytes.length) * 8;
    const middle = text.slice(start, Math.floor(sureBits / 6));
    return middle.length < 8 ? [] : [middle, middle.replaceAll('+', '-').replaceAll('/', '_')];
  });
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}
