import { createSocket } from 'node:dgram';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';
import { browserIn, codeOf, openRoom, processesIn } from './browser-setup.js';
import type { Room, RoomOptions } from './browser-setup.js';
import { hasBubblewrap } from '../../fixtures/needs.js';

const canJail = hasBubblewrap();

let site: Site;
let app: App;
let setup: Room;
const open = (options: RoomOptions = {}): Room => (setup = openRoom({ egress: app.egress, ...options }));

beforeEach(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1>') });
  app = await openNetwork({ unsafeAllowPrivate: [site.host] });
});

afterEach(async () => {
  await setup.close();
  await app.close();
  await site.close();
});

describe.runIf(canJail)('the jail', () => {
  it('is there without being asked for: no network but loopback, no home, no sockets of the system', async () => {
    open();
    await setup.navigate(site.url());
    expect(setup.logged).toEqual([]);
    expect(setup.events[0]?.facts).toMatchObject({ jail: true, sandbox: true });
    const { pid, command } = browserIn(setup);
    expect(command).not.toContain('--no-sandbox');
    for (const kind of ['net', 'pid', 'ipc', 'mnt']) {
      expect(readlinkSync(`/proc/${pid}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
    }
    const interfaces = readFileSync(`/proc/${pid}/net/dev`, 'utf8').match(/^\s*\S+(?=:)/gmu);
    expect(interfaces?.map((name) => name.trim())).toEqual(['lo']);
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    expect(status).toMatch(/^CapEff:\s+0+$/mu);
    expect(status).toMatch(/^NoNewPrivs:\s+1$/mu);
    if (process.getuid?.() === 0) {
      expect(status).toMatch(/^Uid:\s+65534\s+65534/mu);
      const seen = readdirSync(`/proc/${pid}/root`);
      for (const closed of ['home', 'root', 'run', 'srv', 'mnt']) expect(seen).not.toContain(closed);
      expect(readdirSync(`/proc/${pid}/root/etc`)).not.toContain('shadow');
    }
    // Nothing of ours stays in it, and the channel that the door came by is closed.
    expect(inNamespaceOf(pid).filter((program) => program === path.basename(process.execPath))).toEqual([]);
    expect(readFileSync(`/proc/${pid}/environ`, 'utf8')).not.toContain('NODE_CHANNEL');
  });

  it('holds a program that is no browser at all', async () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'gw-rogue-'));
    chmodSync(folder, 0o755);
    const trap = await setTrap();
    const rogue = path.join(folder, 'rogue');
    writeFileSync(rogue, `#!${process.execPath}\n${rogueProgram(trap, folder)}`);
    chmodSync(rogue, 0o755);
    open({ browser: { executablePath: rogue, jail: 'on' } });
    expect(await codeOf(setup.navigate(site.url()))).toBe('browser.start-failed');
    const said = setup.logged.join();
    trap.close();
    rmSync(folder, { recursive: true });
    expect(said).toContain('tried: ECONNREFUSED ENETUNREACH ENOENT ECONNREFUSED EROFS');
    expect(said).toContain('door: 407');
    expect(trap.hits).toEqual([]);
  });

  it('is announced when it cannot be had, and nothing starts where it is demanded', async () => {
    open({ environment: { PATH: '/nonexistent' } });
    await setup.navigate(site.url());
    expect(setup.logged.join()).toContain('warning: No jail: bubblewrap is not installed');
    expect(setup.events[0]?.facts).toMatchObject({ jail: false, sandbox: true });
    await setup.close();
    open({ environment: { PATH: '/nonexistent' }, browser: { jail: 'on' } });
    expect(await codeOf(setup.navigate(site.url()))).toBe('browser.no-jail');
    expect(processesIn(setup.folders)).toEqual([]);
  });
});

/** The names of the programs that run in the same jail. */
function inNamespaceOf(pid: number): string[] {
  return readdirSync('/proc').flatMap((name) => {
    try {
      const isSame = readlinkSync(`/proc/${name}/ns/net`) === readlinkSync(`/proc/${pid}/ns/net`);
      return isSame ? [readFileSync(`/proc/${name}/comm`, 'utf8').trim()] : [];
    } catch {
      return [];
    }
  });
}

interface Trap {
  readonly tcp: number;
  readonly udp: number;
  readonly hits: string[];
  close(): void;
}

/** Listeners of every kind that a program of this machine could reach. */
async function setTrap(): Promise<Trap> {
  const hits: string[] = [];
  const listen = async (where: object): Promise<Server> => {
    const server = createServer((socket) => {
      hits.push(JSON.stringify(where));
      socket.destroy();
    });
    await new Promise<void>((resolve) => server.listen(where, resolve));
    return server;
  };
  const outside = path.join(tmpdir(), `gw-trap-${process.pid}.sock`);
  const servers = [
    await listen({ host: '127.0.0.1', port: 0 }),
    await listen({ path: outside, writableAll: true }),
    await listen({ path: `\0gw-trap-${process.pid}` }).catch(() => createServer()),
  ];
  const udp = createSocket('udp4', () => hits.push('datagram'));
  await new Promise<void>((resolve) => udp.bind(0, '127.0.0.1', resolve));
  return {
    tcp: (servers[0]?.address() as AddressInfo).port,
    udp: udp.address().port,
    hits,
    close: () => {
      for (const server of servers) server.close();
      udp.close();
    },
  };
}

function rogueProgram(trap: Trap, folder: string): string {
  const socket = path.join(tmpdir(), `gw-trap-${process.pid}.sock`);
  return `
const net = require('node:net'), fs = require('node:fs'), dgram = require('node:dgram'), http = require('node:http');
const tried = (where) => new Promise((done) =>
  net.connect(where).on('connect', () => done('OPEN')).on('error', (error) => done(error.code)));
const written = (file) => { try { fs.writeFileSync(file, 'x'); return 'WRITTEN'; } catch (error) { return error.code; } };
const proxy = Number(/--proxy-server=http:\\/\\/127\\.0\\.0\\.1:(\\d+)/.exec(process.argv.join(' '))[1]);
const door = () => new Promise((done) => http.get({ host: '127.0.0.1', port: proxy, path: ${JSON.stringify(`http://127.0.0.1:${trap.tcp}/`)} },
  ({ statusCode }) => done(statusCode)).on('error', (error) => done(error.code)));
(async () => {
  dgram.createSocket('udp4').send('x', ${trap.udp}, '127.0.0.1', () => undefined);
  const all = [
    await tried({ host: '127.0.0.1', port: ${trap.tcp} }),
    await tried({ host: '192.0.2.1', port: 80 }),
    await tried({ path: ${JSON.stringify(socket)} }),
    await tried({ path: '\\0gw-trap-${process.pid}' }),
    written(${JSON.stringify(path.join(folder, 'x'))}),
  ];
  let answer = await door();
  for (let i = 0; i < 40 && answer === 'ECONNREFUSED'; i += 1) {
    await new Promise((next) => setTimeout(next, 50));
    answer = await door();
  }
  process.stderr.write('tried: ' + all.join(' ') + '\\ndoor: ' + answer + '\\n', () => process.exit());
})();
`;
}
