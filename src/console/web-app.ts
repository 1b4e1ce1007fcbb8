import type { Context, Hono } from 'hono';
import { Failure, readForm } from '../core/index.js';
import { enterPage, refusedPage, signedOutPage } from './pages/enter-page.js';
import type { Notice } from './pages/layout.js';
import type { Markup } from './pages/markup.js';
import { DRIVE_SCRIPT } from './pages/drive-script.js';
import { LIVE_SCRIPT } from './pages/live-script.js';
import { LIVE_STYLE } from './pages/live-style.js';
import { RECORD_SCRIPT } from './pages/record-script.js';
import { RECORD_STYLE } from './pages/record-style.js';
import { SCRIPT } from './pages/script.js';
import { SHORTCUTS_SCRIPT } from './pages/shortcuts.js';
import { STYLE } from './pages/style.js';
import { answerQuestion, pauseSession, resumeHeld, revokeGrant, stopSessions } from './web-changes.js';
import {
  browserMark,
  cookiesOf,
  isFromOwnPage,
  isOwnOrDirect,
  markBrowser,
  redirect,
  respond,
  setCookie,
  respondPicture,
} from './request-guards.js';
import { HandOverLinks } from './hand-over-links.js';
import { Drives } from './web-drives.js';
import { addHandOver, makeHandOver } from './web-hand-over.js';
import type { HandOverContext } from './web-hand-over.js';
import { addLiveViews, driveSession, giveBackSession, showSession, takeSession } from './web-live.js';
import type { LiveContext } from './web-live.js';
import { Login, isCsrfOf } from './web-login.js';
import type { WebSession } from './web-login.js';
import type { ConsoleDeps } from './web-source.js';
import { addQuestionOpener, signedOutQuestion, questionPath, showQuestion } from './web-question.js';
import { showDemo, showHealth, showIdentities, showTeams } from './web-facts.js';
import { showAllowed, showCount, showNow, showRecord, showReplay, showWaiting } from './web-views.js';
import type { Viewer } from './web-views.js';

export interface WebConsole {
  /** Puts the pages on a server that has checked the Host of each request. */
  routes(app: Hono): void;
  /** A new one-time link, for whoever may see this process's output. */
  link(base: string): string;
}

interface ConsoleContext extends LiveContext, HandOverContext {
  readonly login: Login;
}

const SIGNED_OUT = 'This browser is not signed in to the console, or its sign-in has ended.';
const FOREIGN = 'This did not come from a page of this console, so nothing was done.';

/** The operator's pages. What they show and do goes through the OperatorPort of each server, and nothing else. */
export function createConsole(deps: ConsoleDeps): WebConsole {
  const login = new Login();
  const context: ConsoleContext = {
    deps,
    login,
    drives: new Drives(),
    hands: new HandOverLinks(),
    sessionOf: (c) => sessionOf({ login }, c, false),
  };
  return {
    link: (base) => `${base}/enter/${context.login.newLink()}`,
    routes: (app) => {
      app.get('/console.css', () => respond(`${STYLE}${LIVE_STYLE}${RECORD_STYLE}`, 200, 'text/css'));
      app.get('/console.js', () =>
        respond(`${SCRIPT}${LIVE_SCRIPT}${DRIVE_SCRIPT}${RECORD_SCRIPT}${SHORTCUTS_SCRIPT}`, 200, 'text/javascript'),
      );
      addEntrance(app, context);
      addViews(app, context);
      addLiveViews(app, context);
      addChanges(app, context);
      addQuestionOpener(app, deps, login);
      addHandOver(app, context);
      // A program that looks for something else here is answered as the server answers: without a page.
      app.get('*', (c) => (c.req.header('accept')?.includes('text/html') === true ? noSuchPage() : c.notFound()));
    },
  };
}

/** Where an address leads nowhere. */
export function noSuchPage(): Response {
  return respond(refusedPage('The address is mistyped, or the link is cut off.', 'There is no such page'), 404);
}

function addEntrance(app: Hono, { login, deps }: ConsoleContext): void {
  const first = deps.demo === undefined ? '/' : '/demo';
  app.get('/enter/:token/:question?', (c) => {
    const page = respond(enterPage(c.req.param('token'), c.req.param('question')));
    return markBrowser(c.req.raw, page, '/enter/');
  });
  app.post('/enter/:token/:question?', (c) => {
    const request = c.req.raw;
    if (!isFromOwnPage(request)) return respond(refusedPage(FOREIGN), 403);
    const cookie = login.enter(c.req.param('token'), browserMark(request));
    if (cookie === undefined) return respond(signedOutPage('This link was used already, or is too old.'), 401);
    return redirect(questionPath(c.req.param('question')) ?? first, setCookie(request, cookie));
  });
}

function addViews(app: Hono, context: ConsoleContext): void {
  type Show = (viewer: Viewer, asked: URLSearchParams, session: WebSession, c: Context) => Promise<Markup>;
  const stranger = (c: Context): Markup => {
    const { pathname, search } = new URL(c.req.url);
    return signedOutPage(SIGNED_OUT, `${pathname}${search}`);
  };
  const view = (path: string, show: Show, forStranger: (c: Context) => Markup = stranger): void => {
    app.get(path, async (c) => {
      const presence = presenceOf(c.req.header('x-live'));
      const { isPolled } = presence;
      const session = sessionOf(context, c, !isPolled);
      if (session === undefined) return respond(forStranger(c), 401);
      const { csrf, notice } = session;
      if (!isPolled) delete session.notice;
      const viewer = {
        csrf,
        presence: { watches: presence.watches, shows: presence.shows },
        ...(!isPolled && notice !== undefined && { notice }),
      };
      try {
        return respond(await show(viewer, new URL(c.req.url).searchParams, session, c));
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return respond(refusedPage(`${error.code}: ${error.hint ?? ''}`, 'This cannot be shown'), 400);
      }
    });
  };
  const { deps } = context;
  view('/', (viewer) => showNow(deps, viewer));
  const { demo } = deps;
  if (demo !== undefined) view('/demo', (viewer) => showDemo(deps, viewer, demo));
  view('/session', (viewer, asked, session) => showSession(context, viewer, asked, session));
  view('/waiting', (viewer) => showWaiting(deps, viewer));
  view('/question/:id', (viewer, _, __, c) => showQuestion(deps, viewer, c.req.param('id') ?? ''), signedOutQuestion);
  view('/waiting/count', (viewer) => showCount(deps, viewer));
  view('/record', (viewer, asked) => showRecord(deps, viewer, asked));
  view('/record/session', (viewer, asked) => showReplay(deps, viewer, asked));
  view('/allowed', (viewer, asked) => showAllowed(deps, viewer, asked));
  view('/identities', (viewer) => showIdentities(deps, viewer));
  view('/teams', (viewer) => showTeams(deps, viewer));
  view('/health', (viewer) => showHealth(deps, viewer));
  // A page that is left open asks for pictures too: that keeps nobody signed in.
  app.get('/record/picture', (c) =>
    sessionOf(context, c, false) === undefined ? respond(signedOutPage(SIGNED_OUT), 401) : showPicture(deps, c),
  );
}

function addChanges(app: Hono, context: ConsoleContext): void {
  const { deps, login } = context;
  const change = (path: string, act: (form: URLSearchParams, session: WebSession, c: Context) => Promise<Response>) => {
    app.post(path, async (c) => {
      if (!isFromOwnPage(c.req.raw)) return respond(refusedPage(FOREIGN), 403);
      const session = sessionOf(context, c, true);
      if (session === undefined) return respond(signedOutPage(SIGNED_OUT), 401);
      const form = await readForm(c.req.raw);
      if (form === undefined || !isCsrfOf(session, form.get('csrf'))) return respond(refusedPage(FOREIGN), 403);
      return act(form, session, c);
    });
  };
  const noticed = (
    back: string | ((form: URLSearchParams) => string),
    act: (form: URLSearchParams) => Promise<Notice>,
  ) => {
    return async (form: URLSearchParams, session: WebSession): Promise<Response> => {
      session.notice = await act(form).catch((): Notice => ({ kind: 'refused', text: 'The server did not answer.' }));
      return redirect(typeof back === 'string' ? back : back(form));
    };
  };
  change(
    '/waiting/answer',
    noticed('/waiting', (form) => answerQuestion(deps, form)),
  );
  change(
    '/waiting/revoke',
    noticed('/waiting', (form) => revokeGrant(deps, form)),
  );
  change(
    '/now/stop',
    noticed('/', (form) => stopSessions(deps, form)),
  );
  change('/now/pause', noticed(backTo, pauseSession.bind(undefined, deps)));
  change('/now/resume', noticed(backTo, resumeHeld.bind(undefined, deps)));
  change('/session/take', (form, session) => takeSession(context, form, session));
  change('/session/drive', (form, session) => driveSession(context, form, session));
  change('/session/give', (form, session) => giveBackSession(context, form, session));
  change('/allowed/try', async (form, session) => respond(await showAllowed(deps, whoPressed(session), form, true)));
  change('/hand/new', (form, session, c) => makeHandOver(context, form, session, c));
  change('/health/check', async (_, session) => respond(await showHealth(deps, whoPressed(session), true)));
  change('/leave', async (_form, session, c) => {
    await context.drives.leave(session);
    for (const cookie of cookiesOf(c.req.raw.headers)) login.leave(cookie);
    return redirect('/', setCookie(c.req.raw, undefined));
  });
}

/** The script says whether its page can be seen; a page that is fetched without it was opened by a person. */
function presenceOf(said: string | undefined) {
  const isShown = said === undefined || said === 'shown';
  return { isPolled: said !== undefined, watches: isShown || said === 'told', shows: isShown };
}

function whoPressed({ csrf }: WebSession): Viewer {
  return { csrf, presence: { watches: true } };
}

/** Only to a page of this console. */
function backTo(form: URLSearchParams): string {
  const back = form.get('back') ?? '';
  return back.startsWith('/session?') ? back : '/';
}

function sessionOf({ login }: Pick<ConsoleContext, 'login'>, c: Context, byPerson: boolean): WebSession | undefined {
  const { headers } = c.req.raw;
  if (!isOwnOrDirect(headers)) return undefined;
  for (const cookie of cookiesOf(headers)) {
    const session = login.find(cookie, byPerson);
    if (session !== undefined) return session;
  }
  return undefined;
}

const GONE = 'There is no such picture, or it is not the one that was recorded.';

/** The request names a record by file and number; the path of its picture never comes from outside. */
export async function showPicture({ audit }: Pick<ConsoleDeps, 'audit'>, c: Context): Promise<Response> {
  const { file = '', seq = '' } = c.req.query();
  const found = /^\d{1,15}$/u.test(seq) ? await audit.picture(file, Number(seq)) : undefined;
  return found === undefined ? respond(refusedPage(GONE), 404) : respondPicture(found.image, found.mimeType);
}
