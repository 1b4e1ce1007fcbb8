import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CALL } from './raw-http.js';

const folder = mkdtempSync(join(tmpdir(), 'stdio-process-'));
const program = join(folder, 'child.mjs');

beforeAll(async () => {
  const entryPoints = [join(import.meta.dirname, 'stdio-child.ts')];
  await build({ entryPoints, outfile: program, bundle: true, platform: 'node', format: 'esm', target: 'node20' });
});
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const start = (): ChildProcess => spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'ignore'] });
const exitCode = async (child: ChildProcess): Promise<unknown> => {
  const [code] = (await once(child, 'exit')) as unknown[];
  return code;
};

describe('a server that is a process of its own', () => {
  it.each([['legacy'], ['auto'], [{ pin: '2026-07-28' }]] as const)(
    'serves a client that negotiates %j',
    async (mode) => {
      const client = new Client({ name: 'contract', version: '9' }, { versionNegotiation: { mode } });
      await client.connect(new StdioClientTransport({ command: process.execPath, args: [program] }));
      const result = await client.callTool({ name: 'echo', arguments: { text: 'hello' } });
      await client.close();
      expect(result.content[0]).toEqual({ type: 'text', text: '{"text":"hello"}' });
    },
  );

  it('is told when the client closes the pipe, also while a call is under way', async () => {
    const child = start();
    const exited = exitCode(child);
    child.stdin?.write(`${CALL.replaceAll('"echo"', '"wait"')}\n`);
    setTimeout(() => child.stdin?.end(), 500);
    expect(await exited).toBe(42);
  });

  it('is told when nobody reads its answers any more', async () => {
    const child = start();
    const exited = exitCode(child);
    child.stdout?.destroy();
    const ask = setInterval(() => child.stdin?.write(`${CALL}\n`), 50);
    child.stdin?.on('error', () => undefined);
    const code = await exited;
    clearInterval(ask);
    expect(code).toBe(42);
  });
});
