import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openWorkspace } from '../../../src/config/workspace.js';
import { ownIdentity } from '../../../src/platform/process-liveness.js';

let base: string;
const children: ChildProcess[] = [];

beforeEach(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'gw-workspace-')));
});

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL');
  rmSync(base, { recursive: true, force: true });
});

const codeOf = (act: () => unknown): unknown => {
  try {
    act();
    return 'accepted';
  } catch (error) {
    return (error as { code?: unknown }).code;
  }
};

describe('the workspace is ours alone', () => {
  it('is made closed to others, with everything in it', () => {
    const workspace = openWorkspace(join(base, 'deep', 'ws'));
    for (const folder of [workspace.root, workspace.audit, workspace.run, workspace.tokens]) {
      expect(lstatSync(folder).mode & 0o777).toBe(0o700);
    }
  });

  it('is refused when it is a symlink', () => {
    mkdirSync(join(base, 'real'), { mode: 0o700 });
    symlinkSync(join(base, 'real'), join(base, 'link'));
    expect(codeOf(() => openWorkspace(join(base, 'link')))).toBe('config.workspace');
  });

  it.each([0o770, 0o707, 0o777, 0o1777])('is refused with mode %o', (mode) => {
    const path = join(base, 'open');
    mkdirSync(path);
    chmodSync(path, mode);
    expect(codeOf(() => openWorkspace(path))).toBe('config.workspace');
  });

  it('is refused where everybody could put another one in its place', () => {
    const parent = join(base, 'shared');
    mkdirSync(join(parent, 'ws'), { recursive: true, mode: 0o700 });
    chmodSync(parent, 0o777);
    expect(codeOf(() => openWorkspace(join(parent, 'ws')))).toBe('config.workspace');
    chmodSync(parent, 0o1777);
    expect(codeOf(() => openWorkspace(join(parent, 'ws')))).toBe('accepted');
  });

  it('is refused when it is a file', () => {
    writeFileSync(join(base, 'file'), '');
    expect(codeOf(() => openWorkspace(join(base, 'file')))).toBe('config.workspace');
  });

  it.each(['audit', 'run', 'tokens', 'browsers'])('is refused when %s leads out of it', (name) => {
    mkdirSync(join(base, 'ws'), { mode: 0o700 });
    mkdirSync(join(base, 'outside'));
    symlinkSync(join(base, 'outside'), join(base, 'ws', name));
    expect(codeOf(() => openWorkspace(join(base, 'ws')))).toBe('config.workspace');
  });

  it('gives no path that leads out, by dots, by a link, by a link to nothing', () => {
    const workspace = openWorkspace(join(base, 'ws'));
    mkdirSync(join(base, 'outside'));
    symlinkSync(join(base, 'outside'), join(workspace.root, 'door'));
    symlinkSync(join(base, 'nothing-yet'), join(workspace.root, 'trap'));
    for (const path of ['../outside', '/etc/passwd', 'door/x', 'door', 'trap', 'trap/x', '../ws-other']) {
      expect([path, codeOf(() => workspace.inside(path))]).toEqual([path, 'config.workspace']);
    }
    expect(workspace.inside('audit', 'new.jsonl')).toBe(join(workspace.root, 'audit', 'new.jsonl'));
  });

  it('replaces a link instead of writing through it', () => {
    const workspace = openWorkspace(join(base, 'ws'));
    writeFileSync(join(workspace.root, 'victim'), 'keep');
    symlinkSync(join(workspace.root, 'victim'), join(workspace.root, 'token'));
    workspace.writeClosed(workspace.token, 'new');
    expect(readFileSync(join(workspace.root, 'victim'), 'utf8')).toBe('keep');
    expect(lstatSync(workspace.token).isSymbolicLink()).toBe(false);
  });
});

describe('what the dead leave behind', () => {
  /** A run of a process that lived, or never did. */
  const leave = (id: string, mark: object | string) => {
    const run = join(base, 'ws', 'run');
    mkdirSync(join(run, id, 'profile'), { recursive: true });
    writeFileSync(join(run, id, 'profile', 'Cookies'), 'x');
    writeFileSync(
      join(run, `${id}.owner`),
      typeof mark === 'string' ? mark : JSON.stringify({ elsewhere: [], ...mark }),
    );
  };
  const remains = (id: string) => existsSync(join(base, 'ws', 'run', id));

  it('is swept: folder, socket, mark and the folder elsewhere', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    const elsewhere = mkdtempSync(join(tmpdir(), 'gatewright-'));
    leave('dead', { ...ownIdentity(), start: '1', elsewhere: [elsewhere] });
    writeFileSync(workspace.socket('dead'), '');
    expect(await workspace.sweepDeadRuns()).toEqual(['dead']);
    expect([remains('dead'), existsSync(workspace.socket('dead')), existsSync(elsewhere)]).toEqual([
      false,
      false,
      false,
    ]);
  });

  it('stays while its process lives, this one or another', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    workspace.runFolder('own');
    const sibling = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    children.push(sibling);
    const stat = readFileSync(`/proc/${String(sibling.pid)}/stat`, 'utf8');
    const start = stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
    leave('sibling', { ...ownIdentity(), pid: sibling.pid, start });
    expect(await workspace.sweepDeadRuns()).toEqual([]);
    sibling.kill('SIGKILL');
    await new Promise((resolve) => sibling.once('exit', resolve));
    expect(await workspace.sweepDeadRuns()).toEqual(['sibling']);
    expect(remains('own')).toBe(true);
  });

  it('is not taken for alive because another process has its number', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    leave('reused', { ...ownIdentity(), start: '12345' });
    leave('rebooted', { ...ownIdentity(), boot: 'another-boot' });
    expect([...(await workspace.sweepDeadRuns())].sort()).toEqual(['rebooted', 'reused']);
  });

  it('of another container goes only when its socket refuses', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    const foreign = { ...ownIdentity(), pid: 1, namespace: 'pid:[1]' };
    leave('answering', foreign);
    leave('silent', foreign);
    leave('starting', foreign);
    const server = createServer().listen(workspace.socket('answering'));
    await listenAndAbandon(workspace.socket('silent'));
    expect(await workspace.sweepDeadRuns()).toEqual(['silent']);
    expect([remains('answering'), remains('starting')]).toEqual([true, true]);
    server.close();
  });

  it('of another machine is left alone, also when nobody here listens on its socket', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    const far = { ...ownIdentity(), host: 'elsewhere.example', boot: 'theirs' };
    leave('far', far);
    leave('silent', far);
    await listenAndAbandon(workspace.socket('silent'));
    expect(await workspace.sweepDeadRuns()).toEqual([]);
    expect(await workspace.isServerGone(far)).toBe(false);
  });

  describe('a server of another container', () => {
    const foreign = { ...ownIdentity(), pid: 1, namespace: 'pid:[1]' };

    it('that answers is not gone, nor is one whose socket is not there; one that nobody listens for is', async () => {
      const workspace = openWorkspace(join(base, 'ws'));
      leave('other', { ...foreign, pid: 2 });
      leave('one', foreign);
      expect(await workspace.isServerGone(foreign)).toBe(false);
      const server = createServer().listen(workspace.socket('one'));
      expect(await workspace.isServerGone(foreign)).toBe(false);
      await new Promise((resolve) => server.close(resolve));
      await listenAndAbandon(workspace.socket('one'));
      expect(await workspace.isServerGone(foreign)).toBe(true);
    });

    it('without a mark is gone, unless a mark that cannot be read may be its own', async () => {
      const workspace = openWorkspace(join(base, 'ws'));
      workspace.runFolder('own');
      leave('other', { ...foreign, pid: 2 });
      expect(await workspace.isServerGone(foreign)).toBe(true);
      leave('newer', { ...foreign, more: 'than this version knows' });
      expect(await workspace.isServerGone(foreign)).toBe(false);
    });

    it('of another machine, or from before a boot here, is judged as everywhere', async () => {
      const workspace = openWorkspace(join(base, 'ws'));
      expect(await workspace.isServerGone({ ...foreign, boot: 'theirs', host: 'elsewhere.example' })).toBe(false);
      expect(await workspace.isServerGone({ ...foreign, boot: 'earlier' })).toBe(true);
      expect(await workspace.isServerGone(ownIdentity())).toBe(false);
    });

    it('has another home in a copy of the workspace, where its mark is missing', () => {
      const workspace = openWorkspace(join(base, 'ws'));
      cpSync(join(base, 'ws'), join(base, 'copy'), { recursive: true });
      expect(openWorkspace(join(base, 'copy')).home).not.toBe(workspace.home);
      expect(openWorkspace(join(base, 'ws')).home).toBe(workspace.home);
    });
  });

  it('without a readable mark goes only when it is old', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    leave('young', 'not json');
    leave('old', '{}');
    const longAgo = new Date(Date.now() - 48 * 3600 * 1000);
    for (const path of ['old', 'old.owner']) utimesSync(join(workspace.run, path), longAgo, longAgo);
    expect(await workspace.sweepDeadRuns()).toEqual(['old']);
  });

  it('never takes anything with it: links are not followed, and a mark cannot name a victim', async () => {
    const workspace = openWorkspace(join(base, 'ws'));
    const victim = join(base, 'gatewright-victim');
    mkdirSync(victim);
    writeFileSync(join(victim, 'keep'), '');
    leave('evil', { ...ownIdentity(), start: '1', elsewhere: [victim, tmpdir(), '/'] });
    symlinkSync(victim, join(workspace.run, 'evil', 'link'));
    expect(await workspace.sweepDeadRuns()).toEqual(['evil']);
    expect(existsSync(join(victim, 'keep'))).toBe(true);
  });
});

/** A socket file that nobody listens on any more, as a killed server leaves it. */
async function listenAndAbandon(path: string): Promise<void> {
  const script = `require('net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
  const child = spawn(process.execPath, ['-e', script]);
  await new Promise((resolve) => child.once('exit', resolve));
}
