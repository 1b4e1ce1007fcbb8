import { createServer } from 'node:http';

/**
 * The bench's own site, on loopback. What it does not have is a 404: saved pages ask for many things.
 *
 * @param {readonly import('./types.js').BenchPage[]} pages
 * @returns {Promise<{ host: string, url: (path: string) => string, close: () => void }>}
 */
export async function openSite(pages) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  const server = createServer((request, response) => {
    const page = byPath.get(new URL(request.url ?? '/', 'http://site').pathname);
    response.setHeader('Cache-Control', 'no-store');
    if (page === undefined) {
      response.writeHead(404).end();
      return;
    }
    response.setHeader('Content-Type', 'text/html; charset=utf-8');
    if (!page.scripts) response.setHeader('Content-Security-Policy', "script-src 'none'");
    response.end(page.html);
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  const host = `127.0.0.1:${String(address.port)}`;
  return {
    host,
    url: (path) => `http://${host}${path}`,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
