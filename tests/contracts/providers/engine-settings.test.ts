import { chmodSync, cpSync, mkdirSync, mkdtempSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { canMount, hasContainers } from '../../fixtures/needs.js';
import { html, startSite } from '../../fixtures/site.js';
import type { Site } from '../../fixtures/site.js';
import { browserIn, openRoom, READING } from '../browser/browser-setup.js';
import type { Room } from '../browser/browser-setup.js';
import { openNetwork } from '../network/open-network.js';
import type { App } from '../network/open-network.js';

/** Everything that a file of the machine can say against the walls and that an argument takes back. */
const AGAINST_WALLS = `[containers]
${['pidns', 'utsns', 'ipcns', 'cgroupns', 'netns'].map((kind) => `${kind} = "host"`).join('\n')}
userns = "auto"
cgroups = "disabled"
seccomp_profile = "unconfined"
default_capabilities = ["CHOWN", "DAC_OVERRIDE", "NET_RAW", "SETUID", "SYS_ADMIN"]
pids_limit = 0
env_host = true
http_proxy = true
init = true
log_driver = "k8s-file"
`;
const KINDS = ['cgroup', 'ipc', 'mnt', 'net', 'pid', 'uts'];

let site: Site;
let app: App;
let setup: Room | undefined;
let folder: string;

beforeEach(async () => {
  site = await startSite({ '/': html('<h1>Hello</h1>') });
  app = await openNetwork({ unsafeAllowPrivate: [site.host] });
  folder = mkdtempSync(join(tmpdir(), 'gw-settings-'));
});

afterEach(async () => {
  await setup?.close();
  await app.close();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
});

function openWith(environment: Readonly<Record<string, string>>): Room {
  const { PATH, HOME } = process.env;
  const browser = { provider: 'container' } as const;
  return (setup = openRoom({ egress: app.egress, browser, environment: { PATH, HOME, ...environment } }));
}

/** Podman with this file in place of the machine's own settings. */
function openWithSettings(settings: string): Room {
  const file = join(folder, 'containers.conf');
  writeFileSync(file, settings);
  return openWith({ CONTAINERS_CONF: file, GW_TEST_SECRET: 'from-the-host' });
}

async function expectWalls(room: Room): Promise<number> {
  await room.navigate(site.url());
  expect((await room.run(READING, ({ page }) => page.snapshot({}))).text).toContain('Hello');
  const { pid } = browserIn(room);
  for (const kind of KINDS)
    expect(readlinkSync(`/proc/${String(pid)}/ns/${kind}`)).not.toBe(readlinkSync(`/proc/self/ns/${kind}`));
  return pid;
}

describe.runIf(hasContainers())('settings of the machine for podman', () => {
  it('take no wall away: what is asked for wins', async () => {
    const pid = await expectWalls(openWithSettings(AGAINST_WALLS));
    const status = readFileSync(`/proc/${String(pid)}/status`, 'utf8');
    expect(status).toMatch(/^CapBnd:\s+0+$/mu);
    expect(status).toMatch(/^Seccomp:\s+2$/mu);
    expect(readFileSync(`/proc/${String(pid)}/environ`, 'utf8')).not.toContain('GW_TEST_SECRET');
  });

  it.each([
    ['volumes = ["/etc:/machine:ro"]', '/machine'],
    ['volumes = ["/etc:/dev/shm:ro"]', '/dev/shm'],
    ['devices = ["/dev/null:/dev/other:rwm"]', '/dev/other'],
  ])('are refused where they add what no argument takes back: %s', async (line, what) => {
    const room = openWithSettings(`[containers]\n${line}\n`);
    const failure = await room.navigate(site.url()).catch((error: unknown) => error);
    expect(failure).toMatchObject({ code: 'browser.no-container' });
    expect(String(failure)).toMatch(/does not enforce: nothing of the machine/u);
    expect(String(failure)).toContain(what);
  });

  it('change nothing where they are about something else', async () => {
    await expectWalls(
      openWithSettings('[containers]\ntz = "local"\numask = "0027"\n[engine]\nevents_logger = "none"\n'),
    );
  });

  it.runIf(canMount())('mount nothing either', async () => {
    const [settings, secrets, programs] = ['etc', 'secrets', 'bin'].map((name) => join(folder, name));
    if (settings === undefined || secrets === undefined || programs === undefined) throw new Error('no folders');
    cpSync('/etc/containers', settings, { recursive: true });
    for (const made of [secrets, programs]) mkdirSync(made);
    writeFileSync(join(secrets, 'token'), 'of the machine');
    writeFileSync(join(settings, 'mounts.conf'), `${secrets}:/run/secrets\n`);
    // Podman, in a view of the disk where these are the machine's settings.
    const script = `#!/bin/sh
exec unshare --mount sh -c 'mount --bind ${settings} /etc/containers && exec /usr/bin/podman "$@"' podman "$@"
`;
    writeFileSync(join(programs, 'podman'), script);
    chmodSync(join(programs, 'podman'), 0o755);
    const pid = await expectWalls(openWith({ PATH: `${programs}:${process.env['PATH'] ?? ''}` }));
    expect(readFileSync(`/proc/${String(pid)}/mountinfo`, 'utf8')).not.toContain('/run/secrets');
  });
});
