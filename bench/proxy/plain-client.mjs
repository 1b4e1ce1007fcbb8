import { request } from 'node:http';

/** @typedef {import('./start-proxy.mjs').Access} Access */

/**
 * One request through the proxy, as any client makes it; counts the bytes of the answer and keeps none.
 *
 * @param {Access} access
 * @param {string} url
 * @returns {Promise<{ status: number, bytes: number }>}
 */
export function get(access, url) {
  const { hostname, port } = new URL(access.server);
  const key = Buffer.from(`${access.username}:${access.password}`).toString('base64');
  return new Promise((resolve, reject) => {
    const headers = { host: new URL(url).host, 'proxy-authorization': `Basic ${key}` };
    const asked = request({ hostname, port, path: url, headers, agent: false }, (response) => {
      let bytes = 0;
      response.on('data', (/** @type {Buffer} */ chunk) => {
        bytes += chunk.length;
      });
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, bytes });
      });
    });
    asked.on('error', reject).end();
  });
}
