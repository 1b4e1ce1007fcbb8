import { remoteOptions } from '../../../src/browser/options.js';
import { openNetwork } from '../network/open-network.js';
import { openRoom } from '../browser/browser-setup.js';
import type { RoomOptions } from '../browser/browser-setup.js';

/** A server that has a page open in two sessions, says where its browsers live, and waits to be killed. */
const [, , url = '', options = '{}'] = process.argv;
const room = JSON.parse(options) as Pick<RoomOptions, 'browser' | 'remote' | 'container' | 'environment'>;
const { remote } = room;
const remoteProxy = remote === undefined ? undefined : remoteOptions.parse(remote).proxy;
const app = await openNetwork({ unsafeAllowPrivate: [new URL(url).host], remoteProxy });
const setup = openRoom({ egress: app.egress, ...room });
await setup.navigate(url);
process.stdout.write(`${JSON.stringify(setup.folders)}\n`);
setInterval(() => undefined, 1000);
