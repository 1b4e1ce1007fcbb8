import type { JsonObject } from '../core/index.js';

const vault = (keys: JsonObject): JsonObject => ({ vault: keys });
const hashicorp = (keys: JsonObject): JsonObject =>
  vault({ backend: 'hashicorp', address: 'https://vault.example:8200', ...keys });
const byToken = { tokenFile: '/run/secrets/vault-token' };

/** For the handbook: what a key looks like in use, with the keys that it needs beside it. Others show themselves. */
export const KEY_EXAMPLES: Readonly<Record<string, JsonObject>> = {
  version: { version: 1 },
  capabilities: { capabilities: ['read', 'navigation', 'action', 'human', 'fetch'] },
  confirmRequired: { confirmRequired: ['navigate_off_allowlist', 'file_download', 'form_submit'] },
  'browser.provider': { capabilities: ['read', 'byob-attach'], browser: { provider: 'attach', unsafeAttach: true } },
  'browser.attachCdp': {
    capabilities: ['read', 'byob-attach'],
    browser: { provider: 'attach', unsafeAttach: true, attachCdp: 'http://127.0.0.1:9222' },
  },
  'browser.unsafeAttach': {
    capabilities: ['read', 'byob-attach'],
    browser: { provider: 'attach', unsafeAttach: true },
  },
  'browser.executablePath': { browser: { executablePath: '/opt/chromium/chrome' } },
  'browser.viewport.width': { browser: { viewport: { width: 390, height: 844 } } },
  'browser.viewport.height': { browser: { viewport: { width: 390, height: 844 } } },
  'browser.grantablePermissions': { browser: { grantablePermissions: ['geolocation'] } },
  'browser.ignoreHttpsErrors': { browser: { ignoreHttpsErrors: ['localhost:8443'] } },
  'network.allow': { network: { allow: ['example.com', '*.example.com', 'http://localhost:3000'] } },
  'network.load': { network: { allow: ['example.com'], load: ['cdn.example.net'] } },
  'network.block': { network: { block: ['ads.example.net'] } },
  'network.unsafeAllowPrivate': { network: { unsafeAllowPrivate: ['localhost:3000'] } },
  'network.resolver': { network: { resolver: ['127.0.0.1:5353'] } },
  'network.upstreamProxy': { network: { upstreamProxy: 'http://proxy.example:3128' } },
  rules: { rules: [{ when: { tool: 'browser_click', name: 'delete' }, then: 'ask' }] },
  'approval.timeoutSeconds': { approval: { timeoutSeconds: 120 } },
  'approval.maxSeconds': { approval: { maxSeconds: 900 } },
  'approval.channels': { approval: { channels: ['console', 'cli'] } },
  'approval.trustedDomains': { approval: { trustedDomains: ['docs.example.com'] } },
  'approval.sensitiveDomains': { approval: { sensitiveDomains: ['admin.*', 'example.com/billing'] } },
  'vault.backend': vault({ backend: 'env' }),
  'vault.path': vault({ path: 'secrets/team/' }),
  'vault.passphraseFile': vault({ passphraseFile: '/run/secrets/vault-passphrase' }),
  'vault.keyFile': vault({ keyFile: '/run/secrets/age.key' }),
  'vault.keyring': vault({ keyring: true }),
  'vault.file': vault({ backend: 'sops', file: '/etc/gatewright/identities.enc.yaml' }),
  'vault.address': hashicorp(byToken),
  'vault.mount': hashicorp({ ...byToken, mount: 'secret' }),
  'vault.namespace': hashicorp({ ...byToken, namespace: 'team/web' }),
  'vault.tokenFile': hashicorp(byToken),
  'vault.roleIdFile': hashicorp({ roleIdFile: '/run/secrets/role-id', secretIdFile: '/run/secrets/secret-id' }),
  'vault.secretIdFile': hashicorp({ roleIdFile: '/run/secrets/role-id', secretIdFile: '/run/secrets/secret-id' }),
  'vault.caFile': hashicorp({ ...byToken, caFile: '/etc/ssl/vault.pem' }),
  'vault.timeoutMs': hashicorp({ ...byToken, timeoutMs: 2000 }),
  'credentials.accounts': {
    credentials: { accounts: { shop: { origins: ['https://shop.example.com'], seedFile: '/run/secrets/shop-totp' } } },
  },
  'sessions.timeoutSeconds': { sessions: { timeoutSeconds: 7200 } },
  'sessions.maxActions': { sessions: { maxActions: 500 } },
  'sessions.maxConcurrent': { sessions: { maxConcurrent: 10 } },
  'sessions.idleSeconds': { sessions: { idleSeconds: 1800 } },
  'snapshot.maxTokens': { snapshot: { maxTokens: 3000 } },
  'audit.retentionDays': { audit: { retentionDays: 30 } },
  'audit.maxFileMb': { audit: { maxFileMb: 16 } },
  'audit.keyFile': { audit: { keyFile: '/etc/gatewright/audit.key' } },
  'audit.sinks': { audit: { sinks: ['file', 'stderr'] } },
  'audit.postgres.urlFile': { audit: { postgres: { urlFile: '/run/secrets/audit-database' } } },
  'audit.postgres.table': { audit: { postgres: { urlFile: '/run/secrets/audit-database', table: 'ops.browser' } } },
  'audit.thumbnailsMb': { audit: { thumbnails: true, thumbnailsMb: 512 } },
  'http.host': { http: { host: '0.0.0.0', unsafeTlsByProxy: true, publicHosts: ['browser.example.com'] } },
  'http.port': { http: { port: 7800 } },
  'http.publicHosts': { http: { publicHosts: ['browser.example.com'] } },
  teams: { teams: { 'web-team': { tools: ['browser_*'], browser: { allowed_domains: ['example.com'] } } } },
};

/** For the handbook: each variable that is read, in one sentence. */
export const VARIABLE_EXAMPLES: Readonly<Record<string, { readonly says: string; readonly example: string }>> = {
  GATEWRIGHT_CAPABILITIES: { says: 'As `capabilities`, by comma.', example: 'read,navigation,action,human,fetch' },
  GATEWRIGHT_CONFIRM_REQUIRED: { says: 'As `confirmRequired`, by comma.', example: 'file_download,form_submit' },
  GATEWRIGHT_ALLOWED_ORIGINS: {
    says: 'As `network.allow`, by comma; set and empty, no site may be opened.',
    example: 'example.com,*.example.com',
  },
  GATEWRIGHT_BLOCKED_ORIGINS: { says: 'As `network.block`, by comma.', example: 'ads.example.net' },
  GATEWRIGHT_ALLOW_PRIVATE: { says: 'As `network.unsafeAllowPrivate`, by comma.', example: 'localhost:3000' },
  GATEWRIGHT_ATTACH_CDP: {
    says: 'As `browser.provider: attach` with `browser.attachCdp`; the file has to allow it (see attach.md).',
    example: 'http://127.0.0.1:9222',
  },
  GATEWRIGHT_WORKSPACE: { says: 'The folder that everything is kept in.', example: '/srv/gatewright' },
  GATEWRIGHT_CREDENTIALS_PROVIDER: { says: 'As `credentials.provider`.', example: '1password' },
  GATEWRIGHT_HEADLESS: { says: 'As `browser.headless`: true or false.', example: 'false' },
  GATEWRIGHT_EXECUTABLE_PATH: { says: 'As `browser.executablePath`.', example: '/opt/chromium/chrome' },
  GATEWRIGHT_TOKEN: { says: 'For the entries of clients that read their token from it; not read here.', example: '…' },
};
