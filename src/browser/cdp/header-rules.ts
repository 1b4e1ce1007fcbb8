import type { Fields } from './message-fields.js';

export interface HeaderEntry {
  readonly name: string;
  readonly value: string;
}

/** A request as it is about to leave: one hop of it, and who asks for it. */
export interface PausedRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Fields;
  /** A document for the tab itself, and not for a frame or a page's use. */
  readonly isTop: boolean;
  /** The origin of the document that it is for; of a frame's document, the one around it. Undefined: not known. */
  readonly asker: string | undefined;
}

interface HeaderSet {
  readonly origins: ReadonlySet<string>;
  readonly entries: readonly HeaderEntry[];
}

/** The headers that a session's identities add to its requests, each to its own exact origins. */
export class HeaderRules {
  readonly #sets = new Map<string, HeaderSet>();

  put(identity: string, origins: readonly string[], entries: readonly HeaderEntry[]): void {
    if (entries.length > 0) this.#sets.set(identity, { origins: new Set(origins), entries });
  }

  remove(identity: string): void {
    this.#sets.delete(identity);
  }

  get isEmpty(): boolean {
    return this.#sets.size === 0;
  }

  /** May a request to this URL be due a header at all? */
  concerns(url: string): boolean {
    const origin = originOf(url);
    return [...this.#sets.values()].some(({ origins }) => origins.has(origin));
  }

  /** All headers of the request as they must be; undefined: they may go as they are. */
  apply(request: PausedRequest): readonly HeaderEntry[] | undefined {
    const sets = [...this.#sets.values()];
    const added = sets.filter((set) => isDue(set, request)).flatMap(({ entries }) => entries);
    const given = Object.entries(request.headers).flatMap(([name, value]) =>
      typeof value === 'string' ? [{ name, value }] : [],
    );
    // Headers that we added for an earlier hop must not follow a redirect to another origin.
    const ours = sets.flatMap(({ entries }) => entries);
    const kept = given.filter(
      (header) =>
        !added.some(({ name }) => isSame(name, header.name)) &&
        !ours.some(({ name, value }) => isSame(name, header.name) && value === header.value),
    );
    return added.length === 0 && kept.length === given.length ? undefined : [...kept, ...added];
  }
}

/**
 * A foreign page may lead to the site by a link, as it may with cookies that are `SameSite=Lax`; but what it fetches from
 * there, frames or posts to it is not done in anybody's name.
 */
function isDue({ origins }: HeaderSet, { url, method, headers, isTop, asker }: PausedRequest): boolean {
  if (!origins.has(originOf(url))) return false;
  if (isTop && /^(?:GET|HEAD)$/u.test(method)) return true;
  const said = headerOf(headers, 'origin') ?? headerOf(headers, 'referer');
  const from = said === undefined ? asker : originOf(said);
  return from !== undefined && origins.has(from) && (isTop || asker === undefined || origins.has(asker));
}

function headerOf(headers: Fields, wanted: string): string | undefined {
  const found = Object.entries(headers).find(([name]) => isSame(name, wanted))?.[1];
  return typeof found === 'string' ? found : undefined;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}

function originOf(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
