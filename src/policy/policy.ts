import { Failure } from '../core/index.js';
import type { RiskLevel, Team } from '../core/index.js';
import type { Confirmation, PolicyOptions, RuleOptions, TextCondition } from './options.js';
import { parseOriginPattern } from './origin-pattern.js';
import type { OriginPattern } from './origin-pattern.js';
import { compilePattern } from './pattern/compile-pattern.js';
import type { CompiledPattern } from './pattern/compile-pattern.js';
import { hasWords } from './rules/has-words.js';
import { parseSensitivePlace } from './sensitive-place.js';
import type { SensitivePlace } from './sensitive-place.js';

/** The operator's rules, compiled once at start. */
export interface Policy {
  /** Absent: every public origin. */
  readonly allow?: readonly OriginPattern[];
  readonly load: readonly OriginPattern[];
  readonly block: readonly OriginPattern[];
  readonly observe: boolean;
  /** A person is asked when the agent first goes to a port of this machine. */
  readonly askLoopback: boolean;
  readonly confirm: ReadonlySet<Confirmation>;
  readonly rules: readonly OperatorRule[];
  /** From this risk on a person is asked. */
  readonly askFrom: RiskLevel | 'never';
  readonly trusted: readonly OriginPattern[];
  readonly sensitive: readonly SensitivePlace[];
  /** Mail, banks, admin panels and settings count as sensitive without being listed, */
  readonly knowsPlaces: boolean;
  /** these excepted: `!mail.corp.example` among the sensitive domains. */
  readonly exempt: readonly SensitivePlace[];
}

export interface OperatorRule {
  /** Where it stands in the configuration: `rules[2]`. */
  readonly path: string;
  readonly when: Pick<RuleOptions['when'], 'tool' | 'risk'> & {
    readonly origin?: OriginPattern;
    readonly role?: CompiledPattern;
    readonly name?: CompiledPattern;
    readonly url?: CompiledPattern;
    readonly text?: CompiledPattern;
  };
  readonly then: RuleOptions['then'];
  readonly enforced: boolean;
}

/** A pattern that cannot be read stops the start: a line that silently matches nothing would open or close too much. */
export function compilePolicy(options: PolicyOptions): Policy {
  const { allow, load, block, observe, askLoopback = false } = options.network;
  const { from = 'high', trustedDomains = [], sensitiveDomains = [], builtinSensitive = true } = options.approval ?? {};
  const places = sensitiveDomains.map((text, index) => ({
    isExempt: text.startsWith('!'),
    place: parseSensitivePlace(text.replace(/^!/u, ''), `approval.sensitiveDomains[${index}]`),
  }));
  return {
    ...(allow !== undefined && { allow: compilePatterns(allow, 'network.allow') }),
    load: compilePatterns(load ?? [], 'network.load'),
    block: compilePatterns(block, 'network.block'),
    observe,
    askLoopback,
    confirm: new Set(options.confirmRequired),
    rules: options.rules.map(compileRule),
    askFrom: from,
    trusted: compilePatterns(trustedDomains, 'approval.trustedDomains'),
    sensitive: places.flatMap(({ isExempt, place }) => (isExempt ? [] : [place])),
    knowsPlaces: builtinSensitive,
    exempt: places.flatMap(({ isExempt, place }) => (isExempt ? [place] : [])),
  };
}

export interface TeamDomains {
  /** An origin has to be in each of these lists. */
  readonly allow: readonly (readonly OriginPattern[])[];
  readonly block: readonly OriginPattern[];
}

const NO_DOMAINS: TeamDomains = { allow: [], block: [] };
const teamDomains = new WeakMap<Team, TeamDomains>();

/** The origins that a team's own lists leave. */
export function domainsOf(team: Team | undefined): TeamDomains {
  if (team === undefined) return NO_DOMAINS;
  const known = teamDomains.get(team);
  if (known !== undefined) return known;
  const path = `teams.${team.name}.browser`;
  const compiled = {
    allow: (team.allowedDomains ?? []).map((list) => compilePatterns(list, `${path}.allowed_domains`)),
    block: compilePatterns(team.blockedDomains ?? [], `${path}.blocked_domains`),
  };
  teamDomains.set(team, compiled);
  return compiled;
}

function compileRule(rule: RuleOptions, index: number): OperatorRule {
  const path = `rules[${index}]`;
  const { origin, tool, risk, role, name, url, text } = rule.when;
  const isRole = (wanted: string) => (found: string) => found.toLowerCase() === wanted.toLowerCase();
  const inWords = (wanted: string) => (found: string) => hasWords(found, wanted);
  return {
    path,
    when: {
      ...(tool !== undefined && { tool }),
      ...(risk !== undefined && { risk }),
      ...(role !== undefined && { role: compileCondition(role, isRole) }),
      ...(name !== undefined && { name: compileCondition(name, inWords) }),
      ...(url !== undefined && { url: compilePattern(url.matches) }),
      ...(text !== undefined && { text: compileCondition(text, inWords) }),
      ...(origin !== undefined && { origin: compileOrigin(origin, `${path}.when.origin`) }),
    },
    then: rule.then,
    enforced: rule.mode === 'enforce',
  };
}

function compileCondition(condition: TextCondition, plain: (wanted: string) => CompiledPattern): CompiledPattern {
  return typeof condition === 'string' ? plain(condition) : compilePattern(condition.matches);
}

function compilePatterns(texts: readonly string[], path: string): readonly OriginPattern[] {
  return texts.map((text, index) => compileOrigin(text, `${path}[${index}]`));
}

function compileOrigin(text: string, path: string): OriginPattern {
  const parsed = parseOriginPattern(text);
  if ('error' in parsed) throw new Failure('config.invalid', `${path}: ${parsed.error}`);
  return parsed.pattern;
}
