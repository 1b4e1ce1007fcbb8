export { reachServers, sweepDead } from '../control/control-client.js';
export type { QuestionWatch, ServerHandle } from '../control/control-client.js';
export { openControlSocket } from '../control/control-socket.js';
export type { ControlDeps } from '../control/control-socket.js';
