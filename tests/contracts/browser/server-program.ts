import { openHouse } from '../network/open-house.js';
import { openRoom } from './browser-setup.js';

/** A server that has a page open, says where its browser lives, and waits to be killed. */
const [, , url = '', jail = 'off'] = process.argv;
const house = await openHouse({ unsafeAllowPrivate: [new URL(url).host] });
const room = openRoom({ egress: house.egress, browser: { jail: jail === 'on' ? 'on' : 'off' } });
await room.navigate(url);
process.stdout.write(`${JSON.stringify(room.folders)}\n`);
setInterval(() => undefined, 1000);
