import { randomBytes } from 'node:crypto';
import { RISK_LEVELS, isGrantTime } from '../core/index.js';
import type { AnswerResult, Grant, GrantKind, JsonObject, Record, RiskLevel, Scope } from '../core/index.js';

const MAX_GRANTS = 200;

export interface GrantsDeps {
  readonly note: Record['note'];
  /** Milliseconds since the epoch. */
  readonly clock: () => number;
}

interface Kept {
  readonly grant: Grant;
  readonly timer: NodeJS.Timeout;
  used: number;
}

/** The grants that persons have given. In memory only: they end with the process. */
export class Grants {
  readonly #deps: GrantsDeps;
  readonly #kept = new Map<string, Kept>();

  constructor(deps: GrantsDeps) {
    this.#deps = deps;
  }

  /** Undefined: not for so long or so short, not for what is critical, or too many. Throws when it cannot be recorded. */
  give(kind: GrantKind, by: string, seconds: number, scope: Scope): Grant | undefined {
    if (kind.risk === 'critical' || !isGrantTime(seconds) || this.#kept.size >= MAX_GRANTS) return undefined;
    const id = randomBytes(4).toString('hex');
    const givenAt = this.#deps.clock();
    const grant: Grant = { ...kind, id, by, givenAt, expiresAt: givenAt + seconds * 1000, used: 0 };
    this.#note('grant.given', grant, { by, seconds }, scope);
    const timer = setTimeout(() => {
      this.#expire(id);
    }, seconds * 1000).unref();
    this.#kept.set(id, { grant, timer, used: 0 });
    return grant;
  }

  /** Throws when the use cannot be put on the record; then the grant covers nothing. */
  use(kind: GrantKind, scope: Scope): Grant | undefined {
    const kept = [...this.#kept.values()].find(({ grant }) => this.#holds(grant) && covers(grant, kind));
    if (kept === undefined) return undefined;
    this.#note('grant.used', kept.grant, { tool: kind.tool }, scope);
    kept.used += 1;
    return { ...kept.grant, used: kept.used };
  }

  list(): readonly Grant[] {
    return [...this.#kept.values()]
      .filter(({ grant }) => this.#holds(grant))
      .map(({ grant, used }) => ({ ...grant, used }));
  }

  /** Of one whose giving could not be recorded: it is gone, and the person is told that nothing is approved. */
  tryRevoke(grant: string): void {
    try {
      this.revoke(grant, 'gatewright');
    } catch {
      // Nothing can be recorded now; the person is told so.
    }
  }

  revoke(id: string, by: string): AnswerResult {
    const kept = this.#kept.get(id);
    if (kept === undefined || !this.#holds(kept.grant)) return { ok: false, why: 'There is no such grant any more.' };
    // The grant is removed first: a record that cannot be written must not keep it valid.
    this.#drop(id);
    this.#note('grant.revoked', kept.grant, { by, used: kept.used });
    return { ok: true };
  }

  close(): void {
    for (const id of [...this.#kept.keys()]) this.#drop(id);
  }

  /** Timers stand still while a computer sleeps; the time of day does not. */
  #holds(grant: Grant): boolean {
    return this.#deps.clock() < grant.expiresAt;
  }

  #expire(id: string): void {
    const kept = this.#drop(id);
    if (kept === undefined) return;
    try {
      this.#note('grant.expired', kept.grant, { used: kept.used });
    } catch {
      // The record is broken, and the next call finds that out; the grant is removed in any case.
    }
  }

  #drop(id: string): Kept | undefined {
    const kept = this.#kept.get(id);
    clearTimeout(kept?.timer);
    this.#kept.delete(id);
    return kept;
  }

  #note(event: string, { id, principal, tool, origins, rule, risk }: Grant, more: JsonObject, scope?: Scope): void {
    const facts: JsonObject = { grant: id, principal, tool, origins: [...origins], rule, risk, ...more };
    this.#deps.note({ event, facts, ...(scope === undefined ? {} : { scope }) });
  }
}

/** Nothing graver than what the person saw, and nothing as grave for another reason. */
function covers(grant: GrantKind, asked: GrantKind): boolean {
  const { principal, tool, rule } = grant;
  if (asked.principal !== principal || asked.tool !== tool || asked.rule !== rule) return false;
  if (asked.origins.length === 0 || !asked.origins.every((origin) => grant.origins.includes(origin))) return false;
  const graver = rank(asked.risk) - rank(grant.risk);
  return asked.risk !== 'critical' && (graver < 0 || (graver === 0 && asked.reason === grant.reason));
}

function rank(risk: RiskLevel): number {
  return RISK_LEVELS.indexOf(risk);
}
