import { spawn } from 'node:child_process';

export interface Command {
  readonly program: string;
  /** Fixed words, and what was checked; never a shell's line. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Secrets go in here: arguments are for every process to see. */
  readonly input?: string;
  readonly timeoutMs: number;
  readonly mostBytes: number;
}

export type CommandResult =
  | { readonly kind: 'ran'; readonly status: number; readonly output: string; readonly said: string }
  | { readonly kind: 'not-found' | 'too-slow' | 'too-much' | 'failed' };

const MAX_SAID = 8192;

/** What it prints is for us alone: `said` (its stderr) is for telling one fault from another and is never passed on. */
export function runCommand(command: Command, signal: AbortSignal): Promise<CommandResult> {
  const { program, args, environment, timeoutMs, mostBytes } = command;
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ kind: 'too-slow' });
      return;
    }
    // A group of its own, so that what the command started ends with it.
    const child = spawn(program, args, { env: environment, detached: true, shell: false, windowsHide: true });
    const output: Buffer[] = [];
    let size = 0;
    let said = '';
    const end = (result: CommandResult): void => {
      clearTimeout(timer);
      signal.removeEventListener('abort', tooSlow);
      if (child.exitCode === null && child.signalCode === null) endGroup(child.pid);
      resolve(result);
    };
    const tooSlow = (): void => {
      end({ kind: 'too-slow' });
    };
    const timer = setTimeout(tooSlow, timeoutMs);
    signal.addEventListener('abort', tooSlow, { once: true });
    child.on('error', (error: NodeJS.ErrnoException) => {
      end({ kind: error.code === 'ENOENT' ? 'not-found' : 'failed' });
    });
    child.stdout.on('data', (chunk: Buffer) => {
      size += chunk.length;
      if (size > mostBytes) end({ kind: 'too-much' });
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      said = (said + chunk.toString('utf8')).slice(0, MAX_SAID);
    });
    child.on('close', (status) => {
      end({ kind: 'ran', status: status ?? 1, output: Buffer.concat(output).toString('utf8'), said });
    });
    // A command that does not read its input is no fault.
    child.stdin.on('error', () => undefined);
    child.stdin.end(command.input ?? '');
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has ended by itself.
  }
}
