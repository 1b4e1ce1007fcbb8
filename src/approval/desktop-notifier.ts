import { execFile } from 'node:child_process';
import { onePageLine, ownCommand } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';

export interface NotifierDeps {
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly log: (line: string) => void;
  readonly platform?: NodeJS.Platform;
  readonly clock?: () => number;
}

const MAX_MS = 5000;
/** Many notifications are none: an agent that asks again and again must not fill the screen. */
const MIN_PAUSE_MS = 20_000;
const MAX_IN_WINDOW = 6;
const WINDOW_MS = 600_000;
const MAX_HOST = 60;

interface Program {
  readonly file: string;
  readonly args: readonly string[];
}

/** Tells the person at this desktop that a question waits. Resolves with false where nobody was told. */
export function desktopNotifier(deps: NotifierDeps): (question: PendingQuestion) => Promise<boolean> {
  const { environment, log, platform = process.platform, clock = Date.now } = deps;
  let shownAt: number[] = [];
  let hasFailed = false;
  return async (question) => {
    const now = clock();
    shownAt = shownAt.filter((at) => now - at < WINDOW_MS);
    const last = shownAt.at(-1) ?? -Infinity;
    // The one on the screen says that something waits; it is true of this question as well.
    if (now - last < MIN_PAUSE_MS || shownAt.length >= MAX_IN_WINDOW) return false;
    const program = programFor(platform, noticeText(question));
    if (program === undefined) return false;
    shownAt.push(now);
    const outcome = await run(program, environment);
    // Without the program this is no desktop, and nobody expects a notification.
    if (outcome === 'failed' && !hasFailed)
      log(`${program.file} could show no notification; approval.notify: off stops trying`);
    hasFailed ||= outcome === 'failed';
    return outcome === 'shown';
  };
}

/** No word of the question: a notification may show on a locked screen. Of the page only its host, in safe characters. */
export function noticeText({ origin, risk, kind }: Pick<PendingQuestion, 'origin' | 'risk' | 'kind'>): string {
  const host = origin !== undefined && URL.canParse(origin) ? new URL(origin).host : '';
  const where = onePageLine(host, MAX_HOST).replace(/[^A-Za-z0-9.:-]/gu, '');
  const what =
    kind === 'approve'
      ? `An agent waits for your approval${risk ? ` (${risk} risk)` : ''}`
      : 'An agent asks you something';
  return `${what}${where === '' ? '' : ` on ${where}`}. Answer with: ${ownCommand('approvals watch')}`;
}

/** Fixed arguments; the text is one argument, and no shell or script ever reads it. */
function programFor(platform: NodeJS.Platform, text: string): Program | undefined {
  if (platform === 'linux') {
    // The body is read as markup by most desktops.
    const body = text.replace(/[&<>]/gu, ' ');
    return { file: 'notify-send', args: ['--app-name=Gatewright', '--', 'Gatewright', body] };
  }
  if (platform !== 'darwin') return undefined;
  const script = ['on run argv', 'display notification (item 1 of argv) with title "Gatewright"', 'end run'];
  return { file: 'osascript', args: [...script.flatMap((line) => ['-e', line]), text] };
}

function run(
  { file, args }: Program,
  environment: NotifierDeps['environment'],
): Promise<'shown' | 'failed' | 'absent'> {
  return new Promise((resolve) => {
    execFile(file, [...args], { env: { ...environment }, timeout: MAX_MS, windowsHide: true }, (error) => {
      resolve(error === null ? 'shown' : error.code === 'ENOENT' ? 'absent' : 'failed');
    });
  });
}
