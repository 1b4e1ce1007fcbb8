import { spawn } from 'node:child_process';
import { stripVTControlCharacters } from 'node:util';
import { printable } from '../terminal.js';

export interface ProgramRun {
  readonly ok: boolean;
  /** Why not, in one line. */
  readonly why: string;
  readonly stdout: string;
}

export interface ProgramOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd?: string;
  readonly timeoutMs: number;
  readonly input?: NodeJS.ReadableStream;
  readonly onLine?: (line: string) => void;
}

/** Where it happened in somebody's source, and where its log is not: no reason for a person. */
const SAYS_NOTHING = /^(?:at |\})|^npm error (?:Log files|A complete log)/u;
const MAX_KEPT = 1_000_000;

/** Runs a program to its end; never throws, never hangs for ever. */
export function runProgram(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramRun> {
  return new Promise((resolve) => {
    let stdout = '';
    let last = '';
    const child = spawn(program, args, {
      env: options.env,
      cwd: options.cwd,
      stdio: [options.input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
    });
    const timer = setTimeout(() => {
      last = `it took longer than ${String(options.timeoutMs / 1000)} s`;
      child.kill('SIGKILL');
    }, options.timeoutMs);
    const collect = (chunk: Buffer) => {
      for (const part of chunk.toString('utf8').split(/[\r\n]+/u)) {
        const line = stripVTControlCharacters(part).trim();
        if (line === '') continue;
        options.onLine?.(line);
        if (!SAYS_NOTHING.test(line)) last = line;
      }
    };
    child.stdout?.on('data', (chunk: Buffer) => {
      if (stdout.length < MAX_KEPT) stdout += chunk.toString('utf8');
      collect(chunk);
    });
    child.stderr?.on('data', collect);
    if (child.stdin) options.input?.pipe(child.stdin).on('error', () => undefined);
    child.once('error', (error) => {
      clearTimeout(timer);
      resolve({ ok: false, why: `${program} could not be started (${printable(error.message, 120)})`, stdout });
    });
    child.once('close', (code) => {
      clearTimeout(timer);
      const why = `${program} ended with ${code === null ? 'a signal' : String(code)}: ${printable(last, 200)}`;
      resolve({ ok: code === 0, why: code === 0 ? '' : why, stdout });
    });
  });
}
