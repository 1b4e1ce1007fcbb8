/**
 * `serveStdio` is in stdio.js and `serveHttp` in http.js. They are not passed on here, so that a start over stdio
 * does not load an HTTP stack.
 */
export type { StdioDeps } from './stdio.js';
export type { HttpDeps, HttpServer } from './http.js';
export type { Authenticate } from './mcp-endpoint.js';
export { DEFAULT_HTTP_LIMITS, MAX_MESSAGE_BYTES, type HttpLimits } from './limits.js';
export { isLoopback, refuseUnsafeBind } from './own-hosts.js';
