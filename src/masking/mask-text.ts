import type { Secret } from '../core/index.js';
import { openSecret } from '../core/seals/secret-open.js';

/** Replaces every secret by its name, in the forms in which programs usually write a value. */
export function createMask(secrets: readonly Secret[]): (text: string) => string {
  const forms = secrets.flatMap((secret) =>
    formsOf(openSecret(secret).value).map((form) => ({ form, name: secret.name })),
  );
  if (forms.length === 0) return (text) => text;
  // The longest first, so that no form is cut up by a shorter one inside it.
  forms.sort((a, b) => b.form.length - a.form.length);
  const pattern = new RegExp(forms.map(({ form }) => escapeRegExp(form)).join('|'), 'giu');
  const names = new Map(forms.map(({ form, name }) => [form.toLowerCase(), name]));
  return (text) => text.replace(pattern, (found) => `<${names.get(found.toLowerCase()) ?? 'SECRET'}>`);
}

/** The same over keys and values of JSON that is about to be recorded. */
export function formsOf(value: string): string[] {
  const bytes = Buffer.from(value, 'utf8');
  const forms = [
    value,
    encodeURIComponent(value.toWellFormed()),
    new URLSearchParams({ v: value }).toString().slice(2),
    JSON.stringify(value).slice(1, -1),
    escapeHtml(value),
    bytes.toString('hex'),
    ...base64Forms(bytes),
  ];
  return [...new Set(forms)].filter((form) => form.length >= 4);
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

function escapeHtml(value: string): string {
  return value.replace(
    /[&<>"']/gu,
    (c) => `&${{ '&': 'amp', '<': 'lt', '>': 'gt', '"': 'quot', "'": '#39' }[c] ?? ''};`,
  );
}

function escapeRegExp(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/-]/gu, '\\$&');
}
