import type { CallCaptcha } from './captcha.js';
import type { CallCredentials } from './credentials.js';
import type { CallDiagnostics } from './diagnostics.js';
import type { CallFetch } from './fetch.js';
import type { Page } from './page-port.js';
import type { CallPeople } from './people.js';
import type { CallPlugins } from './plugins.js';
import type { CallSecrets } from './secrets.js';

export type { Page } from './page-port.js';

/** What `run` may be given. A tool names the ports it needs and gets exactly those. */
export interface PortTable {
  page: Page;
  people: CallPeople;
  fetch: CallFetch;
  secrets: CallSecrets;
  credentials: CallCredentials;
  diagnostics: CallDiagnostics;
  captcha: CallCaptcha;
  plugins: CallPlugins;
}
export type PortName = keyof PortTable;
export type Ports = Partial<PortTable>;
