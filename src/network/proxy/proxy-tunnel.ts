import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import type { WebUrlFacts } from '../../core/index.js';
import { authorizeRequest, watchedBy } from './authorize-request.js';
import type { ProxyContext } from './authorize-request.js';
import { joinStreams } from './join-streams.js';
import { trackClient } from './proxy-sessions.js';
import { CREDENTIALS_WANTED, answerSocket, refusalAnswer, unreachableAnswer } from './proxy-answers.js';
import { UpstreamRefusal, openSocket } from './route.js';
import { isTls, watchTunnel } from './watch-outgoing.js';

const AUTHORITY = /^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\]+):[0-9]{1,5}$/iu;

/** CONNECT: https, wss and, in Chromium, ws. What flows inside is between the browser and the address that was checked. */
export async function openTunnel(
  context: ProxyContext,
  request: IncomingMessage,
  client: Duplex,
  head: Buffer,
): Promise<void> {
  const session = context.sessions.authenticate(request);
  if (session === undefined) {
    answerSocket(client, CREDENTIALS_WANTED);
    return;
  }
  const readings = readAuthority(context, request.url ?? '');
  if (readings === undefined) {
    answerSocket(client, refusalAnswer({ status: 400, rule: 'bad-url', reason: 'no host and port to connect to' }));
    return;
  }
  const gone = trackClient(session, client, readings);
  const cleared = await authorizeRequest(context, session, readings, gone);
  if ('refusal' in cleared) {
    answerSocket(client, refusalAnswer(cleared.refusal));
    return;
  }
  try {
    const upstream = await openSocket(cleared.route, readings[0], gone);
    const { host, port } = readings[0];
    const tlsException = context.tlsExceptions?.has(host, port) === true ? context.tlsExceptions : undefined;
    const secured = (await tlsException?.secure(upstream, host, gone)) ?? upstream;
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    if (head.length > 0) client.unshift(head);
    // A tunnel without TLS carries plain http, unless the site has a TLS exception.
    const { origin } =
      readings.find(({ scheme }) => scheme === (tlsException === undefined ? 'http' : 'https')) ?? readings[0];
    const watch = (first: Buffer) => (isTls(first) ? undefined : watchedBy(context, session, origin, watchTunnel));
    joinStreams(tlsException?.answer(client) ?? client, secured, watch, session.received);
  } catch (error) {
    if (error instanceof UpstreamRefusal) context.log(`egress proxy: ${error.message}`);
    answerSocket(client, unreachableAnswer());
  }
}

function readAuthority(context: ProxyContext, authority: string): [WebUrlFacts, ...WebUrlFacts[]] | undefined {
  if (!AUTHORITY.test(authority)) return undefined;
  const https = context.describe(`https://${authority}/`);
  const http = context.describe(`http://${authority}/`);
  if (https.kind !== 'web' || http.kind !== 'web') return undefined;
  // The well-known ports say which scheme it is; any other may be either.
  if (https.port === 443) return [https];
  return http.port === 80 ? [http] : [https, http];
}
