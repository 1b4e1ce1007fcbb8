import type { RoomOptions } from '../browser/browser-setup.js';
import { openOutlived } from './outlived-server.js';

/** A server that has a page open in a session, says so, and waits to be killed or, on a line of input, to end in order. */
const [, , workspace = '', url = '', options = '{}'] = process.argv;
const {
  spoils = false,
  hosts = [],
  ...given
} = JSON.parse(options) as RoomOptions & { spoils?: boolean; leavesAtEnd?: boolean; hosts?: readonly string[] };
const server = await openOutlived(workspace, [new URL(url).host, ...hosts], given.remote ?? {}, given);
await server.room.navigate(url);
if (spoils) server.room.sessions.secretKept?.('local');
process.stdout.write('ready\n');
process.stdin.once('data', () => void server.close().then(() => process.exit(0)));
setInterval(() => undefined, 1000);
