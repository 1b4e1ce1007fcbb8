import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { printable } from '../terminal.js';

export type BrowserStart =
  { readonly ok: true; readonly version: string } | { readonly ok: false; readonly why: string };

const START_MS = 20_000;
const LAST_WORDS_MS = 500;

/** No page but about:blank, and nowhere to go: a proxy that is not there and no names. The sandbox is doctor's question. */
const SWITCHES = [
  '--headless',
  '--no-sandbox',
  '--remote-debugging-pipe',
  '--no-startup-window',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-breakpad',
  '--disable-dev-shm-usage',
  '--proxy-server=http://127.0.0.1:9',
  '--host-resolver-rules=MAP * ~NOTFOUND',
];

/** How long its processes may take to be gone after they were killed. */
const GONE_MS = 5000;

const QUESTIONS = [
  { id: 1, method: 'Browser.getVersion' },
  { id: 2, method: 'Target.createTarget', params: { url: 'about:blank' } },
];
const reply = z.object({ id: z.number(), result: z.object({ product: z.string().optional() }).optional() });

/** Starts it once over its pipe and opens about:blank. A file that is there may still lack a library or a processor. */
export async function checkStarts(path: string, scratch: string): Promise<BrowserStart> {
  const folder = mkdtempSync(join(scratch, 'check-'));
  const libraries = join(dirname(path), 'lib');
  const child = spawn(path, [...SWITCHES, `--user-data-dir=${join(folder, 'profile')}`], {
    stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
    detached: process.platform !== 'win32',
    env: {
      HOME: folder,
      TMPDIR: folder,
      PATH: '/usr/bin:/bin',
      ...(existsSync(libraries) && { LD_LIBRARY_PATH: libraries }),
    },
  });
  const gone = new Promise<void>((resolve) => {
    child.once('close', resolve).once('error', () => {
      resolve();
    });
    setTimeout(resolve, GONE_MS).unref();
  });
  try {
    return await converse(child);
  } finally {
    killGroup(child);
    await gone;
    removeScratch(folder);
  }
}

/** The browser's last processes may still write here: a failed removal does not matter, the folder above it goes later. */
function removeScratch(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  } catch {
    // Said by nobody: nothing of it is used.
  }
}

function converse(child: ChildProcess): Promise<BrowserStart> {
  return new Promise((resolve) => {
    let words = '';
    let output = '';
    let version = '';
    const give = (why: string) => {
      clearTimeout(timer);
      resolve({ ok: false, why });
    };
    const timer = setTimeout(() => {
      give(`it did not answer within ${String(START_MS / 1000)} s`);
    }, START_MS);
    child.once('error', (error) => {
      give(printable(error.message, 200));
    });
    const ended = (code: number | null) => {
      give(`it ended with ${String(code)}${lastLine(words)}`);
    };
    child.once('close', ended);
    // Its last words may still be on their way, or a child of it may hold the pipe open for ever.
    child.once('exit', (code) => setTimeout(ended, LAST_WORDS_MS, code));
    child.stderr?.on('data', (chunk: Buffer) => {
      words = (words + chunk.toString('utf8')).slice(-2000);
    });
    const [, , , toBrowser, fromBrowser] = child.stdio;
    if (!(toBrowser instanceof Writable) || !(fromBrowser instanceof Readable)) return;
    toBrowser.on('error', () => undefined);
    for (const question of QUESTIONS) toBrowser.write(`${JSON.stringify(question)}\0`);
    fromBrowser.on('data', (chunk: Buffer) => {
      const messages = (output + chunk.toString('utf8')).split('\0');
      output = messages.pop() ?? '';
      for (const message of messages) {
        const { data } = reply.safeParse(JSON.parse(message));
        version = data?.result?.product?.replace(/^(?:Headless)?Chrome\//u, 'Chromium ') ?? version;
        if (data?.id !== 2) continue;
        clearTimeout(timer);
        resolve(data.result === undefined ? { ok: false, why: 'it opened no page' } : { ok: true, version });
      }
    });
  });
}

function lastLine(words: string): string {
  const line = words.trim().split('\n').pop() ?? '';
  return line === '' ? '' : `: ${printable(line, 200)}`;
}

function killGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return;
  try {
    process.kill(process.platform === 'win32' ? pid : -pid, 'SIGKILL');
  } catch {
    // Gone already.
  }
}
