import { get } from 'node:http';
import { Failure, ownCommand } from '../../../core/index.js';

const ANSWER_MS = 5000;
const MAX_BYTES = 100_000;

/** The one socket through which all of a browser is steered. Its address is taken from its own word for the path alone. */
export async function findEndpoint(cdp: string): Promise<string> {
  const { protocol, host, pathname } = new URL(cdp);
  if (protocol === 'ws:') return `ws://${host}${pathname}`;
  const text = await ask(`http://${host}/json/version`).catch((error: unknown) => {
    throw nobodyThere(cdp, error);
  });
  const path = /"webSocketDebuggerUrl":\s*"ws:\/\/[^/"]+(?<path>\/devtools\/browser\/[\w-]+)"/u.exec(text)?.groups?.[
    'path'
  ];
  if (path === undefined) throw new Failure('browser.start-failed', `What answers at ${cdp} is no browser.`);
  return `ws://${host}${path}`;
}

export function nobodyThere(cdp: string, cause: unknown): Failure {
  const hint = `No browser answers at ${cdp}. A person can start one: ${ownCommand('chrome start')}.`;
  return new Failure('browser.start-failed', hint, undefined, cause);
}

/** Not by `fetch`: nothing that is set for proxies may lead it elsewhere. */
function ask(url: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const request = get(url, { timeout: ANSWER_MS, agent: false }, (response) => {
      let text = '';
      response.setEncoding('utf8').on('error', reject);
      response.on('data', (part: string) => {
        text += part;
        if (text.length > MAX_BYTES) response.destroy(new Error('too long an answer'));
      });
      response.on('end', () => {
        resolve(text);
      });
    });
    request.on('timeout', () => request.destroy(new Error('no answer in time')));
    request.on('error', reject);
  });
}
