import type { Context, Hono } from 'hono';
import { isSameSession, readForm, sessionNameOf, parseJson } from '../core/index.js';
import { personInputs } from '../control/control-live.js';
import type { HandOverLinks, HandedOver } from './hand-over-links.js';
import { refusedPage } from './pages/enter-page.js';
import {
  handedDonePage,
  handedQuestionPage,
  handedSessionPage,
  newLinkPage,
  openLinkPage,
  spentLinkPage,
} from './pages/hand-over-page.js';
import type { Markup } from './pages/markup.js';
import { sessionPath } from './pages/session-path.js';
import {
  browserMark,
  cookiesOf,
  isFromOwnPage,
  isOwnOrDirect,
  markBrowser,
  redirect,
  respond,
  setHandCookie,
} from './request-guards.js';
import { answerQuestion } from './web-changes.js';
import type { Drives } from './web-drives.js';
import { jsonAnswer, placeIn, viewAnswer } from './web-live.js';
import { isCsrfOf } from './web-login.js';
import type { WebSession } from './web-login.js';
import { withConsoleServers } from './web-source.js';
import type { ConsoleDeps } from './web-source.js';

const OVER = 'It was used already, it is too old, or what it was for is over.';
const FOREIGN = 'This did not come from the page of the link, so nothing was done.';

export interface HandOverContext {
  readonly deps: ConsoleDeps;
  readonly drives: Drives;
  readonly hands: HandOverLinks;
}

/** Makes a link for a phone, to an open question or a session; asked by a person who is signed in. */
export function makeHandOver(
  { deps, hands }: HandOverContext,
  form: URLSearchParams,
  { csrf }: WebSession,
  c: Context,
): Promise<Response> {
  return withConsoleServers(deps, async (servers) => {
    const base = c.req.header('origin') ?? '';
    const frame = { csrf, waiting: 0, silent: [] };
    const server = servers.find(({ id }) => id === form.get('server'));
    const id = form.get('question');
    const show = (token: string, does: string, back: string): Response =>
      respond(newLinkPage(frame, `${base}/hand/open/${token}`, does, back));
    if (server !== undefined && id !== null) {
      const question = (await server.pending()).find((each) => each.id === id);
      if (question === undefined) return respond(refusedPage('This question was answered, or its time is over.'), 404);
      const token = hands.make({ kind: 'question', server: server.id, question: id, expiresAt: question.expiresAt });
      return show(token, 'Who opens it can answer one question, once.', `/question/${id}`);
    }
    const place = placeIn(form);
    const isThere = (await server?.sessions())?.some((facts) => isSameSession(facts, place)) ?? false;
    if (!isThere) return respond(refusedPage('The session is over, or its server is not there any more.'), 404);
    return show(
      hands.make({ kind: 'session', place }),
      'Who opens it can see one session and drive it.',
      sessionPath(place),
    );
  });
}

interface Opened {
  readonly session: WebSession;
  readonly handed: HandedOver;
  readonly cookie: string;
}

/** The pages behind a link. What they are about comes from the link, whatever a form says. */
export function addHandOver(app: Hono, context: HandOverContext): void {
  const { hands } = context;
  app.get('/hand/open/:token', (c) => markBrowser(c.req.raw, respond(openLinkPage(c.req.param('token'))), '/hand/'));
  app.post('/hand/open/:token', (c) => {
    if (!isFromOwnPage(c.req.raw)) return respond(refusedPage(FOREIGN), 403);
    const cookie = hands.open(c.req.param('token'), browserMark(c.req.raw));
    if (cookie === undefined) return respond(spentLinkPage(OVER), 401);
    return redirect('/hand/', setHandCookie(c.req.raw, cookie));
  });
  app.get('/hand/', async (c) => {
    const opened = openedBy(hands, c, true);
    if (opened === undefined) return respond(spentLinkPage(OVER), 401);
    const page = await showHanded(context, opened);
    return page === undefined ? respond(spentLinkPage(OVER), 404) : respond(page);
  });
  app.get('/hand/view', (c) => viewHanded(context, c));
  app.get('/hand/driven', async (c) => {
    const opened = openedBy(hands, c, false);
    if (opened?.handed.kind !== 'session') return jsonAnswer({}, 401);
    return viewAnswer(await context.drives.view(opened.session, c.req.query('drive') ?? ''));
  });
  addHandedChanges(app, context);
}

function addHandedChanges(app: Hono, context: HandOverContext): void {
  const { deps, drives, hands } = context;
  type Act = (form: URLSearchParams, opened: Opened) => Promise<Response>;
  const change = (path: string, kind: HandedOver['kind'], act: Act): void => {
    app.post(path, async (c) => {
      if (!isFromOwnPage(c.req.raw)) return respond(refusedPage(FOREIGN), 403);
      const opened = openedBy(hands, c, true);
      if (opened?.handed.kind !== kind) return respond(spentLinkPage(OVER), 401);
      const form = await readForm(c.req.raw);
      if (form === undefined || !isCsrfOf(opened.session, form.get('csrf'))) return respond(refusedPage(FOREIGN), 403);
      return act(form, opened);
    });
  };
  change('/hand/answer', 'question', async (form, { handed, session, cookie }) => {
    if (handed.kind !== 'question' || form.get('say') === 'grant') return respond(refusedPage(FOREIGN), 403);
    form.set('server', handed.server);
    form.set('question', handed.question);
    const notice = await answerQuestion(deps, form, 'link');
    const isOpen = notice.kind === 'refused' && notice.text.startsWith('Not answered');
    if (!isOpen) {
      hands.end(cookie);
      return respond(handedDonePage(notice.text));
    }
    session.notice = notice;
    return redirect('/hand/');
  });
  change('/hand/take', 'session', async (form, { handed, session }) => {
    if (handed.kind !== 'session') return respond(refusedPage(FOREIGN), 403);
    const why = await drives.take(deps, session, handed.place, form.get('code') ?? '');
    if (why !== undefined) session.notice = { kind: 'refused', text: `Not taken over: ${why}` };
    return redirect('/hand/');
  });
  change('/hand/drive', 'session', async (form, { session }) => {
    const inputs = personInputs.safeParse(parseJson(form.get('inputs') ?? ''));
    if (!inputs.success) return jsonAnswer({ why: 'This is no input.' }, 400);
    const isTheirs = await drives.input(session, form.get('drive') ?? '', inputs.data).catch(() => false);
    return isTheirs ? jsonAnswer({}) : jsonAnswer({ why: 'Nobody drives by this name.' }, 410);
  });
  change('/hand/give', 'session', async (form, { session }) => {
    await drives.giveBack(session, form.get('drive') ?? '');
    session.notice = { kind: 'done', text: 'Given back: the agent goes on.' };
    return redirect('/hand/');
  });
}

function openedBy(hands: HandOverLinks, c: Context, byPerson: boolean): Opened | undefined {
  const { headers } = c.req.raw;
  if (!isOwnOrDirect(headers)) return undefined;
  for (const cookie of cookiesOf(headers, '_hand')) {
    const found = hands.find(cookie, byPerson);
    if (found !== undefined) return { ...found, cookie };
  }
  return undefined;
}

function showHanded({ deps, drives }: HandOverContext, { session, handed }: Opened): Promise<Markup | undefined> {
  const { csrf, notice } = session;
  delete session.notice;
  const frame = { csrf, waiting: 0, silent: [], ...(notice !== undefined && { notice }) };
  return withConsoleServers(deps, async (servers) => {
    if (handed.kind === 'question') {
      const server = servers.find(({ id }) => id === handed.server);
      const question = (await server?.pending())?.find(({ id }) => id === handed.question);
      if (server === undefined || question === undefined) return undefined;
      await server.seen(question.id, 'console');
      return handedQuestionPage(frame, server.id, question, Date.now());
    }
    const { place, until } = handed;
    const server = servers.find(({ id }) => id === place.server);
    const facts = (await server?.sessions())?.find((each) => isSameSession(each, place));
    if (server === undefined || facts === undefined) return undefined;
    const takesCode = (await server.about())['hasCode'] === true;
    return handedSessionPage(frame, { place, facts, drive: drives.nameOf(session, place), takesCode, until });
  });
}

async function viewHanded({ deps, hands }: HandOverContext, c: Context): Promise<Response> {
  const opened = openedBy(hands, c, false);
  if (opened?.handed.kind !== 'session') return jsonAnswer({}, 401);
  const { place } = opened.handed;
  const view = await withConsoleServers(deps, async (servers) =>
    servers.find(({ id }) => id === place.server)?.view(sessionNameOf(place), 'large'),
  ).catch(() => undefined);
  return view === undefined ? jsonAnswer({ why: 'The session does not answer, or it has ended.' }) : viewAnswer(view);
}
