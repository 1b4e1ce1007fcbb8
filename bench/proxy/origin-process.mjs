// The site in a process of its own: it is not the proxy's work that is measured with it.
import { makeOwnCertificate } from '../../src/network/proxy/own-certificate.js';
import { openOrigin } from './open-origin.mjs';

const [delay, scheme] = process.argv.slice(2);
const own = scheme === 'https' ? makeOwnCertificate() : undefined;
const { host } = await openOrigin(Number(delay), own && { key: own.key, cert: own.certificate });
process.stdout.write(`${JSON.stringify({ host, keyHash: own?.keyHash })}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
