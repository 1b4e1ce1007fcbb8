import type { People, QuestionDesk } from '../core/index.js';
import { Broker } from './broker.js';
import type { BrokerDeps } from './broker.js';

export type { BrokerDeps } from './broker.js';

export function createBroker(deps: BrokerDeps): People & QuestionDesk & { close(): void } {
  return new Broker(deps);
}
