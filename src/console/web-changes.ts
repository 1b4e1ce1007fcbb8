import type { SessionName } from '../core/index.js';
import type { Notice } from './pages/layout.js';
import { GRANT_SECONDS } from './pages/question-card.js';
import { askEachServer, consoleUser, withConsoleServers } from './web-source.js';
import type { ConsoleDeps, ConsoleServer } from './web-source.js';

const GONE = 'That server is not there any more.';

/** Each changes one thing, says what became of it, and trusts nothing in the form but which thing it is. */
export async function answerQuestion(deps: ConsoleDeps, form: URLSearchParams, how?: string): Promise<Notice> {
  return withConsoleServers(deps, async (servers) => {
    const server = pick(servers, form);
    if (server === undefined) return refused(GONE);
    const id = form.get('question') ?? '';
    const say = form.get('say');
    const question = (await server.pending()).find((each) => each.id === id);
    if (question === undefined) return refused('Not answered: it was answered elsewhere, or its time is over.');
    if (say !== 'yes' && say !== 'no' && say !== 'grant') return refused('Not answered: press one of its buttons.');
    const yes = say !== 'no';
    const code = form.get('code') ?? '';
    const value =
      question.kind === 'input' ? form.get('value') : (question.choices?.[Number(form.get('choice') ?? NaN)] ?? null);
    const result = await server.answer(id, {
      yes,
      by: how === undefined ? consoleUser() : `${consoleUser()} by ${how}`.slice(0, 80),
      channel: 'console',
      ...(yes && value !== null && { value }),
      ...(yes && code !== '' && { code }),
      ...(say === 'grant' && { grantSeconds: GRANT_SECONDS }),
    });
    if (!result.ok) return refused(`Not answered: ${result.why}`);
    if (question.kind !== 'approve') return done(yes ? 'Answered.' : 'Answered with no.');
    if (!yes) return { kind: 'refused', text: 'Refused. Nothing is done.' };
    return done(
      `${say === 'grant' ? 'Allowed, and this kind for an hour.' : 'Allowed, once.'} What comes of it stands below.`,
    );
  });
}

export async function stopSessions(deps: ConsoleDeps, form: URLSearchParams): Promise<Notice> {
  return withConsoleServers(deps, async (servers) => {
    if (form.get('all') === 'yes') {
      const { answers, silent } = await askEachServer(servers, (server) => server.stop({}, { by: consoleUser() }));
      const count = answers.reduce((sum, each) => sum + each, 0);
      return silent.length > 0 ? refused(silent.join(' ')) : done(stopped(count));
    }
    const server = pick(servers, form);
    const name = sessionIn(form);
    // Without both names it would be more than one.
    if (server === undefined || name === undefined) return refused(GONE);
    return done(stopped(await server.stop(name, { by: consoleUser() })));
  });
}

export async function pauseSession(deps: ConsoleDeps, form: URLSearchParams): Promise<Notice> {
  return withConsoleServers(deps, async (servers) => {
    const name = sessionIn(form);
    const count = name && (await pick(servers, form)?.pause(name, consoleUser()));
    if (count === undefined) return refused(GONE);
    return count > 0
      ? done('Paused: the agent waits, and the session stays as it is.')
      : refused('It is paused already, or over.');
  });
}

/** A paused session, or a stopped caller. */
export async function resumeHeld(deps: ConsoleDeps, form: URLSearchParams): Promise<Notice> {
  return withConsoleServers(deps, async (servers) => {
    const principal = form.get('principal') ?? '';
    const match = sessionIn(form) ?? (principal === '' ? {} : { principal });
    const resumed = await pick(servers, form)?.resume(match, consoleUser());
    if (resumed === undefined) return refused(GONE);
    return resumed.sessions + resumed.callers > 0
      ? done('Resumed: the agent may go on.')
      : refused('There was nothing to resume.');
  });
}

function sessionIn(form: URLSearchParams): SessionName | undefined {
  const [principal, client, session] = [form.get('principal'), form.get('client'), form.get('session')];
  if (!principal || !session) return undefined;
  return { principal, ...(client ? { client } : {}), session };
}

export async function revokeGrant(deps: ConsoleDeps, form: URLSearchParams): Promise<Notice> {
  return withConsoleServers(deps, async (servers) => {
    const result = await pick(servers, form)?.revoke(form.get('grant') ?? '', consoleUser());
    if (result === undefined) return refused(GONE);
    return result.ok ? done('Revoked.') : refused(result.why);
  });
}

function pick(servers: readonly ConsoleServer[], form: URLSearchParams): ConsoleServer | undefined {
  return servers.find(({ id }) => id === form.get('server'));
}

function stopped(count: number): string {
  const ended = count === 1 ? 'One session was ended.' : `${String(count)} sessions were ended.`;
  return `${ended} No new one is opened until you press Resume.`;
}

function done(text: string): Notice {
  return { kind: 'done', text };
}

function refused(text: string): Notice {
  return { kind: 'refused', text };
}
