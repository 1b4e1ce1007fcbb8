import { z } from 'zod';
import { textOf } from '../../cdp/message-fields.js';
import type { Ownership } from '../../reattach/kept-sessions.js';
import { readOwner } from '../owner-label.js';
import { askJson } from './ask-json.js';
import type { RemotePlace } from './remote-place.js';

const ANSWER_MS = 4000;

const status = z.object({
  value: z.object({
    nodes: z
      .array(
        z.object({
          uri: z.string().optional(),
          availability: z.string().optional(),
          maxSessions: z.number().optional(),
          slots: z.array(
            z.object({
              session: z.object({ sessionId: z.string(), capabilities: z.record(z.string(), z.unknown()) }).nullish(),
            }),
          ),
        }),
      )
      .default([]),
  }),
});

interface Grid {
  readonly url: URL;
  readonly headers: RemotePlace['headers'];
}

type GridNodes = z.output<typeof status>['value']['nodes'];

/** Its nodes, and what runs on them. */
export async function readGridNodes({ url, headers }: Grid): Promise<GridNodes> {
  const { value } = await askJson({ url: at(url, '/status'), headers, timeoutMs: ANSWER_MS });
  return status.parse(value).value.nodes;
}

/** A browser that only starts slowly is not waited for so long. */
const QUEUED_AFTER_MS = 1500;

/** Says how full the Grid is while it keeps requests waiting. Returns how to stop it. */
export function watchQueue(grid: Grid, onQueued: (words: string) => void): () => void {
  let isOver = false;
  const look = async (): Promise<void> => {
    const queued = await queueLength(grid);
    const words = queued === undefined || queued === 0 ? undefined : await describeFill(grid, queued);
    if (isOver) return;
    if (words !== undefined) onQueued(`session.queued: ${words}`);
    timer = setTimeout(() => void look(), QUEUED_AFTER_MS);
  };
  let timer = setTimeout(() => void look(), QUEUED_AFTER_MS);
  return () => {
    isOver = true;
    clearTimeout(timer);
  };
}

/** How full it is, in words, for a call that has waited in vain. */
export async function describeQueue(grid: Grid): Promise<string> {
  return `${await describeFill(grid, await queueLength(grid))} Try again later, or end a session`;
}

async function describeFill(grid: Grid, queued: number | undefined): Promise<string> {
  const nodes = await readGridNodes(grid).catch(() => undefined);
  if (nodes === undefined) return `The Grid at ${grid.url.host} no longer answers.`;
  const up = nodes.filter(({ availability }) => availability === 'UP');
  const used = nodes.flatMap(({ slots }) => slots).filter(({ session }) => session != null).length;
  const most = up.reduce((sum, { maxSessions = 0 }) => sum + maxSessions, 0);
  const waiting = queued === undefined ? '' : ` ${queued} requests are waiting.`;
  return `The Grid at ${grid.url.host} has ${up.length} of ${nodes.length} nodes up and uses ${used} of ${most} slots.${waiting}`;
}

async function queueLength({ url, headers }: Grid): Promise<number | undefined> {
  const asked = { url: at(url, '/se/grid/newsessionqueue/queue'), headers, timeoutMs: ANSWER_MS };
  const answer = await askJson(asked).catch(() => undefined);
  const list = z.object({ value: z.array(z.unknown()) }).safeParse(answer?.value);
  return list.success ? list.data.value.length : undefined;
}

/** What a server wrote into the capabilities of a session that it made. */
export interface SessionMark {
  /** Of the server that made it. */
  readonly made: Ownership | undefined;
  /** Servers of this workspace may take it over. */
  readonly workspace: string | undefined;
}

export interface MarkedSession {
  readonly sessionId: string;
  readonly mark: SessionMark;
}

async function markedSessions(grid: Grid): Promise<readonly MarkedSession[]> {
  const sessions = (await readGridNodes(grid)).flatMap(({ slots }) => slots.flatMap(({ session }) => session ?? []));
  return sessions.map(({ sessionId, capabilities }) => {
    const text = (name: string): string | undefined => textOf(capabilities, `gatewright:${name}`);
    const owner = readOwner(text('owner') ?? text('maker') ?? '');
    const made = owner === undefined ? undefined : { owner, home: text('home') };
    return { sessionId, mark: { made, workspace: text('workspace') } };
  });
}

/** Undefined: the Grid has no such session. */
export async function markOf(grid: Grid, id: string): Promise<SessionMark | undefined> {
  return (await markedSessions(grid)).find(({ sessionId }) => sessionId === id)?.mark;
}

/** Deletes the sessions of servers that are gone, however they ended; those of others stay. `present`: all that there were. */
export async function deleteOrphans(
  grid: Grid,
  orphansOf: (all: readonly MarkedSession[]) => Promise<readonly MarkedSession[]>,
): Promise<{ readonly deleted: number; readonly present: readonly string[] }> {
  const all = await markedSessions(grid);
  const orphans = await orphansOf(all);
  for (const { sessionId } of orphans) {
    const url = at(grid.url, `/session/${encodeURIComponent(sessionId)}`);
    await askJson({ url, method: 'DELETE', headers: grid.headers, timeoutMs: ANSWER_MS }).catch(() => undefined);
  }
  return { deleted: orphans.length, present: all.map(({ sessionId }) => sessionId) };
}

function at(url: URL, path: string): URL {
  return new URL(`${url.href.replace(/\/$/u, '')}${path}`);
}
