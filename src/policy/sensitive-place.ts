import { Failure } from '../core/index.js';
import { matchesOrigin, parseOriginPattern } from './origin-pattern.js';
import type { OriginParts, OriginPattern } from './origin-pattern.js';

/** A line of `approval.sensitiveDomains`: a host and all below it, `admin.*`, a path, or a host with a path. */
export interface SensitivePlace {
  readonly origin?: OriginPattern;
  /** `admin.*`: hosts that begin with this label. */
  readonly firstLabel?: string;
  /** Begins with a slash; it and everything below it. */
  readonly path?: string;
}

export interface VisitedPlace extends OriginParts {
  readonly url: string;
}

const EXPECTED = 'expected a host (bank.example), admin.*, a path (/admin) or both (example.com/admin)';

export function parseSensitivePlace(text: string, key: string): SensitivePlace {
  const [, where = '', path] = /^((?:https?:\/\/)?[^/?#\s]*)(\/[^?#\s]*)?$/iu.exec(text) ?? [];
  if (where === '' && path === undefined) throw new Failure('config.invalid', `${key}: ${EXPECTED}`);
  const below = path === undefined ? {} : { path: foldPath(path).replace(/\/+$/u, '') };
  if (where === '') return below;
  const label = /^([a-z0-9-]+)\.\*$/iu.exec(where)?.[1];
  if (label !== undefined) return { ...below, firstLabel: label.toLowerCase() };
  const parsed = parseOriginPattern(where);
  if ('error' in parsed) throw new Failure('config.invalid', `${key}: ${EXPECTED}`);
  return { ...below, origin: parsed.pattern };
}

/** A sensitive domain includes its subdomains: a subdomain of a bank is the bank. */
export function isSensitivePlace(places: readonly SensitivePlace[], at: VisitedPlace): boolean {
  return places.some(({ origin, firstLabel, path }) => {
    if (origin !== undefined && !matchesOrigin(origin, at) && !matchesOrigin({ ...origin, subdomains: true }, at)) {
      return false;
    }
    if (firstLabel !== undefined && !at.host.startsWith(`${firstLabel}.`)) return false;
    if (path === undefined) return true;
    const here = foldPath(URL.canParse(at.url) ? new URL(at.url).pathname : at.url);
    return here === path || here.startsWith(`${path}/`);
  });
}

/** `/%61dmin` and `/Admin//` are `/admin` for most servers. */
function foldPath(path: string): string {
  let plain = path;
  try {
    plain = decodeURIComponent(path);
  } catch {
    // A path that cannot be decoded is compared as it is.
  }
  return plain.toLowerCase().replace(/\/{2,}/gu, '/');
}
