import type { Context, Hono } from 'hono';
import { openedPage, signedOutQuestionPage, refusedPage } from './pages/enter-page.js';
import type { Markup } from './pages/markup.js';
import { oneQuestionPage } from './pages/waiting-page.js';
import { isFromOwnPage, respond } from './request-guards.js';
import type { Login } from './web-login.js';
import { askEachServer, withConsoleServers } from './web-source.js';
import type { ConsoleDeps } from './web-source.js';
import { openCountOf } from './web-views.js';
import type { Viewer } from './web-views.js';

const ID = /^[0-9a-f]{8}$/u;
const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::\d+)?$/u;
/** The agent knows the link too and could press the button: a person's screen must not fill with windows. */
const MAX_OPENINGS = 3;
const MAX_REMEMBERED = 200;
const NOT_OPENED = 'No browser could be opened on the computer on which the server runs.';

/** Only to a page of ours. */
export function questionPath(id: string | undefined): string | undefined {
  return id !== undefined && ID.test(id) ? `/question/${id}` : undefined;
}

/** One question alone; the others are not seen by it. */
export function showQuestion(deps: ConsoleDeps, viewer: Viewer, id: string): Promise<Markup> {
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, async (server) => {
      const questions = await server.pending({ ...viewer.presence, shows: false });
      const asked = questions.some((question) => question.id === id);
      if (!asked || viewer.presence.shows !== true) return { server: server.id, questions };
      await server.seen(id, 'console');
      return { server: server.id, questions: await server.pending({ ...viewer.presence, shows: false }) };
    });
    const all = answers.flatMap(({ server, questions }) => questions.map((what) => ({ server, what })));
    const frame = { ...viewer, ...openCountOf(all.map(({ what }) => what)), silent };
    const found = all.find(({ what }) => what.id === id);
    return oneQuestionPage(frame, id, found, Date.now());
  });
}

export function signedOutQuestion(c: Context): Markup {
  const id = c.req.param('id') ?? '';
  return ID.test(id) ? signedOutQuestionPage(id, isOnThisDesktop(c)) : refusedPage('There is no such question.');
}

/**
 * A person who is not signed in lets the server open the question on its own desktop: the link that signs in goes
 * through a private file to the browser there, and not to whoever pressed.
 */
export function addQuestionOpener(app: Hono, deps: ConsoleDeps, login: Login): void {
  const opened = new Map<string, number>();
  app.post('/question/:id/open', async (c) => {
    const id = c.req.param('id');
    const path = questionPath(id);
    const { openPage } = deps;
    if (!isFromOwnPage(c.req.raw) || !isOnThisDesktop(c)) return respond(refusedPage('Open it on its own page.'), 403);
    if (path === undefined || !(await isAsked(deps, id))) {
      return respond(refusedPage('This question was answered, or its time is over.'), 404);
    }
    const times = opened.get(id) ?? 0;
    if (times >= MAX_OPENINGS || openPage === undefined) return respond(refusedPage(NOT_OPENED), 409);
    opened.set(id, times + 1);
    const [oldest] = opened.keys();
    if (opened.size > MAX_REMEMBERED && oldest !== undefined) opened.delete(oldest);
    const host = c.req.header('host') ?? '';
    const isOpen = await openPage(`http://${host}/enter/${login.newLink()}/${id}`);
    return isOpen ? respond(openedPage()) : respond(signedOutQuestionPage(id, false), 409);
  });
}

function isOnThisDesktop(c: Context): boolean {
  return LOOPBACK.test(c.req.header('host') ?? '');
}

async function isAsked(deps: ConsoleDeps, id: string): Promise<boolean> {
  return withConsoleServers(deps, async (servers) => {
    const { answers } = await askEachServer(servers, (server) => server.pending());
    return answers.flat().some((question) => question.id === id);
  });
}
