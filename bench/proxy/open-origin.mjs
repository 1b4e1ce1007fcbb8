import { createServer } from 'node:http';
import { createServer as createSecureServer } from 'node:https';

const PIECES = 24;
const MEGABYTE = Buffer.alloc(1_048_576, 'x');

/**
 * A site that takes its time: a page with styles, scripts and pictures, each answered after `delay`; `/big?mb=N` streams.
 *
 * @param {number} delay milliseconds
 * @param {{ key: string, cert: string }} [certificate] with one it speaks https
 */
export async function openOrigin(delay, certificate) {
  /** @type {import('node:http').RequestListener} */
  const answer = (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://origin');
    if (pathname === '/big') {
      stream(response, Number(searchParams.get('mb')));
      return;
    }
    setTimeout(() => {
      const type = pathname.endsWith('.css') ? 'text/css' : pathname.endsWith('.js') ? 'text/javascript' : 'text/html';
      const stays = pathname === '/' ? 'no-store' : 'max-age=600';
      response.writeHead(200, { 'content-type': type, 'cache-control': stays }).end(body(pathname, searchParams));
    }, delay);
  };
  const server = certificate === undefined ? createServer(answer) : createSecureServer(certificate, answer);
  await new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      resolve(undefined);
    });
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    host: `127.0.0.1:${String(port)}`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

/**
 * @param {string} pathname
 * @param {URLSearchParams} query
 */
function body(pathname, query) {
  if (pathname.endsWith('.css')) return `.piece { color: rgb(1, 2, 3) }\n`.repeat(200);
  if (pathname.endsWith('.js')) return `globalThis.count = (globalThis.count ?? 0) + 1;\n`.repeat(200);
  const fresh = query.get('fresh') ?? '';
  const pieces = Array.from({ length: PIECES }, (_, i) =>
    i % 2 === 0
      ? `<link rel="stylesheet" href="/${String(i)}.css?${fresh}">`
      : `<script src="/${String(i)}.js?${fresh}" defer></script>`,
  );
  return `<!doctype html><title>Page</title>${pieces.join('')}<p class="piece">${'text '.repeat(2_000)}</p>`;
}

/**
 * @param {import('node:http').ServerResponse} response
 * @param {number} megabytes
 */
function stream(response, megabytes) {
  let left = megabytes;
  const write = () => {
    while (left > 0) {
      left -= 1;
      if (!response.write(MEGABYTE)) {
        response.once('drain', write);
        return;
      }
    }
    response.end();
  };
  write();
}
