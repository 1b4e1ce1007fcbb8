import { z } from 'zod';
import type { PerformanceFigures } from '../../core/index.js';
import { READS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';

export const browserPerformance = defineTool({
  name: 'browser_performance',
  title: 'Measure performance',
  description: 'How fast the page was: web vitals, long tasks, bytes, requests by type, as the browser measured them.',
  capability: 'read',
  requires: ['recording'],
  effect: 'read',
  annotations: READS,
  needs: ['page'],
  input: () => z.strictObject({ ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }) => {
    const figures = await page.measurePerformance();
    const { origin, longTasks, requests, ...vitals } = figures;
    return said(textOf(figures), {
      ...{ origin, vitals, longTasks: { ...longTasks } },
      requests: { ...requests, byType: { ...requests.byType } },
    });
  },
});

/** The limits of what counts as good, by web.dev. */
const GOOD = { ttfb: 800, fcp: 1_800, lcp: 2_500, cls: 0.1, inp: 200, fid: 100 } as const;

/** Figures and words of ours alone: nothing in it is the page's text. */
function textOf(figures: PerformanceFigures): string {
  const { origin, domReady, load, longTasks, requests } = figures;
  const { total, failed, bytes, byType, isCut } = requests;
  const types = Object.entries(byType).map(([type, count]) => `${type} ${String(count)}`);
  const ms = (value: number | undefined): string => (value === undefined ? 'not yet' : `${String(value)} ms`);
  return [
    `performance of ${origin}`,
    (['ttfb', 'fcp', 'lcp', 'cls', 'inp', 'fid'] as const).map((name) => vital(name, figures[name])).join(', '),
    `DOM ready ${ms(domReady)}, load ${ms(load)}`,
    `long tasks ${String(longTasks.count)}, ${String(longTasks.totalMs)} ms in all, longest ${String(longTasks.longestMs)} ms`,
    `requests ${isCut ? 'at least ' : ''}${String(total)}${types.length === 0 ? '' : ` (${types.join(', ')})`}, failed ${String(failed)}, received ${String(Math.round(bytes / 1024))} KB`,
  ].join('\n');
}

function vital(name: keyof typeof GOOD, value: number | undefined): string {
  const title = name.toUpperCase();
  if (value === undefined) return `${title} none yet`;
  const unit = name === 'cls' ? '' : ' ms';
  return `${title} ${String(value)}${unit}${value <= GOOD[name] ? '' : ' (poor)'}`;
}
