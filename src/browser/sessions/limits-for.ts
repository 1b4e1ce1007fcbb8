import { LIMIT_NAMES } from '../../core/index.js';
import type { LimitName, SessionLimits, Team } from '../../core/index.js';
import type { BrowserOptions } from '../options.js';
import { bytesOf } from '../session-options.js';

/** A limit of one session, and the key of the configuration that set it. */
export interface SetLimit {
  readonly max: number;
  readonly key: string;
}

/** Absent: no limit. */
export type SetLimits = Readonly<Partial<Record<LimitName, SetLimit>>>;

const KEYS: Readonly<Record<LimitName, { readonly ours: string; readonly team: string }>> = {
  memoryBytes: { ours: 'memory', team: 'memory' },
  cpuSeconds: { ours: 'cpuSeconds', team: 'cpu_seconds' },
  tabs: { ours: 'maxTabs', team: 'max_tabs' },
  frames: { ours: 'maxFrames', team: 'max_frames' },
  downloads: { ours: 'maxDownloads', team: 'max_downloads' },
  downloadBytes: { ours: 'downloadMb', team: 'download_mb' },
  responseBytes: { ours: 'responseMb', team: 'response_mb' },
  sessionSeconds: { ours: 'timeoutSeconds', team: 'session_seconds' },
  actions: { ours: 'maxActions', team: 'max_actions' },
};

const MB = 1024 ** 2;
const SESSION_SECONDS = 28_800;
/** What a team has where the configuration is silent. */
const TEAM = { sessionSeconds: 300, actions: 100, responseBytes: 2000 * MB } as const;

/** What a session of this caller may use: what the configuration says, or its team where that is less. */
export function limitsFor(options: BrowserOptions['sessions'], team: Team | undefined): SetLimits {
  const ours = ownLimits(options, team !== undefined);
  const theirs = team?.limits ?? {};
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const [max, own] = [ours[name], theirs[name]];
      const isOwn = own !== undefined && (max === undefined || own < max);
      const key = isOwn ? `teams.${team?.name ?? ''}.browser.${KEYS[name].team}` : `sessions.${KEYS[name].ours}`;
      const least = isOwn ? own : max;
      return least === undefined ? [] : [[name, { max: least, key }]];
    }),
  );
}

/** For a session that is open while its team changes: the stricter of both. */
export function stricterOf(one: SetLimits, other: SetLimits): SetLimits {
  return Object.fromEntries(
    LIMIT_NAMES.flatMap((name) => {
      const [first, second] = [one[name], other[name]];
      const least = first && second ? (second.max < first.max ? second : first) : (first ?? second);
      return least === undefined ? [] : [[name, least]];
    }),
  );
}

function ownLimits(options: BrowserOptions['sessions'], isTeam: boolean): SessionLimits {
  const { memory, cpuSeconds, maxTabs, maxFrames, maxDownloads, downloadMb, responseMb } = options;
  const usual = isTeam ? TEAM : { sessionSeconds: SESSION_SECONDS };
  const set = {
    memoryBytes: bytesOf(memory),
    cpuSeconds,
    tabs: maxTabs,
    frames: maxFrames,
    downloads: maxDownloads,
    downloadBytes: downloadMb * MB,
    responseBytes: responseMb === undefined ? undefined : responseMb * MB,
    sessionSeconds: options.timeoutSeconds,
    actions: options.maxActions,
  };
  return { ...usual, ...Object.fromEntries(Object.entries(set).filter(([, max]) => max !== undefined)) };
}
