import type { ErrorCode } from './errors.js';

export const RISK_LEVELS = ['low', 'medium', 'high', 'critical'] as const;
/** How much harm a call can do if it is not what the person wants. */
export type RiskLevel = (typeof RISK_LEVELS)[number];

/** `rule` names what decided, from a closed list of rules; `reason` tells a person why. Neither holds page text. */
export type Verdict =
  | { readonly kind: 'allow'; readonly rule: string; readonly reason: string; readonly risk?: RiskLevel }
  | { readonly kind: 'ask'; readonly rule: string; readonly reason: string; readonly risk?: RiskLevel }
  | {
      readonly kind: 'deny';
      readonly rule: string;
      readonly reason: string;
      readonly code: ErrorCode;
      readonly hint?: string;
      readonly risk?: RiskLevel;
    };
