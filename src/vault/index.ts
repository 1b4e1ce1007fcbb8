export { createCredentials } from './credentials/credentials.js';
export { createVaultKeeper } from './keeper.js';
export type { KeptIdentity, VaultKeeper } from './keeper.js';
export { createSecretRegistry } from './session-secrets.js';
export { createStateStore } from './state-store.js';
export type { Backend } from './backends/backend.js';
export { createVault, createVaultOn } from './vault.js';
export type { VaultDeps } from './vault.js';
