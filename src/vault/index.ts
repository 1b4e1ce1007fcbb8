export { createSecretRegistry } from './session-secrets.js';
