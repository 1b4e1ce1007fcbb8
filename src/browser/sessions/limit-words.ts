import { Failure } from '../../core/index.js';
import type { LimitName } from '../../core/index.js';
import { CPU_WINDOW_SECONDS } from '../session-options.js';
import type { LimitFigure } from './session-usage.js';

const MB = 1024 ** 2;

/** What is said to whoever uses a session when it is ended for a limit. */
export function limitFailure(figure: LimitFigure, where: string): Failure {
  return new Failure('session.limit', `It used ${figureWords(figure)}, and was ended.${where}`);
}

export function figureWords({ name, used, limit }: LimitFigure): string {
  const [shown, max, unit] = WORDS[name](used, limit.max);
  return `${shown} of ${max} ${unit} (${limit.key})`;
}

const plain = (unit: string) => (used: number, max: number) => [whole(used), whole(max), unit] as const;
const megabytes = (unit: string) => (used: number, max: number) => [whole(used / MB), whole(max / MB), unit] as const;
const WORDS: Readonly<Record<LimitName, (used: number, max: number) => readonly [string, string, string]>> = {
  memoryBytes: megabytes('MB of memory'),
  cpuSeconds: plain(`processor seconds within ${String(CPU_WINDOW_SECONDS)} s`),
  tabs: plain('tabs'),
  frames: plain('frames'),
  downloads: plain('files kept'),
  downloadBytes: megabytes('MB of files kept'),
  responseBytes: megabytes('MB received'),
  sessionSeconds: plain('seconds'),
  actions: plain('actions'),
};

function whole(figure: number): string {
  return Math.round(figure).toLocaleString('en-US');
}
