import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';

const PATIENCE_MS = 60_000;

/**
 * A certificate of one's own, by the command in docs/remote.md.
 *
 * @param {string} folder
 */
export function makeProxyKey(folder) {
  const [certFile, keyFile] = [join(folder, 'proxy.pem'), join(folder, 'proxy.key')];
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  const about = ['-subj', '/CN=gatewright', '-days', '30', '-keyout', keyFile, '-out', certFile];
  execFileSync('openssl', ['req', ...kind, ...about], { stdio: 'ignore' });
  const { publicKey } = new X509Certificate(readFileSync(certFile));
  const keyHash = createHash('sha256')
    .update(publicKey.export({ type: 'spki', format: 'der' }))
    .digest('base64');
  return { certFile, keyFile, keyHash };
}

/** @returns {Promise<number>} */
export function freePort() {
  return new Promise((done, fail) => {
    const server = createServer();
    server.once('error', fail);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => done(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}

/** @param {() => Promise<boolean>} holds */
export async function until(holds) {
  const end = Date.now() + PATIENCE_MS;
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error('what the provider needs did not start');
    await new Promise((done) => setTimeout(done, 100));
  }
}
