import { spawn } from 'node:child_process';

export interface Command {
  readonly program: string;
  /** Fixed words and checked values. No shell reads them. */
  readonly args: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Secrets are passed by stdin: every process of the machine can read another's arguments. */
  readonly input?: string;
  readonly timeoutMs: number;
  readonly maxBytes: number;
}

export type CommandResult =
  | { readonly kind: 'ran'; readonly status: number; readonly output: string; readonly stderr: string }
  | { readonly kind: 'not-found' | 'too-slow' | 'too-much' | 'failed' };

const MAX_STDERR = 8192;

/** The output stays in this process: `stderr` tells one fault from another and is never passed on, since it may hold a secret. */
export function runCommand(command: Command, signal: AbortSignal): Promise<CommandResult> {
  const { program, args, environment, timeoutMs, maxBytes } = command;
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve({ kind: 'too-slow' });
      return;
    }
    // A process group of its own, so that child processes of the command end with it.
    const child = spawn(program, args, { env: environment, detached: true, shell: false, windowsHide: true });
    const output: Buffer[] = [];
    let size = 0;
    let stderr = '';
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
      if (size > maxBytes) end({ kind: 'too-much' });
      else output.push(chunk);
    });
    child.stderr.on('data', (chunk: Buffer) => {
      stderr = (stderr + chunk.toString('utf8')).slice(0, MAX_STDERR);
    });
    child.on('close', (status) => {
      end({ kind: 'ran', status: status ?? 1, output: Buffer.concat(output).toString('utf8'), stderr });
    });
    // EPIPE: the command did not read its input, which is no fault.
    child.stdin.on('error', () => undefined);
    child.stdin.end(command.input ?? '');
  });
}

function endGroup(pid: number | undefined): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // The group has ended by itself.
  }
}
