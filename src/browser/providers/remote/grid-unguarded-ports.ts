import { openSocketTransport } from '../attach/socket-transport.js';
import { askJson } from './ask-json.js';
import { readGridNodes } from './grid-status.js';
import type { RemotePlace } from './remote-place.js';

const ANSWER_MS = 4000;

interface Asked {
  readonly url: URL;
  readonly headers: RemotePlace['headers'];
  /** Of a session that is open now. */
  readonly socket: URL;
}

/**
 * A Grid's password guards its HTTP commands; the DevTools socket and the ports of its nodes it does not guard. Whoever
 * reaches them steers the browsers, so they are tried from here with nothing in hand.
 */
export async function findUnguardedPorts({ url, headers, socket }: Asked): Promise<readonly string[]> {
  const nodes = await readGridNodes({ url, headers }).catch(() => []);
  const [isSocketOpen, ...open] = await Promise.all([
    opensWithoutHeaders(socket),
    ...nodes.map(async ({ uri = '' }) => ((await answersWithoutHeaders(uri)) ? uri : undefined)),
  ]);
  const ports = open.filter((uri) => uri !== undefined).map((uri) => new URL(uri).host);
  return [
    ...(isSocketOpen
      ? [
          `the DevTools socket of a session at ${url.host} opens without a password: whoever reaches the Grid and learns a session's id has its browser; let only this server reach it (docs/remote.md)`,
        ]
      : []),
    ...(ports.length > 0
      ? [`nodes answer from here without a password: ${ports.join(', ')}; let only the hub reach them (docs/remote.md)`]
      : []),
  ];
}

async function opensWithoutHeaders(socket: URL): Promise<boolean> {
  try {
    (await openSocketTransport(socket.href)).close();
    return true;
  } catch {
    return false;
  }
}

async function answersWithoutHeaders(uri: string): Promise<boolean> {
  if (!URL.canParse('/status', uri)) return false;
  const asked = { url: new URL('/status', uri), headers: {}, timeoutMs: ANSWER_MS };
  return askJson(asked).then(
    ({ status }) => status === 200,
    () => false,
  );
}
