import { z } from 'zod';
import { Failure } from '../../../core/index.js';
import type { Engine } from './engine.js';

/** Controllers that a container's limits need. */
const NEEDED = ['cpu', 'memory', 'pids'] as const;

const ids = z.array(z.object({ size: z.number() })).nullish();
const podmanInfo = z.object({
  host: z.object({
    cgroupVersion: z.string(),
    cgroupControllers: z.array(z.string()).nullish(),
    idMappings: z.object({ uidmap: ids, gidmap: ids }).nullish(),
    security: z.object({ rootless: z.boolean() }),
  }),
});

/** Asked once, before the first container: what an engine cannot do is said in words, and not by a start that fails. */
export async function checkEngine(engine: Engine): Promise<void> {
  if (engine.name === 'docker') await checkDocker(engine);
  else if (process.getuid?.() !== 0) checkRootless(await engine.run(['info', '--format', 'json']));
}

/** With user IDs of its own Docker would run the browser as another user than the one whose folder it is. */
async function checkDocker(engine: Engine): Promise<void> {
  const said = await engine.run(['info', '--format', '{{json .SecurityOptions}}']);
  if (/name=(?:rootless|userns)\b/u.test(said))
    throw new Failure(
      'browser.no-container',
      'Docker runs rootless or with user namespaces (userns-remap), which is not driven here. Use podman, or Docker as root.',
    );
}

/** Without root podman drops the limits that it cannot set, with a warning. Here they are a condition. */
export function checkRootless(said: string): void {
  const { host } = readInfo(said);
  if (!host.security.rootless) return;
  if (host.cgroupVersion !== 'v2')
    throw refusal(
      'sets no limits on this machine, because limits for a user need cgroup version 2 and it has version 1. ' +
        'Run the server as root, or boot Linux with systemd.unified_cgroup_hierarchy=1.',
    );
  const missing = NEEDED.filter((name) => host.cgroupControllers?.includes(name) !== true);
  if (missing.length > 0)
    throw refusal(
      `may not limit ${missing.join(', ')}: the controllers are not delegated to this user. With systemd put ` +
        `Delegate=${NEEDED.join(' ')} into the section [Service] of /etc/systemd/system/user@.service.d/delegate.conf, ` +
        'run systemctl daemon-reload and sign in again.',
    );
  const { uidmap, gidmap } = host.idMappings ?? {};
  if (![uidmap, gidmap].every((map) => (map?.length ?? 0) > 1))
    throw refusal(
      'has no user IDs to hand out: this user has no range in /etc/subuid and /etc/subgid. ' +
        'As root: usermod --add-subuids 100000-165535 --add-subgids 100000-165535 USER, then podman system migrate as the user.',
    );
}

function readInfo(said: string): z.infer<typeof podmanInfo> {
  try {
    return podmanInfo.parse(JSON.parse(said));
  } catch (error) {
    throw new Failure(
      'browser.no-container',
      'What podman info says cannot be read, so its limits are not known. Podman 4.3 or newer is needed.',
      undefined,
      error,
    );
  }
}

function refusal(why: string): Failure {
  return new Failure('browser.no-container', `Podman runs without root and ${why}`);
}
