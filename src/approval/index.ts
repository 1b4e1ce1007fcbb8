export { ApprovalCode, CODE_FILE } from './approval-code.js';
export { Broker } from './broker.js';
export type { BrokerDeps } from './broker-deps.js';
export type { AskHost } from './channels/host.js';
export { createApproval } from './create-approval.js';
export type { ApprovalModule, ApprovalDeps } from './create-approval.js';
