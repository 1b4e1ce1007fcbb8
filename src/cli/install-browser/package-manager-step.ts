import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { runProgram } from './run-program.js';
import type { Step } from './step.js';

interface Manager {
  readonly program: string;
  readonly commands: readonly (readonly string[])[];
  readonly needsRoot: boolean;
}

const MANAGERS: readonly Manager[] = [
  {
    program: 'apt-get',
    commands: [['update'], ['install', '-y', '--no-install-recommends', 'chromium']],
    needsRoot: true,
  },
  { program: 'dnf', commands: [['install', '-y', 'chromium']], needsRoot: true },
  { program: 'pacman', commands: [['-Sy', '--noconfirm', '--needed', 'chromium']], needsRoot: true },
  { program: 'apk', commands: [['add', '--no-cache', 'chromium']], needsRoot: true },
  { program: 'zypper', commands: [['--non-interactive', 'install', 'chromium']], needsRoot: true },
  { program: 'brew', commands: [['install', '--cask', 'chromium']], needsRoot: false },
];

const TEN_MINUTES = 600_000;

export const packageManagerStep: Step = {
  says: "the system's package manager",
  run: async ({ env, watch }) => {
    const manager = MANAGERS.find(({ program }) => isOnPath(program, env));
    if (manager === undefined) return { wentOn: 'none that is known is here' };
    const before = manager.needsRoot ? await rootPrefix(env) : [];
    const lines = manager.commands.map((args) => [manager.program, ...args]);
    if (before === undefined) {
      const byHand = lines.map((line) => `sudo ${line.join(' ')}`).join(' && ');
      return { wentOn: `${manager.program} needs root, and sudo would ask for a password. By hand: ${byHand}` };
    }
    for (const line of lines) {
      const [program = '', ...args] = [...before, ...line];
      watch.line(line.join(' '));
      const result = await runProgram(program, args, {
        env: { ...env, DEBIAN_FRONTEND: 'noninteractive' },
        timeoutMs: TEN_MINUTES,
        onLine: watch.line,
      });
      if (!result.ok) return { wentOn: result.why };
    }
    return 'done';
  },
};

/** Nothing for root, sudo where it does not ask; otherwise undefined. */
async function rootPrefix(env: NodeJS.ProcessEnv): Promise<readonly string[] | undefined> {
  if (process.getuid?.() === 0) return [];
  if (!isOnPath('sudo', env)) return undefined;
  const { ok } = await runProgram('sudo', ['-n', 'true'], { env, timeoutMs: 5000 });
  return ok ? ['sudo', '-n'] : undefined;
}

export function isOnPath(program: string, env: NodeJS.ProcessEnv): boolean {
  return (env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK);
      return folder !== '';
    } catch {
      return false;
    }
  });
}
