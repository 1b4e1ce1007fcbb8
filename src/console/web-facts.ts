import { Failure } from '../core/index.js';
import type { JsonObject } from '../core/index.js';
import { demoPage } from './pages/demo-page.js';
import type { ShownTrick } from './pages/demo-page.js';
import { healthPage } from './pages/health-page.js';
import { identitiesPage } from './pages/identities-page.js';
import type { LastUse } from './pages/identities-page.js';
import type { Markup } from './pages/markup.js';
import { teamsPage } from './pages/teams-page.js';
import type { HealthFinding } from './workspace-facts-port.js';
import { askEachServer, withConsoleServers } from './web-source.js';
import type { ConsoleDeps } from './web-source.js';
import { openCountOf, watchOnly } from './web-views.js';
import type { Viewer } from './web-views.js';

/** Sessions that are signed in, with their sites, and the identities that the vault keeps. */
export function showIdentities(deps: ConsoleDeps, viewer: Viewer): Promise<Markup> {
  return withFrame(deps, viewer, async (frame, servers) => {
    const vault = await orWhy(async () => {
      const { backend, kept } = await deps.facts.identities();
      const shown: ((typeof kept)[number] & { readonly lastUse: LastUse })[] = [];
      for (const each of kept) shown.push({ ...each, lastUse: await orWhy(() => lastUseOf(deps, each.host)) });
      return { backend, kept: shown };
    });
    const sessions = servers.flatMap(({ id, sessions: all }) => all.map((facts) => ({ server: id, facts })));
    return identitiesPage(frame, { sessions, vault }, Date.now());
  });
}

/** From the record, so that it lasts longer than the session and the server that used it. */
async function lastUseOf({ audit }: ConsoleDeps, identity: string): Promise<number | undefined> {
  const { entries } = await audit.page({ filter: { kind: 'call', identity }, limit: 1 });
  const at = Date.parse(entries[0]?.time ?? '');
  return Number.isNaN(at) ? undefined : at;
}

export function showTeams(deps: ConsoleDeps, viewer: Viewer): Promise<Markup> {
  return withFrame(deps, viewer, async (frame, servers) => {
    const open = new Map<string, number>();
    for (const { principal } of servers.flatMap(({ sessions }) => sessions))
      open.set(principal, (open.get(principal) ?? 0) + 1);
    return teamsPage(frame, await orWhy(() => deps.facts.teams()), open);
  });
}

export function showDemo(deps: ConsoleDeps, viewer: Viewer, tricks: readonly ShownTrick[]): Promise<Markup> {
  return withFrame(deps, viewer, (frame) => Promise.resolve(demoPage(frame, tricks)));
}

export function showHealth(deps: ConsoleDeps, viewer: Viewer, check = false): Promise<Markup> {
  return withFrame(deps, viewer, async (frame, servers) => {
    const newest = async (event: string) =>
      (await deps.audit.page({ filter: { kind: 'event', event }, limit: 1 }).catch(() => undefined))?.entries[0];
    const [browser, selfTest, findings, checked] = await Promise.all([
      newest('browser.started'),
      newest('browser.tested'),
      orWhy(() => deps.facts.health()),
      check ? orWhy(() => deps.facts.checkRecord()) : undefined,
    ]);
    const shown = servers.map(({ id, about, sessions, pending }) => ({
      ...{ id, sessions: sessions.length, questions: pending.length },
      ...{ version: textOf(about, 'version'), transport: textOf(about, 'transport'), startedAt: startOf(about) },
      problems: linesOf(about, 'problems'),
    }));
    return healthPage(frame, { servers: shown, browser, selfTest, findings, checked: asFinding(checked) }, Date.now());
  });
}

function withFrame(
  deps: ConsoleDeps,
  viewer: Viewer,
  show: (
    frame: Viewer & ReturnType<typeof openCountOf> & { readonly silent: readonly string[] },
    servers: readonly Awaited<ReturnType<typeof askOne>>[],
  ) => Promise<Markup>,
): Promise<Markup> {
  return withConsoleServers(deps, async (servers) => {
    const { answers, silent } = await askEachServer(servers, (server) => askOne(server, viewer));
    return show({ ...viewer, ...openCountOf(answers.flatMap(({ pending }) => pending)), silent }, answers);
  });
}

async function askOne(server: Awaited<ReturnType<ConsoleDeps['servers']>>[number], viewer: Viewer) {
  const [about, sessions, pending] = await Promise.all([
    server.about(),
    server.sessions(),
    server.pending(watchOnly(viewer)),
  ]);
  return { id: server.id, about, sessions, pending };
}

/** What cannot be read is said on the page that would show it. */
async function orWhy<T>(ask: () => Promise<T>): Promise<T | string> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Failure) return `${error.code}: ${error.hint ?? ''}`;
    return 'it failed for a reason that is not known';
  }
}

function asFinding(checked: HealthFinding | string | undefined): HealthFinding | undefined {
  return typeof checked === 'string' ? { name: 'record', level: 'fail', says: checked } : checked;
}

function textOf(about: JsonObject, name: string): string {
  const value = about[name];
  return typeof value === 'string' ? value : '';
}

function linesOf(about: JsonObject, name: string): string[] {
  const value = about[name];
  return Array.isArray(value) ? value.filter((line) => typeof line === 'string') : [];
}

function startOf(about: JsonObject): number | undefined {
  const at = Date.parse(textOf(about, 'startedAt'));
  return Number.isNaN(at) ? undefined : at;
}
