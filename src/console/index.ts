export { reachServers, sweepDead } from './control-client.js';
export type { QuestionWatch, ServerHandle } from './control-client.js';
export { openControlSocket } from './control-socket.js';
export type { ControlDeps } from './control-socket.js';
