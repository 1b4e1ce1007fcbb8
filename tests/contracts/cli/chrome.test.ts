import { spawn } from 'node:child_process';
import type { ChildProcess } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChromePlace, freePort, listenAt } from '../../fixtures/chrome-place.js';
import { hasXvfb } from '../../fixtures/needs.js';
import { commandOf, isAlive } from '../../fixtures/processes.js';
import { html, startSite } from '../../fixtures/site.js';

let place: ChromePlace;
beforeEach(async () => {
  place = await ChromePlace.open();
});
afterEach(() => place.close());

const parsed = ({ stdout }: { readonly stdout: string }) => JSON.parse(stdout) as Record<string, unknown>;

describe('gatewright chrome', { timeout: 120_000 }, () => {
  test('starts, says what to paste, is there, and ends', async () => {
    const started = await place.start('--json');
    const facts = parsed(started);
    expect(started.status).toBe(0);
    expect(facts).toMatchObject({
      started: true,
      address: `http://127.0.0.1:${place.port}`,
      insecure: false,
      attach: {
        config: 'browser:\n  unsafeAttach: true\n',
        environment: {
          GATEWRIGHT_ATTACH_CDP: `http://127.0.0.1:${place.port}`,
          GATEWRIGHT_CAPABILITIES: 'read,navigation,action,human,byob-attach',
        },
      },
    });
    expect(started.stderr).toContain('any program on this machine');
    expect(started.stderr).toContain('not behind the egress proxy');
    expect(started.stderr).not.toContain('SAME-ORIGIN');
    expect(started.stderr.includes('unsafe: ')).toBe(process.getuid?.() === 0);
    const { pid } = place.state();
    expect(facts['pid']).toBe(pid);
    expect(isAlive(pid)).toBe(true);
    expect(place.listeners()).toEqual(['0100007F']);
    expect(statSync(join(place.workspace, 'chrome', 'profile')).mode & 0o777).toBe(0o700);
    expect(statSync(place.statePath).mode & 0o777).toBe(0o600);
    expect(commandOf(pid)).not.toMatch(/proxy|disable-extensions|disable-web-security/u);

    // A proxy of the environment that is not there would be noticed.
    const dead = { HTTP_PROXY: 'http://127.0.0.1:9', http_proxy: 'http://127.0.0.1:9', NODE_USE_ENV_PROXY: '1' };
    const status = await place.run(['status'], dead);
    expect(status.status).toBe(0);
    expect(status.stdout).toContain(`http://127.0.0.1:${place.port}`);
    expect(status.stdout).toMatch(/version +Chromium \d+\./u);
    expect(status.stderr).toContain('any program on this machine');

    const again = await place.start();
    expect([again.status, place.state().pid]).toEqual([0, pid]);
    expect(again.stdout).toContain('Running already');
    expect(again.stdout).toContain('unsafeAttach: true');
    expect((await place.run(['start', '--headless'])).status).toBe(0);
    for (const other of [['--insecure'], ['--port', String(await freePort())]]) {
      const refused = await place.run(['start', '--headless', ...other]);
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(refused.stderr).toContain('gatewright.js chrome stop');
      expect([place.state().pid, isAlive(pid)]).toEqual([pid, true]);
    }

    const stopped = await place.run(['stop', '--json']);
    expect([stopped.status, parsed(stopped)]).toEqual([0, { stopped: true, pid, port: place.port }]);
    expect(isAlive(pid)).toBe(false);
    expect(place.listeners()).toEqual([]);
    expect(place.left()).toEqual(['profile']);
    const none = await place.run(['stop']);
    expect([none.status, none.stdout]).toEqual([0, 'No Chrome of this workspace was running.\n']);
    expect(parsed(await place.run(['status', '--json']))).toEqual({ running: false, cleared: false });
    expect((await place.run(['status'])).status).toBe(1);
    const events = place.recorded();
    expect(events).toHaveLength(2);
    expect(events[0]).toContain('"chrome.started"');
    expect(events[1]).toContain('"chrome.stopped"');
    for (const line of events) expect(line).toMatch(new RegExp(`"port":${place.port},"insecure":false`, 'u'));
  });

  test('keeps what the person is signed in to, and lets no page read another site', async () => {
    const other = await startSite({ '/': (_, response) => response.end('somebody-elses-mail') });
    const site = await startSite({
      '/sign-in': (_, response) => response.writeHead(200, { 'set-cookie': 'who=ada; Max-Age=9999' }).end('hello'),
      '/spy': html(`<script>
        fetch('${other.origin}/').then((got) => got.text()).catch(() => 'refused').then((text) =>
          fetch('/told?' + text));
      </script>`),
      '/told': (request, response) => response.end(request.headers.cookie),
      '/cookie': (request, response) => {
        cookies.push(request.headers.cookie ?? 'none');
        response.end();
      },
    });
    const cookies: string[] = [];
    const told = () => site.seen.map(({ path }) => path).filter((path) => path.startsWith('/told'));
    try {
      expect((await place.start()).status).toBe(0);
      await place.openTab(site.url('/sign-in'));
      await place.openTab(site.url('/spy'));
      await expect.poll(told, { timeout: 20_000 }).toEqual(['/told?refused']);
      // At once: what it has not written down yet must not be lost.
      expect((await place.run(['stop'])).status).toBe(0);

      const insecure = await place.start('--insecure');
      expect(insecure.status).toBe(0);
      expect(insecure.stderr).toContain('THE SAME-ORIGIN POLICY IS OFF');
      expect(insecure.stderr).toContain('signed in to');
      await place.openTab(site.url('/cookie'));
      // It has a profile of its own.
      await expect.poll(() => cookies, { timeout: 20_000 }).toEqual(['none']);
      await place.openTab(site.url('/spy'));
      await expect.poll(told, { timeout: 20_000 }).toEqual(['/told?refused', '/told?somebody-elses-mail']);
      const status = await place.run(['status', '--json']);
      expect(status.stderr).toContain('THE SAME-ORIGIN POLICY IS OFF');
      expect(parsed(status)).toMatchObject({ running: true, answers: true, insecure: true });
      // Nobody who asks for a safe one is told that there is one.
      const refused = await place.start();
      expect([refused.status, refused.stdout]).toEqual([1, '']);
      expect(place.recorded().at(-1)).toContain('"insecure":true');
      expect((await place.run(['stop'])).status).toBe(0);

      expect((await place.start()).status).toBe(0);
      await place.openTab(site.url('/cookie'));
      await expect.poll(() => cookies, { timeout: 20_000 }).toEqual(['none', 'who=ada']);
    } finally {
      await site.close();
      await other.close();
    }
  });

  test.each([
    ['another program', () => undefined],
    ['a browser', () => `{"Browser":"Chrome/1","webSocketDebuggerUrl":"ws://127.0.0.1/devtools/browser/0123456789"}`],
  ])('a port that %s has is left to it', async (who, answer) => {
    const taken = await listenAt(place.port);
    taken.on('connection', (socket) => {
      const body = answer();
      if (body === undefined) socket.end();
      else socket.end(`HTTP/1.1 200 OK\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`);
    });
    try {
      const { status, stdout, stderr } = await place.start();
      expect([status, stdout]).toEqual([1, '']);
      expect(stderr).toContain(`Port ${place.port} is in use by ${who}`);
      expect(stderr).toContain('--port');
      expect(place.left()).toEqual([]);
      expect(place.recorded()).toEqual([]);
    } finally {
      taken.close();
    }
  });

  test.each(['0', '65536', '-1', '9222x', ''])('--port %j is bad usage', async (wrong) => {
    expect((await place.run(['start', '--headless', `--port=${wrong}`])).status).toBe(2);
    expect(place.left()).toEqual([]);
  });

  test('explains itself', async () => {
    const help = await place.run(['start', '--help']);
    expect(help.status).toBe(0);
    for (const word of ['--port', '--headless', '--insecure', '--json', '136', 'loopback'])
      expect(help.stdout).toContain(word);
    for (const command of ['start', 'stop', 'status']) expect((await place.run(['--help'])).stdout).toContain(command);
  });
});

describe('a window', { timeout: 60_000 }, () => {
  test.runIf(process.platform === 'linux')('cannot be opened where there is no screen', async () => {
    const { status, stderr } = await place.run(['start', '--port', String(place.port)], {
      DISPLAY: '',
      WAYLAND_DISPLAY: '',
    });
    expect(status).toBe(2);
    expect(stderr).toContain('--headless');
    expect(place.left()).toEqual([]);
  });

  test.runIf(hasXvfb())('is opened where there is one', async () => {
    const screen: ChildProcess = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
      stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
    });
    try {
      const display = await new Promise<string>((resolve) => {
        screen.stdio[3]?.once('data', (text: Buffer) => {
          resolve(`:${text.toString().trim()}`);
        });
      });
      const { status, stdout, stderr } = await place.run(['start', '--port', String(place.port)], { DISPLAY: display });
      expect(status, stderr).toBe(0);
      expect(stdout).toContain('in a window of its own');
      expect(stdout).toContain(
        `GATEWRIGHT_ATTACH_CDP=http://127.0.0.1:${place.port} GATEWRIGHT_CAPABILITIES=read,navigation,action,human,byob-attach `,
      );
      expect(stdout).toMatch(/dist\/gatewright\.js serve /u);
      expect(commandOf(place.state().pid)).not.toContain('--headless');
      expect((await place.run(['stop'])).status).toBe(0);
    } finally {
      screen.kill();
    }
  });
});
