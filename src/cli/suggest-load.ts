import { getDomain } from 'tldts';
import { isJsonObject } from '../core/index.js';
import type { Json, JsonObject } from '../core/index.js';

/** What the configured lists say of an origin, taken at their word, also while they are only observed. */
export type ListVerdict = 'listed' | 'missing' | 'closed';

export interface ListJudge {
  readonly load: (origin: string) => ListVerdict;
  readonly visit: (origin: string) => ListVerdict;
}

export interface SeenOrigin {
  readonly origin: string;
  /** Requests that were let through only because the lists are being learned, and those that were refused. */
  readonly observed: number;
  readonly refused: number;
  readonly sessions: number;
  readonly last: string;
}

export interface Suggestion {
  /** What pages load from, by registrable domain, the busiest first. */
  readonly sites: readonly { readonly site: string; readonly origins: readonly SeenOrigin[] }[];
  /** Where the agent itself went: a matter of `allow`, not of `load`. */
  readonly visits: readonly SeenOrigin[];
}

interface Entry {
  readonly kind: string;
  readonly time: string;
  readonly fields: JsonObject;
}

interface OriginUse {
  readonly origin: string;
  readonly count: number;
  readonly how: 'observed' | 'refused' | 'visit';
}

interface Gathered {
  observed: number;
  refused: number;
  isVisited: boolean;
  readonly sessions: Set<string>;
  last: string;
}

/** Pages chose most of what is in here: it is a list for a person to read, never one to put into force. */
export function suggestLoad(entries: Iterable<Entry>, judge: ListJudge): Suggestion {
  const gathered = new Map<string, Gathered>();
  for (const entry of entries) {
    const use = readOriginUse(entry);
    if (use === undefined) continue;
    const { origin, count, how } = use;
    const known = gathered.get(origin);
    const seen = known ?? { observed: 0, refused: 0, isVisited: false, sessions: new Set<string>(), last: '' };
    if (known === undefined) gathered.set(origin, seen);
    if (how === 'visit') seen.isVisited = true;
    else seen[how] += count;
    seen.sessions.add(JSON.stringify([entry.fields['principal'], entry.fields['session']]));
    if (entry.time > seen.last) seen.last = entry.time;
  }
  const visits: SeenOrigin[] = [];
  const loads: SeenOrigin[] = [];
  for (const [origin, { isVisited, sessions, ...counts }] of gathered) {
    const seen = { origin, ...counts, sessions: sessions.size };
    if (isVisited && judge.visit(origin) === 'missing') visits.push(seen);
    else if (!isVisited && judge.load(origin) === 'missing') loads.push(seen);
  }
  return { sites: groupBySite(loads), visits: visits.sort(busiestFirst) };
}

function readOriginUse({ kind, fields }: Entry): OriginUse | undefined {
  if (kind === 'call') {
    const origin = isObserved(fields['observed']) ? originOf(argumentOf(fields, 'url')) : undefined;
    return origin === undefined ? undefined : { origin, count: 1, how: 'visit' };
  }
  const { event, facts } = fields;
  if (kind !== 'event' || !isJsonObject(facts)) return undefined;
  const origin = originOf(facts['origin']);
  if (origin === undefined) return undefined;
  const count = typeof facts['count'] === 'number' ? facts['count'] : 1;
  if (event === 'network.would-refuse') {
    return { origin, count, how: facts['visit'] === true ? 'visit' : 'observed' };
  }
  return event === 'network.refused' && facts['rule'] === 'load' ? { origin, count, how: 'refused' } : undefined;
}

function isObserved(value: Json | undefined): boolean {
  return Array.isArray(value) && value.some((line) => typeof line === 'string' && line.startsWith('network.observe'));
}

function argumentOf({ arguments: given }: JsonObject, name: string): Json | undefined {
  return isJsonObject(given) ? given[name] : undefined;
}

function originOf(value: Json | undefined): string | undefined {
  if (typeof value !== 'string' || !URL.canParse(value)) return undefined;
  const { protocol, origin } = new URL(value);
  return protocol === 'http:' || protocol === 'https:' ? origin : undefined;
}

function groupBySite(loads: readonly SeenOrigin[]): Suggestion['sites'] {
  const sites = new Map<string, SeenOrigin[]>();
  for (const seen of loads.toSorted(busiestFirst)) {
    const { hostname } = new URL(seen.origin);
    // A user's site below a shared suffix (github.io) is a site of its own: all of github.io is never proposed.
    const site = getDomain(hostname, { allowPrivateDomains: true }) ?? hostname;
    sites.set(site, [...(sites.get(site) ?? []), seen]);
  }
  return [...sites].map(([site, origins]) => ({ site, origins }));
}

function busiestFirst(a: SeenOrigin, b: SeenOrigin): number {
  return b.observed + b.refused - a.observed - a.refused || (a.origin < b.origin ? -1 : 1);
}
