import { RISK_LEVELS } from '../../../core/index.js';
import type { RiskLevel } from '../../../core/index.js';

/** `because` is told to a person and kept on the record: the gateway's words, never the page's. */
export interface Risk {
  readonly level: RiskLevel;
  readonly because: string;
}

export function isAtLeast(level: RiskLevel, floor: RiskLevel): boolean {
  return RISK_LEVELS.indexOf(level) >= RISK_LEVELS.indexOf(floor);
}

/** Of equals the first stays: it was found by the plainer fact. */
export function maxRisk(first: Risk, ...others: readonly Risk[]): Risk {
  return others.reduce((worst, next) => (isAtLeast(worst.level, next.level) ? worst : next), first);
}

export function atMost(risk: Risk, ceiling: RiskLevel): Risk {
  return isAtLeast(ceiling, risk.level) ? risk : { ...risk, level: ceiling };
}
