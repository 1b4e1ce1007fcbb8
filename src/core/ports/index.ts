import type { Page } from './page.js';
import type { People } from './people.js';
import type { SecretRegistry } from './secrets.js';

export type { Page } from './page.js';

/** What `run` may be given. A tool names the ports it needs and gets exactly those. */
export interface PortTable {
  page: Page;
  people: People;
  secrets: SecretRegistry;
}
export type PortName = keyof PortTable;
export type Ports = Partial<PortTable>;
