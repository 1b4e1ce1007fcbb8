import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  readdirSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { Failure } from '../../../src/core/index.js';
import { reach, reachOne, runFolder, serve } from './control-fixture.js';

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'nothing was thrown',
    (error: unknown) => (error instanceof Failure ? error.code : String(error)),
  );
}

describe('the files of a socket', () => {
  test('are closed to everybody else, and gone after closing', async () => {
    const folder = path.join(runFolder(), 'run');
    mkdirSync(folder, { mode: 0o755 });
    const { path: address, close } = await serve(folder, 'one');
    expect(address).toBe(path.join(folder, 'one.sock'));
    const modes = [folder, address, path.join(folder, 'one.control')].map((file) => statSync(file).mode & 0o777);
    expect(modes).toEqual([0o700, 0o600, 0o600]);
    await close();
    expect(readdirSync(folder)).toEqual([]);
  });

  test('a path that is too long is bound elsewhere, privately, and found and removed all the same', async () => {
    const folder = path.join(runFolder(), 'x'.repeat(100));
    const { path: address, close } = await serve(folder, 'one');
    const elsewhere = path.dirname(address);
    expect(Buffer.byteLength(address)).toBeLessThanOrEqual(107);
    expect([elsewhere, address].map((file) => statSync(file).mode & 0o777)).toEqual([0o700, 0o600]);
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'one' });
    await close();
    expect([existsSync(elsewhere), ...readdirSync(folder)]).toEqual([false]);
  });

  test('a link in place of the folder is refused', async () => {
    const folder = path.join(runFolder(), 'run');
    symlinkSync(runFolder(), folder);
    expect(await codeOf(serve(folder, 'one'))).toBe('config.workspace');
  });

  test('an id belongs to one living server, and is no path', async () => {
    const folder = runFolder();
    await serve(folder, 'one');
    expect(await codeOf(serve(folder, 'one'))).toBe('config.workspace');
    expect(await codeOf(serve(folder, '../one'))).toBe('config.workspace');
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'one' });
  });
});

/** A server process that dies without a word; leaves its socket. */
async function deadServer(folder: string, id: string): Promise<number> {
  const address = path.join(folder, `${id}.sock`);
  const program = `require('net').createServer().listen(${JSON.stringify(address)}, () => console.log('up'))`;
  const child = spawn(process.execPath, ['-e', program], { stdio: ['ignore', 'pipe', 'inherit'] });
  await once(child.stdout, 'data');
  child.kill('SIGKILL');
  await once(child, 'exit');
  return child.pid ?? 0;
}

describe('what dead servers leave', () => {
  test('is passed over and swept; the living stay', async () => {
    const folder = runFolder();
    await serve(folder, 'alive');
    const pid = await deadServer(folder, 'dead');
    writeFileSync(path.join(folder, 'dead.control'), JSON.stringify({ pid, address: path.join(folder, 'dead.sock') }));
    expect(readdirSync(folder)).toContain('dead.sock');
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'alive' });
    expect(readdirSync(folder).sort()).toEqual(['alive.control', 'alive.sock']);
  });

  test('is left alone while its process lives: a server may be starting', async () => {
    const folder = runFolder();
    await deadServer(folder, 'slow');
    const note = { pid: process.pid, address: path.join(folder, 'slow.sock') };
    writeFileSync(path.join(folder, 'slow.control'), JSON.stringify(note));
    expect(await reach(folder)).toEqual([]);
    expect(readdirSync(folder).sort()).toEqual(['slow.control', 'slow.sock']);
  });

  test('does not keep a new server from its id', async () => {
    const folder = runFolder();
    const pid = await deadServer(folder, 'again');
    writeFileSync(
      path.join(folder, 'again.control'),
      JSON.stringify({ pid, address: path.join(folder, 'again.sock') }),
    );
    await serve(folder, 'again');
    expect(await (await reachOne(folder)).about()).toMatchObject({ id: 'again' });
  });
});

describe('a note that leads a person astray', () => {
  test.each<[string, (folder: string, foreignTargets: string) => string]>([
    [
      'to a folder that others can enter',
      (_folder, foreignTargets) => path.join(foreignTargets, 'gatewright-x', 'control.sock'),
    ],
    ['to another name', (folder) => path.join(folder, 'other.sock')],
    ['to a relative path', () => 'one.sock'],
  ])('%s is not followed', async (_where, addressOf) => {
    const folder = runFolder();
    chmodSync(folder, 0o700);
    const foreignTargets = runFolder();
    mkdirSync(path.join(foreignTargets, 'gatewright-x'));
    chmodSync(path.join(foreignTargets, 'gatewright-x'), 0o755);
    const address = addressOf(folder, foreignTargets);
    let connected = false;
    const server = net.createServer(() => (connected = true));
    if (path.isAbsolute(address)) await new Promise<void>((resolve) => server.listen(address, resolve));
    onTestFinished(() => void server.close());
    writeFileSync(path.join(folder, 'one.control'), JSON.stringify({ pid: 2 ** 31 - 2, address }));
    expect(await reach(folder)).toEqual([]);
    expect(connected).toBe(false);
    if (path.isAbsolute(address)) expect(existsSync(address)).toBe(true);
  });

  test.each(['', '{', '[]', '{"pid":0,"address":"x"}', `{"pid":1,"address":"${'x'.repeat(3000)}"}`])(
    'that cannot be read (%#) is passed over',
    async (text) => {
      const folder = runFolder();
      writeFileSync(path.join(folder, 'one.control'), text);
      expect(await reach(folder)).toEqual([]);
      expect(readFileSync(path.join(folder, 'one.control'), 'utf8')).toBe(text);
    },
  );
});
