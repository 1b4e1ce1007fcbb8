import type { Context, Hono } from 'hono';
import { isSameSession, sessionNameOf, parseJson } from '../core/index.js';
import type { DrivenView, ShownView } from '../control/control-live.js';
import { personInputs } from '../control/control-live.js';
import type { Notice } from './pages/layout.js';
import type { Markup } from './pages/markup.js';
import { goneSessionPage, sessionPage } from './pages/session-page.js';
import { sessionPath } from './pages/session-path.js';
import { whyNoPicture } from './pages/live-words.js';
import type { Drives, DrivePlace } from './web-drives.js';
import { redirect, respond } from './request-guards.js';
import type { WebSession } from './web-login.js';
import { askEachServer, withConsoleServers } from './web-source.js';
import type { ConsoleDeps } from './web-source.js';
import { watchOnly } from './web-views.js';
import type { Viewer } from './web-views.js';

export interface LiveContext {
  readonly deps: ConsoleDeps;
  readonly drives: Drives;
  /** The signed-in person; a script that polls by itself does not keep the session alive. */
  readonly sessionOf: (c: Context) => WebSession | undefined;
}

/** Pictures, for the script; the person's browser asks for them while somebody looks, and nothing is taken otherwise. */
export function addLiveViews(app: Hono, { deps, drives, sessionOf }: LiveContext): void {
  app.get('/session/view', async (c) => {
    if (sessionOf(c) === undefined) return jsonAnswer({}, 401);
    const asked = new URL(c.req.url).searchParams;
    const place = placeIn(asked);
    const size = asked.get('size') === 'large' ? 'large' : 'small';
    const view = await withConsoleServers(
      deps,
      (servers) =>
        servers.find(({ id }) => id === place.server)?.view(sessionNameOf(place), size) ?? Promise.resolve(undefined),
    ).catch(() => undefined);
    return jsonAnswer(view === undefined ? { why: 'The session does not answer, or it has ended.' } : asShown(view));
  });
  app.get('/session/driven', async (c) => {
    const owner = sessionOf(c);
    if (owner === undefined) return jsonAnswer({}, 401);
    return jsonAnswer(asShown(await drives.view(owner, new URL(c.req.url).searchParams.get('drive') ?? '')));
  });
}

export async function takeSession({ deps, drives }: LiveContext, form: URLSearchParams, owner: WebSession) {
  const place = placeIn(form);
  const why = await drives.take(deps, owner, place, form.get('code') ?? '');
  if (why !== undefined) owner.notice = { kind: 'refused', text: `Not taken over: ${why}` };
  return redirect(sessionPath(place));
}

export async function driveSession(
  { drives }: LiveContext,
  form: URLSearchParams,
  owner: WebSession,
): Promise<Response> {
  const parsed = personInputs.safeParse(parseJson(form.get('inputs') ?? ''));
  if (!parsed.success) return jsonAnswer({ why: 'This is no input.' }, 400);
  const isTheirs = await drives.input(owner, form.get('drive') ?? '', parsed.data).catch(() => false);
  return isTheirs ? jsonAnswer({}) : jsonAnswer({ why: 'Nobody drives by this name.' }, 410);
}

export async function giveBackSession({ drives }: LiveContext, form: URLSearchParams, owner: WebSession) {
  const name = form.get('drive') ?? '';
  const place = drives.placeOf(owner, name);
  await drives.giveBack(owner, name);
  const given: Notice = { kind: 'done', text: 'Given back: the agent goes on.' };
  owner.notice = place === undefined ? { kind: 'refused', text: 'It was given back already.' } : given;
  return redirect(place === undefined ? '/' : sessionPath(place));
}

export function showSession(
  { deps, drives }: Pick<LiveContext, 'deps' | 'drives'>,
  viewer: Viewer,
  asked: URLSearchParams,
  owner: WebSession,
): Promise<Markup> {
  const place = placeIn(asked);
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, async (server) => {
      const [about, sessions, pending] = await Promise.all([
        server.about(),
        server.sessions(),
        server.pending(watchOnly(viewer)),
      ]);
      return { id: server.id, about, sessions, pending };
    });
    const waiting = answers.reduce((sum, { pending }) => sum + pending.length, 0);
    const frame = { ...viewer, waiting, silent };
    const at = answers.find(({ id }) => id === place.server);
    const facts = at?.sessions.find((each) => isSameSession(each, place));
    if (at === undefined || facts === undefined) return goneSessionPage(frame, place);
    const questions = at.pending.filter(({ scope }) => isSameSession(scope, place)).length;
    const drive = drives.nameOf(owner, place);
    return sessionPage(frame, { place, facts, drive, questions, takesCode: at.about['hasCode'] === true }, Date.now());
  });
}

export function placeIn(asked: URLSearchParams): DrivePlace {
  const text = (name: string): string => (asked.get(name) ?? '').slice(0, 200);
  const client = text('client');
  return {
    server: text('server'),
    principal: text('principal'),
    ...(client !== '' && { client }),
    session: text('session'),
  };
}

export function viewAnswer(view: DrivenView): Response {
  return jsonAnswer(asShown(view));
}

/** Page text goes as text, for `textContent` and nothing else. */
function asShown(view: DrivenView): object {
  if ('over' in view) return view;
  const { tabs, picture, unseen, dialog }: ShownView = view;
  const current = tabs.find((tab) => tab.current);
  return {
    title: current?.title.untrusted ?? '',
    url: current?.url.untrusted ?? '',
    tabs: tabs.map(({ tab, title, url }) => ({
      tab,
      title: title.untrusted || url.untrusted,
      current: tab === current?.tab,
    })),
    ...(picture && {
      image: `data:${picture.mimeType};base64,${picture.data}`,
      width: picture.width,
      height: picture.height,
    }),
    ...(unseen && { why: whyNoPicture(unseen) }),
    ...(dialog && {
      dialog: { kind: dialog.kind, message: dialog.message.untrusted, suggested: dialog.suggested?.untrusted },
    }),
  };
}

export function jsonAnswer(body: object, status = 200): Response {
  return respond(JSON.stringify(body), status, 'application/json');
}
