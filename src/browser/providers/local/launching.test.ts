import { describe, expect, it } from 'vitest';
import { browserEnvironment } from './browser-environment.js';
import { jailCommand } from './jail.js';
import { waysToLaunch } from './launch-plan.js';
import { switchesFor } from './switches.js';

const plain = { headless: true, sandbox: true, profile: '/p', disableWebSecurity: false };

describe('switchesFor', () => {
  it('names each switch once: of two only the last would count', () => {
    const names = switchesFor({ ...plain, sandbox: false, proxy: 'http://127.0.0.1:8080' }).map((one) =>
      one.replace(/=.*/su, ''),
    );
    expect(names).toEqual([...new Set(names)]);
  });

  it('never opens a debugging port, and goes without the sandbox only when told', () => {
    expect(switchesFor(plain).join(' ')).not.toMatch(/remote-debugging-port|no-sandbox|disable-web-security/u);
    expect(switchesFor({ ...plain, sandbox: false })).toContain('--no-sandbox');
  });

  it('leaves no way around a proxy', () => {
    const switches = switchesFor({ ...plain, proxy: 'http://127.0.0.1:8080' });
    expect(switches).toContain('--proxy-server=http://127.0.0.1:8080');
    expect(switches).toContain('--proxy-bypass-list=<-loopback>');
    expect(switches).toContain('--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1');
    expect(switches).toContain('--webrtc-ip-handling-policy=disable_non_proxied_udp');
    expect(switches).toContain('--disable-quic');
    expect(switchesFor(plain).join(' ')).not.toContain('host-resolver-rules');
  });
});

describe('waysToLaunch', () => {
  const ways = (isRoot: boolean, sandbox: 'auto' | 'on' | 'off', hasSetpriv = true, othersCanRunIt = true) =>
    waysToLaunch({ isRoot, hasSetpriv, othersCanRunIt, sandbox, jail: 'off' }).map(
      (way) => `${way.drop} ${way.sandbox.on ? 'on' : 'off'}`,
    );

  it('does not drop to a user who could not reach the browser, unless the sandbox must be on', () => {
    expect(ways(true, 'auto', true, false)).toEqual(['no off']);
    expect(ways(true, 'on', true, false)).toEqual(['setpriv on']);
    expect(ways(false, 'auto', true, false)).toEqual(['no on', 'no off']);
  });

  it.each([
    [true, 'auto', ['setpriv on', 'setpriv off', 'no off']],
    [true, 'on', ['setpriv on']],
    [true, 'off', ['setpriv off', 'no off']],
    [false, 'auto', ['no on', 'no off']],
    [false, 'on', ['no on']],
    [false, 'off', ['no off']],
  ] as const)('as root: %s, sandbox: %s', (isRoot, sandbox, expected) => {
    expect(ways(isRoot, sandbox)).toEqual(expected);
  });

  it('never tries root with a sandbox that root does not have', () => {
    expect(ways(true, 'auto', false)).toEqual(['ourselves on', 'ourselves off', 'no off']);
  });
});

describe('browserEnvironment', () => {
  const secret = {
    AWS_SECRET_ACCESS_KEY: 'x',
    HTTPS_PROXY: 'x',
    https_proxy: 'x',
    NODE_OPTIONS: 'x',
    LD_PRELOAD: 'x',
    SSLKEYLOGFILE: 'x',
    PLAYWRIGHT_DISABLE_FORCED_CHROMIUM_PROXIED_LOOPBACK: '1',
    HOME: '/home/me',
    PATH: '/evil',
    DBUS_SESSION_BUS_ADDRESS: 'unix:x',
    DISPLAY: ':0',
    LANG: 'it_IT.UTF-8',
  };

  it('passes few names, and its own home', () => {
    const env = browserEnvironment(secret, '/run/b', { headless: true, platform: 'linux' });
    expect(Object.values(env)).not.toContain('x');
    expect(env).toMatchObject({ HOME: '/run/b', LANG: 'it_IT.UTF-8', DBUS_SESSION_BUS_ADDRESS: 'disabled:' });
    expect(env['PATH']).not.toContain('/evil');
    expect(env['DISPLAY']).toBeUndefined();
  });

  it('shows its window when there is one to show', () => {
    const env = browserEnvironment(secret, '/run/b', { headless: false, platform: 'linux' });
    expect(env['DISPLAY']).toBe(':0');
  });
});

describe('waysToLaunch with a jail', () => {
  const ways = (jail: 'auto' | 'on', more: { noJail?: string; isRoot?: boolean; othersCanRunIt?: boolean } = {}) =>
    waysToLaunch({ isRoot: false, hasSetpriv: true, othersCanRunIt: true, sandbox: 'auto', jail, ...more }).map(
      (way) => `${way.drop} ${way.jail.on ? 'jail' : 'free'} ${way.sandbox.on ? 'sandbox' : 'bare'}`,
    );

  it('has both walls first, and gives up the jail before the sandbox', () => {
    expect(ways('auto')).toEqual(['no jail sandbox', 'no free sandbox', 'no jail bare', 'no free bare']);
    expect(ways('auto', { isRoot: true })).toEqual([
      'setpriv jail sandbox',
      'setpriv free sandbox',
      'setpriv jail bare',
      'setpriv free bare',
      'no free bare',
    ]);
  });

  it('is never left where it is demanded, and root is never in it', () => {
    expect(ways('on', { isRoot: true })).toEqual(['setpriv jail sandbox', 'setpriv jail bare']);
    expect(ways('on', { noJail: 'x' })).toEqual([]);
    expect(ways('auto', { noJail: 'x' })).toEqual(['no free sandbox', 'no free bare']);
  });

  it('reaches a browser in a folder that only root can enter', () => {
    expect(ways('auto', { isRoot: true, othersCanRunIt: false })[0]).toBe('setpriv jail sandbox');
  });
});

describe('jailCommand', () => {
  const command = jailCommand({
    bubblewrap: '/usr/bin/bwrap',
    programs: { browser: '/home/me/browsers/chrome/chrome', node: '/home/me/node/bin/node' },
    folder: '/tmp/b/c',
    display: [],
  });
  const sources = command.flatMap((word, i) => (/^--(?:ro-)?bind(?:-try)?$/u.test(word) ? [command[i + 1] ?? ''] : []));

  it('mounts no home, and no folder in which sockets lie', () => {
    for (const closed of ['/', '/root', '/home', '/run', '/var', '/var/run', '/tmp', '/etc']) {
      expect(sources).not.toContain(closed);
    }
    expect(sources).toEqual(expect.arrayContaining(['/home/me/browsers/chrome', '/home/me/node/bin/node', '/tmp/b/c']));
  });

  it('lets only the browser’s own folder be written to', () => {
    expect(command.filter((word) => word === '--bind' || word === '--dev-bind')).toEqual(['--bind']);
    expect(command.slice(command.indexOf('--bind') + 1)[0]).toBe('/tmp/b/c');
    expect(command).toContain('--remount-ro');
    expect(command).toContain('--die-with-parent');
  });
});
