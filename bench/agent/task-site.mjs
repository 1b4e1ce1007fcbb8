import { createServer } from 'node:http';
import { isDeepStrictEqual } from 'node:util';
import { makeTaskPage } from './make-page.mjs';

/** @typedef {{ html: string, outcome: unknown, reports: unknown[], heard: () => void, hasReport: Promise<void> }} Visit */

const ICON = '<svg xmlns="http://www.w3.org/2000/svg" width="16" height="16"><rect width="16" height="16"/></svg>';
const MAX_REPORT_WAIT_MS = 2_000;

/** The site that serves one page for each episode and hears from the page, never from the agent, what was done there. */
export async function openTaskSite() {
  /** @type {Map<string, Visit>} */
  const visits = new Map();
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://site');
    const [, kind = '', id = ''] = pathname.split('/');
    const visit = visits.get(id);
    response.setHeader('Cache-Control', 'no-store');
    if (kind === 'icons') {
      response.writeHead(200, { 'Content-Type': 'image/svg+xml' }).end(ICON);
    } else if (pathname === '/favicon.ico') {
      // A 404 would stand in the console of the first page.
      response.writeHead(204).end();
    } else if (visit === undefined) {
      response.writeHead(404).end();
    } else if (kind === 'report' && request.method === 'POST') {
      void hear(request, visit).finally(() => response.writeHead(204).end());
    } else {
      response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8' }).end(visit.html);
    }
  });
  await new Promise((listening) => server.listen(0, '127.0.0.1', () => listening(undefined)));
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The site has no port.');
  const host = `127.0.0.1:${String(address.port)}`;
  return {
    host,
    origin: `http://${host}`,
    /**
     * @param {string} name
     * @param {{ body: string, outcome: unknown }} exercise
     */
    openVisit(name, { body, outcome }) {
      const id = String(visits.size + 1);
      const visit = createVisit(makeTaskPage(name, body, `/report/${id}`), outcome);
      visits.set(id, visit);
      return { url: `http://${host}/task/${id}`, judge: () => judge(visit) };
    },
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * @param {string} html
 * @param {unknown} outcome
 * @returns {Visit}
 */
function createVisit(html, outcome) {
  let heard = () => {};
  /** @type {Promise<void>} */
  const hasReport = new Promise((resolve) => {
    heard = resolve;
  });
  return { html, outcome, reports: [], heard, hasReport };
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @param {Visit} visit
 */
async function hear(request, visit) {
  let body = '';
  for await (const chunk of request) body += String(chunk);
  visit.reports.push(JSON.parse(body));
  visit.heard();
}

/**
 * The first report decides: a wrong mail archived is not made good by archiving the right one as well.
 *
 * @param {Visit} visit
 * @returns {Promise<string | undefined>} what is wrong
 */
async function judge({ reports, outcome, hasReport }) {
  const late = new Promise((resolve) => setTimeout(resolve, MAX_REPORT_WAIT_MS).unref());
  await Promise.race([hasReport, late]);
  if (reports.length === 0) return 'the page reported nothing';
  if (isDeepStrictEqual(reports[0], outcome)) return undefined;
  return `the page reported ${JSON.stringify(reports[0])} instead of ${JSON.stringify(outcome)}`;
}
