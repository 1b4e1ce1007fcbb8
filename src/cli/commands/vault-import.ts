import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { Failure } from '../../core/index.js';

/** What Playwright's `storageState()` writes; keys that it may gain later are left aside. */
const storageState = z.object({
  cookies: z.array(
    z.object({
      name: z.string(),
      value: z.string(),
      domain: z.string(),
      path: z.string().default('/'),
      expires: z.number().optional(),
      httpOnly: z.boolean().optional(),
      secure: z.boolean().optional(),
      sameSite: z.enum(['Strict', 'Lax', 'None']).optional(),
    }),
  ),
  origins: z
    .array(
      z.object({
        origin: z.string(),
        localStorage: z.array(z.object({ name: z.string(), value: z.string() })).default([]),
      }),
    )
    .default([]),
});

type StorageState = z.output<typeof storageState>;

export function readStorageState(file: string): StorageState {
  let json: unknown;
  try {
    json = JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const isThere = !(error instanceof Error && 'code' in error && error.code === 'ENOENT');
    // Without the parser's words: they repeat what they could not read.
    throw new Failure('config.invalid', `${file}: ${isThere ? 'it cannot be read as JSON' : 'there is no such file'}`);
  }
  const parsed = storageState.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new Failure('config.invalid', `${file}: it is not a Playwright storage state ({ cookies, origins })`);
}

/** The one site that a storage state is for; a file of several needs to be told which. */
export function originIn({ cookies, origins }: StorageState): string {
  const hosts = cookies.map(({ domain }) => `https://${domain.replace(/^\./u, '')}`);
  const found = [...new Set(origins.length > 0 ? origins.map(({ origin }) => origin) : hosts)];
  const [only] = found;
  if (only !== undefined && found.length === 1) return only;
  const which =
    found.length === 0 ? 'it holds nothing' : `it is for ${found.slice(0, 5).join(', ')}: say which with --origin`;
  throw new Failure('config.invalid', `the storage state: ${which}`);
}

/** What of a storage state belongs to one origin, as a record of the vault has it. */
export function recordFrom({ cookies, origins }: StorageState, origin: string) {
  const { hostname } = new URL(origin);
  const isOwn = (domain: string): boolean => {
    const bare = domain.replace(/^\./u, '');
    return hostname === bare || hostname.endsWith(`.${bare}`);
  };
  const own = origins.find((entry) => entry.origin === origin);
  return {
    origins: [origin],
    cookies: cookies.filter(({ domain }) => isOwn(domain)),
    localStorage: Object.fromEntries((own?.localStorage ?? []).map(({ name, value }) => [name, value])),
  };
}
