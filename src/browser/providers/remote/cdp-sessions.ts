import { Failure, RetryLater } from '../../../core/index.js';
import { askJson, textAt } from './ask-json.js';
import type { HttpTemplate, RemoteOptions } from './remote-options.js';
import { keepTemplate, keepUrl } from './remote-place.js';
import type { KeepSecret, RemotePlace } from './remote-place.js';
import { ASK_AGAIN_MS } from './remote-session.js';
import type { RemoteSession } from './remote-session.js';

const ANSWER_MS = 10_000;
const CREATE_MS = 60_000;

/** What a template may name. */
export interface Filling {
  readonly switches: readonly string[];
  readonly proxy: string;
  readonly id?: string;
}

/** A DevTools address that is there, or one that an HTTP request makes for this session alone. */
export async function openCdpSession(
  options: RemoteOptions,
  place: RemotePlace,
  filling: Filling,
  keep: KeepSecret,
): Promise<RemoteSession> {
  const { create, release } = options;
  if (create === undefined) {
    if (place.url === undefined) throw new Failure('config.invalid', 'remote.url is not set.');
    return { socket: await socketOf(filled(place.url, filling), place, keep), end: () => Promise.resolve() };
  }
  // A token may be in their addresses; by then the id of the session is not.
  for (const template of [create, release]) if (template !== undefined) keepTemplate(template, keep);
  const value = await ask(create, place, filling, CREATE_MS);
  const address = textAt(value, create.socket);
  const id = textAt(value, create.id);
  if (address === undefined || !URL.canParse(address))
    throw new Failure('browser.start-failed', `The answer to remote.create has no URL at ${create.socket}.`);
  const url = new URL(address);
  keepUrl(url, keep);
  if (id !== undefined) keep('REMOTE_SESSION', id);
  const end = async (): Promise<void> => {
    if (release !== undefined)
      await ask(release, place, { ...filling, ...(id === undefined ? {} : { id }) }, ANSWER_MS);
  };
  try {
    return {
      socket: await socketOf(url, place, keep),
      end,
      ...(release === undefined ? {} : { last: lastWill(release, place, id) }),
    };
  } catch (error) {
    await end().catch(() => undefined);
    throw error;
  }
}

/** For whoever survives us. */
function lastWill(release: HttpTemplate, place: RemotePlace, id = ''): RemoteSession['last'] {
  return {
    url: addressOf(release, place, id).href,
    method: release.method,
    headers: place.headers,
    body:
      release.body === undefined ? undefined : JSON.stringify(fillBody(release.body, { switches: [], proxy: '', id })),
  };
}

/** `http(s)://…/json/version` names the socket; its host is the one that was asked, whatever it says of itself. */
async function socketOf(url: URL, { headers }: RemotePlace, keep: KeepSecret): Promise<URL> {
  if (/^wss?:$/u.test(url.protocol)) return url;
  const asked = new URL(url);
  if (!asked.pathname.endsWith('/json/version')) asked.pathname = `${asked.pathname.replace(/\/$/u, '')}/json/version`;
  const { value } = await askJson({ url: asked, headers, timeoutMs: ANSWER_MS }).catch((error: unknown) => {
    throw new Failure('browser.start-failed', `No browser answers at ${url.host}.`, undefined, error);
  });
  const told = textAt(value, 'webSocketDebuggerUrl');
  if (told === undefined || !URL.canParse(told))
    throw new Failure('browser.start-failed', `What answers at ${url.host} is no browser.`);
  const socket = new URL(told);
  socket.host = url.host;
  socket.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:';
  for (const [name, value_] of url.searchParams)
    if (!socket.searchParams.has(name)) socket.searchParams.set(name, value_);
  keepUrl(socket, keep);
  return socket;
}

async function ask(template: HttpTemplate, place: RemotePlace, filling: Filling, timeoutMs: number): Promise<unknown> {
  const url = addressOf(template, place, filling.id ?? '');
  const answer = await askJson({
    ...{ url, method: template.method, headers: place.headers, timeoutMs },
    ...(template.body === undefined ? {} : { body: fillBody(template.body, filling) }),
  }).catch((error: unknown) => {
    throw new Failure('browser.start-failed', `Nobody answers at ${url.host}.`, undefined, error);
  });
  if (answer.status === 429 || answer.status === 503)
    throw new RetryLater('session.too-many', `${url.host} has no browser free (HTTP ${answer.status})`, ASK_AGAIN_MS);
  if (answer.status >= 300)
    throw new Failure('browser.start-failed', `${url.host} answered with HTTP ${answer.status}.`);
  return answer.value;
}

function addressOf({ url }: HttpTemplate, place: RemotePlace, id: string): URL {
  return new URL(url.replaceAll('{url}', place.url?.origin ?? '').replaceAll('{id}', encodeURIComponent(id)));
}

/** In a query a placeholder is the whole value of a parameter, or stands in the JSON of one. */
function filled(url: URL, filling: Filling): URL {
  const made = new URL(url);
  for (const [name, value] of url.searchParams)
    made.searchParams.set(
      name,
      value
        .replaceAll('"{switches}"', JSON.stringify(filling.switches))
        .replaceAll('{switches}', JSON.stringify(filling.switches))
        .replaceAll('{proxy}', filling.proxy),
    );
  return made;
}

function fillBody(value: unknown, filling: Filling): unknown {
  if (value === '{switches}') return filling.switches;
  if (typeof value === 'string') return value.replaceAll('{proxy}', filling.proxy).replaceAll('{id}', filling.id ?? '');
  if (Array.isArray(value)) return value.map((one) => fillBody(one, filling));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillBody(one, filling)]));
}
