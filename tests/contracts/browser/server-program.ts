import { openRoom } from './browser-room.js';

/** A server that has a page open, says where its browser lives, and waits to be killed. */
const room = openRoom();
await room.navigate(process.argv[2] ?? '');
process.stdout.write(`${JSON.stringify(room.folders)}\n`);
setInterval(() => undefined, 1000);
