import { z } from 'zod';
import { isExactOrigin } from './exact-origin.js';

const MAX_ITEMS = 500;
const line = z.string().regex(/^[^\u0000-\u001F\u007F]*$/u, { error: 'has a control character in it' });
const token = z.string().regex(/^[\w!#$%&'*+.^`|~-]+$/u, { error: 'has a character that no such name has' });

const cookie = z.strictObject({
  name: token,
  value: z.string().regex(/^[^\u0000-\u001F\u007F;]*$/u, { error: 'has a character that no cookie has' }),
  domain: line.optional(),
  path: z
    .string()
    .regex(/^\/[^\u0000-\u001F\u007F;]*$/u, { error: 'must begin with /' })
    .default('/'),
  /** Exports write -1 for a cookie of the session. */
  expires: z.number().optional(),
  httpOnly: z.boolean().default(false),
  secure: z.boolean().optional(),
  sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
});

const selector = line.min(1).max(1000);

const recipe = z.strictObject({
  url: z.string(),
  username: selector.optional(),
  password: selector.optional(),
  code: selector.optional(),
  submit: selector.optional(),
  signedIn: selector.optional(),
});

const items = z
  .record(z.string(), z.string())
  .refine((all) => Object.keys(all).length <= MAX_ITEMS, { error: 'has too many entries' })
  .default({});

/** Headers that frame a request, or say where it comes from, are the browser's; a cookie has a place of its own. */
const NOT_OURS =
  /^(?:host|cookie2?|content-length|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|origin|referer|date|via|(?:proxy|sec|access-control)-.*)$/iu;

/** What a vault holds for one site. */
export const identityRecord = z.strictObject({
  domain: z.string().min(1),
  name: line.min(1).max(100).optional(),
  origins: z
    .array(z.string().refine(isExactOrigin, { error: 'must be an exact origin, such as https://example.com' }))
    .min(1, { error: 'must name at least one origin' })
    .max(50)
    .optional(),
  username: line.min(1).max(200).optional(),
  password: z.string().min(1).optional(),
  totp: z.string().min(1).max(2000).optional(),
  signIn: recipe.optional(),
  cookies: z.array(cookie).max(MAX_ITEMS).default([]),
  localStorage: items,
  sessionStorage: items,
  headers: z
    .record(
      token.refine((name) => !NOT_OURS.test(name), { error: 'is not for an identity to set' }),
      line,
    )
    .default({}),
});

export type IdentityRecord = z.output<typeof identityRecord>;

const KNOWN = new Set(
  ['domain', 'name', 'origins', 'username', 'password', 'totp', 'signIn', 'cookies'].concat(
    ['localStorage', 'sessionStorage', 'headers', 'value', 'path', 'expires', 'httpOnly', 'secure', 'sameSite'],
    ['url', 'code', 'submit', 'signedIn'],
  ),
);

/** Where a record is wrong, in our own words: a key that we do not know may be a value in the wrong place. */
export function whereWrong(issues: readonly z.core.$ZodIssue[]): string {
  const [first] = issues;
  if (first === undefined) return 'it cannot be read';
  const place = first.path
    .map((part) =>
      typeof part === 'number' ? `[${String(part)}]` : KNOWN.has(String(part)) ? `.${String(part)}` : '.…',
    )
    .join('')
    .replace(/^\./u, '');
  const what =
    first.code === 'unrecognized_keys'
      ? 'has a key that is not known'
      : first.code === 'invalid_type'
        ? `must be ${first.expected}`
        : first.code === 'custom' || first.code === 'invalid_format'
          ? first.message
          : 'is not valid';
  return place === '' ? `the record ${what}` : `${place}: ${what}`;
}
