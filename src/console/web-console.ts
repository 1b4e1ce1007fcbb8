export { askForLink, findConsole, offerLinks } from './console-links.js';
export { createConsole } from './web-app.js';
export type { WebConsole } from './web-app.js';
export { serveConsole } from './web-server.js';
export { serverOf } from './web-source.js';
export type { ShownTrick } from './pages/demo-page.js';
export type { ConsoleDeps, ConsoleServer } from './web-source.js';
