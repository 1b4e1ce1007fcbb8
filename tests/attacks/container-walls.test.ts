import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, readlinkSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo, Server } from 'node:net';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { browsersIn, codeOf, eventually, openRoom, READING } from '../contracts/browser/browser-setup.js';
import type { Room } from '../contracts/browser/browser-setup.js';
import { openNetwork } from '../contracts/network/open-network.js';
import type { App } from '../contracts/network/open-network.js';
import { ENGINES } from '../fixtures/container-engines.js';
import type { TestEngine } from '../fixtures/container-engines.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const MEMORY = 512 * 1024 ** 2;

/** Takes memory that cannot be shared or left out, until somebody stops it. */
const EATER = `<h1>Hungry</h1><script>
  const kept = [];
  setTimeout(() => { for (;;) { const some = new Uint8Array(32 << 20); crypto.getRandomValues(some.subarray(0, 65536)); some.fill(7); kept.push(some); } }, 200);
</script>`;

/** Forks until it may not, and holds what it has for a while. */
const FORKS = `
import os, time
end = time.monotonic() + 8
while time.monotonic() < end:
    try:
        if os.fork() == 0:
            time.sleep(max(0, end - time.monotonic()))
            os._exit(0)
    except OSError:
        time.sleep(0.01)
`;

promised('containers-hold', () => {
  describe.each(ENGINES)('a session in a container of $name', containerTests);
});

function containerTests(engine: TestEngine): void {
  let site: Site;
  let app: App;
  let setup: Room;
  let outside: Server;
  let hits = 0;

  beforeAll(async () => {
    outside = createServer((socket) => {
      hits += 1;
      socket.destroy();
    });
    await new Promise<void>((resolve) => outside.listen(0, '127.0.0.1', resolve));
    site = await startSite({ '/': html('<h1>Hello</h1>'), '/eat': html(EATER) });
    app = await openNetwork({ unsafeAllowPrivate: [site.host] });
    const room = { container: { engine: engine.name }, environment: engine.environment };
    setup = openRoom({ egress: app.egress, browser: { provider: 'container' }, ...room });
    await setup.navigate(site.url(), 'one');
    await setup.navigate(site.url(), 'two');
  });

  afterAll(async () => {
    await setup.close();
    await app.close();
    await site.close();
    outside.close();
  });

  const shown = async (session: string): Promise<string> =>
    (await setup.run({ ...READING, session }, ({ page }) => page.snapshot({}))).text;
  const browsers = () => browsersIn(setup).map(({ pid }) => pid);
  /** One for each session, while nothing has ended them. */
  const both = () => {
    const pids = browsers();
    expect(pids).toHaveLength(2);
    return pids;
  };

  it('has namespaces of its own, and no interface but loopback', () => {
    const [first = 0, second = 0] = both();
    for (const kind of ['net', 'pid', 'ipc', 'mnt', 'uts']) {
      const spaces = [first, second, 'self'].map((pid) => readlinkSync(`/proc/${pid}/ns/${kind}`));
      expect(new Set(spaces).size).toBe(3);
    }
    for (const pid of [first, second]) {
      const names = readFileSync(`/proc/${pid}/net/dev`, 'utf8').match(/^\s*\S+(?=:)/gmu);
      expect(names?.map((name) => name.trim())).toEqual(['lo']);
      expect(readFileSync(`/proc/${pid}/net/route`, 'utf8').trim().split('\n')).toHaveLength(1);
    }
  });

  it('has no power, no way to get one, and a filter of system calls', () => {
    for (const pid of both()) {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8');
      expect(status).toMatch(/^CapEff:\s+0+$/mu);
      expect(status).toMatch(/^CapBnd:\s+0+$/mu);
      expect(status).toMatch(/^NoNewPrivs:\s+1$/mu);
      expect(status).toMatch(/^Seccomp:\s+2$/mu);
      expect(status).not.toMatch(/^Uid:\s+0\b/mu);
      expect(readFileSync(`/proc/${pid}/cmdline`, 'utf8')).not.toContain('--no-sandbox');
    }
  });

  it('has the limits that were asked for, as the kernel reports them', () => {
    for (const pid of both()) {
      expect(limitOf(pid, 'memory', 'memory.limit_in_bytes', 'memory.max')).toBe(String(MEMORY));
      expect(limitOf(pid, 'pids', 'pids.max', 'pids.max')).toBe('1024');
      const [quota = '', period = '100000'] = (limitOf(pid, 'cpu', 'cpu.cfs_quota_us', 'cpu.max') ?? '').split(' ');
      expect(Number(quota) / Number(period)).toBe(0.5);
    }
  });

  it('sees no file of the machine, and can write nowhere but into memory and its own folder', () => {
    for (const pid of both()) {
      const root = `/proc/${pid}/root`;
      for (const closed of ['/root', '/home/node', '/var/lib/containers', '/bin/sh', '/usr/bin/apt-get'])
        expect(existsSync(`${root}${closed}`)).toBe(false);
      expect(readdirSync(`${root}/run`).filter((name) => name !== '.containerenv' && name !== 'secrets')).toEqual([]);
      const mounts = readFileSync(`/proc/${pid}/mountinfo`, 'utf8').trim().split('\n');
      const writable = mounts.flatMap((line) => {
        const [place = '', flags = ''] = line.split(' ').slice(4, 6);
        return flags.split(',').includes('rw') && !/^\/(?:proc|dev|sys)(?:\/|$)/u.test(place) ? [place] : [];
      });
      const own = writable.filter((place) => setup.folders.some((folder) => place.startsWith(folder)));
      expect(own).toHaveLength(1);
      // What the engine itself mounts for names of hosts is no file of ours.
      expect(writable.filter((place) => !own.includes(place) && !/^\/(?:tmp|etc\/|run\/)/u.test(place))).toEqual([]);
    }
  });

  it('holds a program that is no browser at all', () => {
    const { port } = outside.address() as AddressInfo;
    const [, second = 0] = both();
    const said = inContainer(rogue(port, second));
    expect(said).toEqual({
      tcp: 'ECONNREFUSED',
      away: 'ENETUNREACH',
      name: 'gaierror',
      write: 'EROFS',
      passwords: 'ENOENT',
      others: true,
      root: 'EPERM',
      device: 'EPERM',
      machine: 'EPERM',
      packets: 'EPERM',
    });
    expect(hits).toBe(0);
  });

  it.runIf(engine.name === 'docker')('has no socket of the server in reach but the proxy', () => {
    const sockets = setup.folders
      .filter((folder) => existsSync(folder))
      .flatMap((folder) =>
        readdirSync(folder, { recursive: true, withFileTypes: true }).flatMap((one) =>
          one.isSocket() ? [join(one.parentPath, one.name)] : [],
        ),
      );
    expect(sockets.map((path) => basename(path))).toEqual(['proxy', 'proxy']);
    for (const path of sockets) expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it.runIf(engine.name === 'docker')('is on this machine, wherever Docker would rather have it', async () => {
    const environment = { DOCKER_HOST: 'tcp://127.0.0.1:2375' };
    const away = openRoom({
      egress: app.egress,
      browser: { provider: 'container' },
      container: { engine: 'docker' },
      environment,
    });
    expect(await codeOf(away.navigate(site.url()))).toBe('browser.no-container');
    await away.close();
  });

  it('ends alone when a page of it takes more memory than it has', async () => {
    const before = browsers();
    // The page loads, and takes its memory after that; whichever call notices says so.
    const codes = [await codeOf(setup.navigate(site.url('/eat'), 'one'))];
    await eventually('the kernel ended it', () => killedIn() > 0 || browsers().length < before.length, 25_000);
    // The kernel ends the page or, if it must, the whole container: both are the limit.
    const isSaid = (): boolean => codes.includes('session.limit');
    for (let i = 0; i < 3 && !isSaid(); i += 1) codes.push(await codeOf(shown('one')));
    expect(codes).toSatisfy(isSaid);
    expect(await shown('two')).toContain('Hello');
    await setup.navigate(site.url(), 'one');
    expect(await shown('one')).toContain('Hello');
    expect(
      setup.sessions
        .list()
        .map(({ session }) => session)
        .sort(),
    ).toEqual(['one', 'two']);
  });

  it('ends at its own number of processes when something in it forks, and no other session notices', async () => {
    await setup.navigate(site.url(), 'one');
    await setup.navigate(site.url(), 'two');
    const before = browsers();
    const own = engine.sessions().filter(({ server }) => server === process.pid);
    expect(own).toHaveLength(2);
    const bomb = engine.runBeside('exec', own[0]?.name ?? '', '/usr/bin/python3', '-c', FORKS);
    const tasks = (): number[] => browsers().map((pid) => Number(limitOf(pid, 'pids', 'pids.current', 'pids.current')));
    await eventually('it forks', () => tasks().some((count) => count > 1000), 20_000);
    const began = performance.now();
    const codes = await Promise.all(['one', 'two'].map((session) => codeOf(shown(session))));
    expect(codes.filter((code) => code === 'ok').length).toBeGreaterThan(0);
    expect(performance.now() - began).toBeLessThan(30_000);
    expect(Math.max(...tasks())).toBeLessThanOrEqual(1024);
    expect(tasks().filter((count) => count < 500)).toHaveLength(1);
    await bomb;
    expect(before.filter((pid) => browsers().includes(pid)).length).toBeGreaterThan(0);
    for (const session of ['one', 'two']) {
      await setup.navigate(site.url(), session).catch(() => setup.navigate(site.url(), session));
      expect(await shown(session)).toContain('Hello');
    }
  }, 90_000);

  /** Renderers that the kernel ended for want of memory: their containers count them. */
  function killedIn(): number {
    return browsers().reduce((sum, pid) => {
      const text = limitOf(pid, 'memory', 'memory.oom_control', 'memory.events') ?? '';
      return sum + Number(/oom_kill (?<count>\d+)/u.exec(text)?.groups?.['count'] ?? 0);
    }, 0);
  }

  /** Runs a program in a container of the same kind, beside the two: the first of them is asked how it was started. */
  function inContainer(program: string): unknown {
    const command = readdirSync('/proc').flatMap((name) => {
      try {
        const words = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0');
        const isEngine = (words[0] ?? '').endsWith(engine.name) && words[1] === 'run';
        return isEngine && setup.folders.some((folder) => words.join(' ').includes(folder)) ? [words] : [];
      } catch {
        return [];
      }
    })[0];
    if (command === undefined) throw new Error('no engine');
    const end = command.indexOf('-c') + 1;
    const args = command
      .slice(0, end)
      .map((word) => (/^gatewright-[0-9a-f]{12}$/u.test(word) ? `${word}-rogue` : word));
    const withoutPipes = args.flatMap((word, i) =>
      word === '--preserve-fds' ||
      args[i - 1] === '--preserve-fds' ||
      word === '--pidfile' ||
      args[i - 1] === '--pidfile'
        ? []
        : [word],
    );
    const [file = '', ...rest] = withoutPipes;
    const { stdout, stderr } = spawnSync(file, [...rest, program], { encoding: 'utf8', timeout: 20_000 });
    if (!stdout.startsWith('{')) throw new Error(`${stdout}${stderr}`);
    return JSON.parse(stdout) as unknown;
  }
}

function limitOf(pid: number, controller: string, old: string, unified: string): string | undefined {
  const lines = readFileSync(`/proc/${pid}/cgroup`, 'utf8').trim().split('\n');
  const line = lines.find((one) => one.split(':')[1]?.split(',').includes(controller) === true);
  const [folder, file] =
    line === undefined
      ? [`/sys/fs/cgroup${lines.at(-1)?.split(':')[2] ?? ''}`, unified]
      : [`/sys/fs/cgroup/${controller}${line.split(':')[2] ?? ''}`, old];
  const text = existsSync(`${folder}/${file}`) ? readFileSync(`${folder}/${file}`, 'utf8').trim() : undefined;
  return controller === 'cpu' && line !== undefined
    ? `${text ?? ''} ${readFileSync(`${folder}/cpu.cfs_period_us`, 'utf8').trim()}`
    : text;
}

/** What a browser that was taken over could try, in the one language that the image has. */
function rogue(port: number, neighbour: number): string {
  return `
import errno, os, socket
def tried(work):
    try:
        work()
        return "OPEN"
    except socket.gaierror:
        return "gaierror"
    except OSError as error:
        return errno.errorcode[error.errno]
said = {
    "tcp": tried(lambda: socket.create_connection(("127.0.0.1", ${port}), 2)),
    "away": tried(lambda: socket.create_connection(("192.0.2.1", 80), 2)),
    "name": tried(lambda: socket.getaddrinfo("example.com", 80)),
    "write": tried(lambda: open("/usr/x", "w")),
    "passwords": tried(lambda: open("/etc/shadow")),
    "root": tried(lambda: os.setuid(0)),
    "device": tried(lambda: os.mknod("/tmp/x", 0o20600, os.makedev(1, 1))),
    "machine": tried(lambda: socket.socket(40, socket.SOCK_STREAM)),
    "packets": tried(lambda: socket.socket(17, socket.SOCK_RAW)),
}
others = not os.path.exists("/proc/${neighbour}") and all(int(pid) < 50 for pid in os.listdir("/proc") if pid.isdigit())
print("{" + ",".join(f'"{key}":"{value}"' for key, value in said.items()) + ',"others":' + str(others).lower() + "}")
`;
}
