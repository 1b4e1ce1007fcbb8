import { spawn } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createOwnListeners } from '../../../src/network/index.js';
import { noteListeners, sweepListeners, watchListeners } from '../../../src/platform/listener-notes.js';
import { identityOf, ownIdentity } from '../../../src/platform/process-liveness.js';

describe('where processes of one workspace listen', () => {
  const run = mkdtempSync(join(tmpdir(), 'gw-notes-'));
  const watch = watchListeners([run]);
  const child = spawn(process.execPath, ['-e', 'setInterval(() => 0, 1000)'], { stdio: 'ignore' });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  afterAll(() => {
    child.kill('SIGKILL');
    rmSync(run, { recursive: true, force: true });
  });

  it('what one process notes another knows at once, by every name of this machine, and nothing else', () => {
    expect(watch(7717)).toEqual([]);
    noteListeners(run, 'other', [{ address: '127.0.0.1', port: 7717 }], identityOf(child.pid ?? 0, Date.now()));
    expect(watch(7717)).toEqual(['127.0.0.1']);
    const own = createOwnListeners(() => ['127.0.0.1', '192.168.1.7'], { boundTo: watch });
    for (const address of ['127.0.0.1', '127.0.0.2', '::1', '::ffff:127.0.0.1', '0.0.0.0'])
      expect(own.has(address, 7717), address).toBe(true);
    expect(own.has('127.0.0.1', 7718)).toBe(false);
    expect(own.has('192.168.1.7', 7717)).toBe(false);
    expect(own.has('203.0.113.9', 7717)).toBe(false);
    noteListeners(run, 'wide', [{ address: '0.0.0.0', port: 7720 }]);
    expect(own.has('192.168.1.7', 7720)).toBe(true);
    expect(own.has('203.0.113.9', 7720)).toBe(false);
    noteListeners(run, 'wide', []);
    expect(own.has('192.168.1.7', 7720)).toBe(false);
  });

  it('what a process adds and removes is in its note', () => {
    const own = createOwnListeners(() => [], {
      boundTo: () => [],
      changed: (listeners) => {
        noteListeners(run, 'mine', listeners);
      },
    });
    own.add('127.0.0.1', 7721);
    own.add('::', 7722);
    expect([watch(7721), watch(7722)]).toEqual([['127.0.0.1'], ['::']]);
    own.remove('127.0.0.1', 7721);
    expect([watch(7721), watch(7722)]).toEqual([[], ['::']]);
    own.remove('::', 7722);
    expect(readdirSync(run)).toEqual(['other.ports']);
  });

  it('a process that cannot be seen from here may listen; a damaged note and a missing folder say nothing', () => {
    noteListeners(run, 'elsewhere', [{ address: '127.0.0.1', port: 7730 }], {
      ...ownIdentity(),
      pid: 1,
      namespace: 'pid:[1]',
    });
    expect(watch(7730)).toEqual(['127.0.0.1']);
    writeFileSync(join(run, 'damaged.ports'), '{"listeners":');
    expect(watch(7730)).toEqual(['127.0.0.1']);
    expect(watchListeners([join(run, 'nothing')])(7730)).toEqual([]);
  });

  it('a dead process has no port any more, and the sweep removes its note alone', async () => {
    child.kill('SIGKILL');
    await ended;
    expect(watch(7717)).toEqual([]);
    sweepListeners(run);
    expect(readdirSync(run).sort()).toEqual(['damaged.ports', 'elsewhere.ports']);
  });
});
