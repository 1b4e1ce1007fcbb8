import type { Workspace } from '../../config/index.js';
import { livenessOf } from '../../platform/process-liveness.js';
import { askPort } from './ask-port.js';
import type { PortAnswer } from './ask-port.js';
import { forgetRunning, readRunning } from './running-chrome.js';
import type { RunningChrome } from './running-chrome.js';

export type ChromeState =
  | { readonly kind: 'none'; readonly cleared: boolean }
  /** No answer: it hangs, it is starting, or another program has its port. */
  | { readonly kind: 'running'; readonly running: RunningChrome; readonly answer: PortAnswer | undefined }
  /** On another machine or in another container: its number says nothing here. */
  | { readonly kind: 'elsewhere'; readonly running: RunningChrome };

/** Whether the browser that was started last still runs; what a dead one left behind is cleared away. */
export async function readChromeState(workspace: Workspace): Promise<ChromeState> {
  const running = readRunning(workspace);
  if (running === undefined) return { kind: 'none', cleared: false };
  const liveness = running === 'unreadable' ? 'dead' : livenessOf(running);
  if (running === 'unreadable' || liveness === 'dead') return cleared(workspace, running);
  if (liveness === 'unknown') return { kind: 'elsewhere', running };
  const reply = await askPort(running.port);
  const answer = reply !== undefined && reply.id === running.id ? reply : undefined;
  // Windows tells no start time here: what does not answer by that browser's name may be anybody's process.
  if (answer === undefined && process.platform === 'win32') return cleared(workspace, running);
  return { kind: 'running', running, answer };
}

function cleared(workspace: Workspace, running: RunningChrome | 'unreadable'): ChromeState {
  forgetRunning(workspace, running);
  return { kind: 'none', cleared: true };
}
