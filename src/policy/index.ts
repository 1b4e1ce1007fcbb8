export { OPEN_LOOPBACK, decideOrAsk, loopbackUrl } from './ask-loopback.js';
export { decide, observed } from './decide.js';
export { judgeEgress, judgeVisit } from './judge-egress.js';
export { compilePolicy } from './policy.js';
export { privateHint } from './judge-address.js';
export type { Policy } from './policy.js';
export { riskOf, riskOfQuestion } from './rules/risk/risk-of.js';
export type { Risk } from './rules/risk/risk.js';
export type { PolicyOptions } from './options.js';
