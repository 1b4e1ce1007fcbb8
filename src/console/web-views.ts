import type { JsonObject, PendingQuestion } from '../core/index.js';
import { allowedPage } from './pages/allowed-page.js';
import { countPage } from './pages/layout.js';
import type { PageFrame } from './pages/layout.js';
import type { Markup } from './pages/markup.js';
import { nowPage } from './pages/now-page.js';
import { RECORD_FILTERS, recordPage } from './pages/record-page.js';
import type { RecordQuery } from './pages/record-page.js';
import { replayPage } from './pages/replay-page.js';
import { waitingPage } from './pages/waiting-page.js';
import type { ReaderPresence } from '../gateway/gateway.js';
import { trialIn, tryOut } from './web-try.js';
import { askEachServer, withConsoleServers } from './web-source.js';
import type { ConsoleDeps, ConsoleServer } from './web-source.js';

/** What a page needs of the person who looks. */
export interface Viewer extends Pick<PageFrame, 'csrf' | 'notice'> {
  /** Whether somebody is there who sees the page, or is told of what is new on it. */
  readonly presence: ReaderPresence;
}

const REPLAY_ENTRIES = 500;

export function showNow(deps: ConsoleDeps, viewer: Viewer): Promise<Markup> {
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, async (server) => {
      const [about, sessions, pending, stopped] = await Promise.all([
        server.about(),
        server.sessions(),
        server.pending(watchOnly(viewer)),
        server.stopped(),
      ]);
      return { id: server.id, transport: textIn(about, 'transport'), sessions, pending, stopped };
    });
    const waiting = openCountOf(answers.flatMap(({ pending }) => pending));
    return nowPage({ ...viewer, ...waiting, silent }, answers, Date.now());
  });
}

export function showWaiting(deps: ConsoleDeps, viewer: Viewer): Promise<Markup> {
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, async (server) => {
      const [questions, grants, answered] = await Promise.all([
        server.pending(viewer.presence),
        server.grants(),
        server.answered(),
      ]);
      return { server: server.id, questions, grants, answered };
    });
    const questions = answers.flatMap(({ server, questions: all }) => all.map((what) => ({ server, what })));
    const grants = answers.flatMap(({ server, grants: all }) => all.map((what) => ({ server, what })));
    const answered = answers.flatMap(({ server, answered: all }) => all.map((what) => ({ server, what })));
    const waiting = openCountOf(questions.map(({ what }) => what));
    return waitingPage({ ...viewer, ...waiting, silent }, { questions, grants, answered }, Date.now());
  });
}

export async function showCount(deps: ConsoleDeps, viewer: Viewer): Promise<Markup> {
  return countPage(await frameFor(deps, viewer));
}

export async function showRecord(deps: ConsoleDeps, viewer: Viewer, asked: URLSearchParams): Promise<Markup> {
  const query: RecordQuery = Object.fromEntries(
    RECORD_FILTERS.flatMap((name) => {
      const value = asked.get(name)?.trim() ?? '';
      return value === '' ? [] : [[name, value.slice(0, 200)]];
    }),
  );
  const before = asked.get('before') ?? undefined;
  const [frame, part] = await Promise.all([
    frameFor(deps, viewer),
    deps.audit.page({ filter: query, limit: 50, ...(before !== undefined && { before }) }),
  ]);
  // The newest page needs no index; what the person looks for next, while they read it, does.
  deps.audit.page({ filter: { kind: 'start' } }).catch(() => undefined);
  return recordPage(frame, query, part, before === undefined);
}

export async function showReplay(deps: ConsoleDeps, viewer: Viewer, asked: URLSearchParams): Promise<Markup> {
  const session = asked.get('session') ?? '';
  const principal = asked.get('principal') ?? undefined;
  const all = asked.get('all') === 'yes';
  const client = asked.get('client') ?? undefined;
  const which = { all, ...(principal !== undefined && { principal }), ...(client !== undefined && { client }) };
  const [frame, entries] = await Promise.all([frameFor(deps, viewer), deps.audit.timeline(session, which)]);
  const shown = entries.slice(-REPLAY_ENTRIES);
  const find = (asked.get('find') ?? '').trim().slice(0, 200);
  const leftOut = entries.length - shown.length;
  return replayPage(frame, { session, principal, client, all, find, entries: shown, leftOut });
}

/** The address may fill the form in; it is judged when a person presses the button. */
export function showAllowed(
  deps: ConsoleDeps,
  viewer: Viewer,
  asked: URLSearchParams,
  isPressed = false,
): Promise<Markup> {
  const trial = trialIn(asked);
  return withConsoleServers(deps, async (servers) => {
    const [{ answers, silent }, tried] = await Promise.all([
      askEachServer(servers, async (server) => ({
        about: await server.about(),
        pending: await server.pending(watchOnly(viewer)),
        server,
      })),
      isPressed ? tryOut(deps, servers, trial) : undefined,
    ]);
    const waiting = openCountOf(answers.flatMap(({ pending }) => pending));
    const postures = answers.map(({ server, about }) => postureOf(server, about));
    return allowedPage({ ...viewer, ...waiting, silent }, postures, trial, tried);
  });
}

function frameFor(deps: ConsoleDeps, viewer: Viewer): Promise<PageFrame> {
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, (server) => server.pending(watchOnly(viewer)));
    return { ...viewer, ...openCountOf(answers.flat()), silent };
  });
}

/** On pages that show no question, only how many there are. */
export function watchOnly({ presence }: Pick<Viewer, 'presence'>): ReaderPresence {
  return { watches: presence.watches };
}

export function openCountOf(pending: readonly PendingQuestion[]): Pick<PageFrame, 'waiting' | 'newest'> {
  return { waiting: pending.length, newest: Math.max(0, ...pending.map(({ askedAt }) => askedAt)) };
}

function postureOf({ id }: ConsoleServer, about: JsonObject) {
  const { posture } = about;
  const lines = Array.isArray(posture) ? posture.filter((line) => typeof line === 'string') : [];
  return {
    id,
    transport: textIn(about, 'transport'),
    lines: lines.length > 0 ? lines : ['posture: this server does not tell; it is on its record'],
  };
}

function textIn(about: JsonObject, name: string): string {
  const value = about[name];
  return typeof value === 'string' ? value : '';
}
