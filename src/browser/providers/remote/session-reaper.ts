import { spawn } from 'node:child_process';
import type { LastWill } from './remote-session.js';

/**
 * Reads one request and waits until its input ends, which it does however we end; unless it was told by then that the
 * session was given back, it sends the request. By its input, not its arguments: others can read those.
 */
const PROGRAM = `
let text = '';
process.stdin.setEncoding('utf8').on('data', (part) => { text += part; }).on('end', () => {
  const [will, done] = text.split('\\n');
  if (done === 'done' || !will) return;
  const { url, method, headers, body } = JSON.parse(will);
  const { request } = require(url.startsWith('https:') ? 'node:https' : 'node:http');
  const sent = request(url, { method, headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json; charset=utf-8' } });
  sent.on('response', (response) => response.resume()).on('error', () => 0);
  sent.setTimeout(10000, () => sent.destroy());
  sent.end(body);
});
`;

export interface SessionReaper {
  /** The session was given back. */
  dismiss(): void;
}

/** A server that dies without a word would leave its browser running elsewhere, for others to pay and to wait for. */
export function startSessionReaper(will: LastWill): SessionReaper {
  const child = spawn(process.execPath, ['-e', PROGRAM], {
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
    windowsHide: true,
    env: {},
  });
  child.on('error', () => undefined);
  child.stdin.on('error', () => undefined);
  child.unref();
  child.stdin.write(`${JSON.stringify(will)}\n`);
  return {
    dismiss: () => {
      child.stdin.end('done\n');
    },
  };
}
