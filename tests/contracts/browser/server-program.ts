import { openNetwork } from '../network/open-network.js';
import { openRoom } from './browser-setup.js';

/** A server that has a page open, says where its browser lives, and waits to be killed. */
const [, , url = '', jail = 'off'] = process.argv;
const app = await openNetwork({ unsafeAllowPrivate: [new URL(url).host] });
const setup = openRoom({ egress: app.egress, browser: { jail: jail === 'on' ? 'on' : 'off' } });
await setup.navigate(url);
process.stdout.write(`${JSON.stringify(setup.folders)}\n`);
setInterval(() => undefined, 1000);
