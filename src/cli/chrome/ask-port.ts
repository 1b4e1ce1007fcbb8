import { get } from 'node:http';
import { createServer } from 'node:net';
import { z } from 'zod';

/** What a browser says of itself at its DevTools port. */
export interface PortAnswer {
  readonly version: string;
  /** Made up anew by every browser at its start, so it tells one from the next at the same port. */
  readonly id: string;
}

const HOST = '127.0.0.1';
const ANSWER_MS = 2000;
const MAX_LENGTH = 65_536;
const ID = /^\/devtools\/browser\/[\w-]{8,100}$/u;
const versionAnswer = z.object({ Browser: z.string(), webSocketDebuggerUrl: z.url() });

/** Undefined: no browser answers there. */
export async function askPort(port: number): Promise<PortAnswer | undefined> {
  try {
    const { Browser, webSocketDebuggerUrl } = versionAnswer.parse(JSON.parse(await readVersion(port)));
    const id = new URL(webSocketDebuggerUrl).pathname;
    return ID.test(id) ? { version: Browser.replace(/^(?:Headless)?Chrome\//u, 'Chromium '), id } : undefined;
  } catch {
    return undefined;
  }
}

export function endpointOf(port: number): string {
  return `http://${HOST}:${String(port)}`;
}

/** Undefined: nobody listens there and we may. Otherwise the system's reason. */
export function whyPortIsTaken(port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => {
      resolve(error.code ?? error.message);
    });
    server.listen({ host: HOST, port, exclusive: true }, () => {
      server.close(() => {
        resolve(undefined);
      });
    });
  });
}

/** `agent: false`: the shared agent of newer Nodes goes through a proxy that the environment names. */
function readVersion(port: number): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ANSWER_MS);
    const asked = get({ host: HOST, port, path: '/json/version', agent: false, signal }, (response) => {
      let text = '';
      response.setEncoding('utf8');
      response.on('error', reject);
      response.on('data', (chunk: string) => {
        text += chunk;
        if (text.length > MAX_LENGTH) asked.destroy(new Error('too long'));
      });
      response.once('end', () => {
        resolve(text);
      });
    });
    asked.on('error', reject);
  });
}
