import type { PerformanceFigures } from '../../core/index.js';
import { evaluateApart } from '../cdp/page-cdp-session.js';
import { ifInTime } from './call-time.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';
import type { NetworkRow, TabLogs } from './tab-logs.js';

const SIZES_MS = 2_000;
const TYPES: ReadonlySet<string> = new Set(
  'document stylesheet image media font script texttrack xhr fetch eventsource websocket manifest ping'.split(' '),
);

/**
 * In a world of our own, where a page has patched nothing: the entries are the browser's, and a page can neither add nor
 * change those of these types. Entries that were there before are given to a new observer in one go (`buffered`).
 */
const MEASURE = `new Promise((done) => {
  const seen = (type, options) => new Promise((give) => {
    const entries = [];
    try {
      new PerformanceObserver((list) => { entries.push(...list.getEntries()); }).observe({ type, buffered: true, ...options });
    } catch { give([]); return; }
    setTimeout(() => give(entries), 60);
  });
  Promise.all([
    seen('largest-contentful-paint'), seen('layout-shift'), seen('event', { durationThreshold: 16 }),
    seen('first-input'), seen('longtask'), seen('paint'),
  ]).then(([lcp, shifts, events, inputs, tasks, paints]) => {
    let cls = 0, sum = 0, first = 0, last = 0;
    for (const shift of shifts) {
      if (shift.hadRecentInput) continue;
      if (sum > 0 && shift.startTime - last < 1000 && shift.startTime - first < 5000) sum += shift.value;
      else { sum = shift.value; first = shift.startTime; }
      last = shift.startTime;
      cls = Math.max(cls, sum);
    }
    const longest = (list) => list.reduce((most, { duration }) => Math.max(most, duration), 0);
    const pressed = events.filter(({ interactionId }) => interactionId > 0);
    const [way] = performance.getEntriesByType('navigation');
    done({
      ttfb: way ? way.responseStart : -1,
      fcp: paints.find(({ name }) => name === 'first-contentful-paint')?.startTime ?? -1,
      lcp: lcp.at(-1)?.startTime ?? -1,
      cls,
      inp: pressed.length > 0 ? longest(pressed) : inputs.length > 0 ? longest(inputs) : -1,
      fid: inputs.length > 0 ? inputs[0].processingStart - inputs[0].startTime : -1,
      domReady: way?.domContentLoadedEventEnd || -1,
      load: way?.loadEventEnd || -1,
      count: tasks.length,
      totalMs: tasks.reduce((all, { duration }) => all + duration, 0),
      longestMs: longest(tasks),
    });
  });
})`;

export function measurePerformance(deps: PageDeps): Promise<PerformanceFigures> {
  return readHere(deps, async (origin) => {
    const [measured, requests] = await Promise.all([
      evaluateApart(deps.tab.page, MEASURE),
      requestsOf(deps.tab.logs, deps),
    ]);
    const figure = (name: string): number | undefined => figureIn(measured, name);
    const whole = (name: string): number => Math.round(figure(name) ?? 0);
    const vitals = Object.fromEntries(
      (['ttfb', 'fcp', 'lcp', 'inp', 'fid', 'domReady', 'load'] as const).flatMap((name) => {
        const value = figure(name);
        return value === undefined ? [] : [[name, Math.round(value)]];
      }),
    );
    const cls = figure('cls');
    return {
      origin,
      ...vitals,
      ...(cls === undefined ? {} : { cls: Math.round(cls * 1000) / 1000 }),
      longTasks: { count: whole('count'), totalMs: whole('totalMs'), longestMs: whole('longestMs') },
      requests,
    };
  });
}

function figureIn(measured: unknown, name: string): number | undefined {
  if (typeof measured !== 'object' || measured === null) return undefined;
  const value: unknown = Reflect.get(measured, name);
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

/** Of the top document that is there now. */
async function requestsOf(logs: TabLogs, { tab }: PageDeps): Promise<PerformanceFigures['requests']> {
  const all = logs.network.rows();
  const top = all.findLastIndex(({ request }) => isTopDocument(request, tab.page));
  const rows = all.slice(Math.max(0, top));
  const sizes = await Promise.all(rows.filter(({ done }) => done === true).map(sizeOf));
  const byType: Record<string, number> = {};
  for (const { type } of rows) {
    const name = TYPES.has(type) ? type : 'other';
    byType[name] = (byType[name] ?? 0) + 1;
  }
  return {
    total: rows.length,
    failed: rows.filter(({ failed }) => failed !== undefined).length,
    bytes: sizes.reduce((sum, size) => sum + size, 0),
    byType,
    isCut: top === -1 && rows.length > 0,
  };
}

function isTopDocument(request: NetworkRow['request'], page: PageDeps['tab']['page']): boolean {
  if (!request.isNavigationRequest() || request.redirectedFrom() !== null) return false;
  try {
    return request.frame() === page.mainFrame();
  } catch {
    // A frame that is gone was not the top one.
    return false;
  }
}

async function sizeOf({ request }: NetworkRow): Promise<number> {
  const sizes = await ifInTime(SIZES_MS, request.sizes());
  return Math.max(0, (sizes?.responseBodySize ?? 0) + (sizes?.responseHeadersSize ?? 0));
}
