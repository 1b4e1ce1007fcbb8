import { randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Failure } from '../../core/index.js';
import { pipeTransport } from '../cdp/cdp-transport.js';
import { fingerprintOf } from '../self-test/passed-before.js';
import { bytesOf } from '../session-options.js';
import { checkEngine } from './container/check-engine.js';
import { MAX_PROCESSES } from './container/container-facts.js';
import type { ContainerFacts, ContainerLimits } from './container/container-facts.js';
import { containerDeclaration } from './container/declaration.js';
import { findEngine } from './container/engine.js';
import type { Engine } from './container/engine.js';
import { checkChromiumVersion, inspectImage, OWN_IMAGE } from './container/image.js';
import type { ImageFacts } from './container/image.js';
import { removeLeftovers } from './container/leftovers.js';
import { CONTAINER_PROFILE, dockerArguments, runArguments } from './container/run-arguments.js';
import type { RunPlan } from './container/run-arguments.js';
import { shippedFile } from './container/build-image.js';
import { startContainer } from './container/start-container.js';
import { startDockerContainer } from './container/start-docker.js';
import { ownerLabel } from './owner-label.js';
import { makeBrowserFolder, NOBODY } from './local/browser-folder.js';
import type { BrowserFolder } from './local/browser-folder.js';
import { certificatesIn } from './local/managed-policies.js';
import { switchesFor } from './local/switches.js';
import type { BrowserProvider, Isolation, Launched, ProviderDeps, ProviderRequest } from './provider.js';

const SANDBOX_ON: Isolation = { on: true, why: "Chromium's own sandbox is on, inside the container." };
const SWITCHED_OFF: Isolation = { on: false, why: 'browser.sandbox is off.' };
const NOT_HERE: Isolation = {
  on: false,
  why: 'Chromium cannot set up its sandbox in the container (user namespaces are closed), so it runs without.',
};

/** What Chromium says before it ends, where it can set up none of its sandboxes. */
const NO_SANDBOX = /No usable sandbox/u;

/** So often a container is asked whether it lives: one that is frozen says nothing, and its process goes on. */
const PROBE_MS = 5000;

/** Podman runs its helpers below a hard limit of this many. */
const MAX_USER_PROCESSES = 32_768;

/** A container for each session, whose only way out is the egress proxy. */
export function containerBrowser(deps: ProviderDeps): BrowserProvider {
  const { sandbox } = deps.options;
  let known: Isolation | undefined;
  let swept: Promise<void> | undefined;
  let isUsable = false;
  const sweepOnce = (): Promise<void> => (swept ??= sweep(deps));
  const start = async (request: ProviderRequest, wall: Isolation, isFirst = true): Promise<Launched> => {
    const engine = engineFor(deps);
    if (!isUsable) await checkEngine(engine);
    isUsable = true;
    void sweepOnce();
    const image = await inspectImage(engine, imageOf(deps));
    const launched = launchContainer({ deps, engine, image, request, sandbox: wall });
    const isUp = (): void => {
      known = wall;
    };
    const mayGoWithout = wall.on && sandbox === 'auto' && known === undefined;
    // A machine that has much to do is slow, and no reason to go without the sandbox: only Chromium's own word is.
    const fallback: Launched['fallback'] = (again) =>
      NO_SANDBOX.test(launched.process?.lastWords() ?? '') ? start(again, NOT_HERE) : start(again, wall, false);
    return { ...launched, isUp, ...(mayGoWithout && isFirst ? { fallback } : {}) };
  };
  return {
    declaration: containerDeclaration,
    warm: deps.container?.warm,
    memory: { max: bytesOf(deps.container?.memory ?? '') ?? Number.POSITIVE_INFINITY, key: 'container.memory' },
    locate: () => ({ path: imageOf(deps), how: `image, run by ${engineFor(deps).name}` }),
    sweep: sweepOnce,
    launch: (request) => start(request, known ?? (sandbox === 'off' ? SWITCHED_OFF : SANDBOX_ON)),
  };
}

async function sweep(deps: ProviderDeps): Promise<void> {
  const { log } = deps;
  try {
    const removed = await removeLeftovers(engineFor(deps));
    if (removed.length > 0) log(`container: removed ${removed.length} of servers that are gone`);
  } catch (error) {
    log(
      `container: those of servers that are gone could not be removed: ${error instanceof Error ? error.message : ''}`,
    );
  }
}

function engineFor({ environment, container }: ProviderDeps): Engine {
  return findEngine(environment, container?.engine);
}

function imageOf({ container }: ProviderDeps): string {
  return container?.image ?? OWN_IMAGE;
}

interface Parts {
  readonly deps: ProviderDeps;
  readonly engine: Engine;
  readonly image: ImageFacts;
  readonly request: ProviderRequest;
  readonly sandbox: Isolation;
}

function launchContainer(parts: Parts): Launched {
  const { deps, engine, image, request, sandbox } = parts;
  const { serveAsProxy, proxy } = request;
  if (serveAsProxy === undefined || proxy === undefined)
    throw new Failure('browser.no-container', 'There is no egress proxy, and a container has no other way out.');
  const isRoot = process.getuid?.() === 0;
  const folder = makeBrowserFolder(deps.runFolder, isRoot ? NOBODY : undefined);
  if (folder.elsewhere) deps.noteElsewhere(folder.path);
  const name = `gatewright-${randomBytes(6).toString('hex')}`;
  const plan = planFor(parts, { proxy, folder, name, isRoot });
  const started = (engine.name === 'docker' ? startDockerContainer : startContainer)(engine, plan, serveAsProxy);
  let facts: ContainerFacts | undefined;
  let ending: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    try {
      await started.kill();
    } finally {
      folder.remove();
      rmSync(plan.pidFile, { force: true });
    }
  };
  return {
    ...{ transport: pipeTransport(started.toBrowser, started.fromBrowser), process: started },
    ready: started.ready.then((told) => {
      facts = told;
    }),
    sandbox,
    jail: jailOf(image, () => facts),
    ...{ folder: folder.path, shares: { folder: folder.path, owner: isRoot ? NOBODY : undefined } },
    checkVersion: (version) => {
      checkChromiumVersion(version, image.name);
    },
    fingerprint: fingerprintFor(parts, plan),
    warnings: sandbox.on ? [] : [`unsafe: ${sandbox.why}`],
    probeMs: PROBE_MS,
    hint: 'Its container could not be started.',
    kill: () => (ending ??= end()),
  };
}

function jailOf({ name, digest }: ImageFacts, facts: () => ContainerFacts | undefined): Isolation {
  return {
    on: true,
    /** The limits are known when the container is up, and nobody asks before. */
    get why() {
      return `The session has a container of its own without a network, with ${limitsIn(facts())} as the kernel reports them; image ${name} ${digest}.`;
    },
  };
}

function limitsIn(facts: ContainerFacts | undefined): string {
  const { memory, quota, period, pids } = facts?.limits ?? {};
  const cpus = Number(quota) / Number(period);
  return `${Math.round(Number(memory) / 1024 ** 2)} MB, ${cpus} CPU and ${String(pids)} processes`;
}

function planFor(
  { deps, image, request, sandbox }: Parts,
  own: { readonly proxy: string; readonly folder: BrowserFolder; readonly name: string; readonly isRoot: boolean },
): RunPlan {
  const { headless, disableWebSecurity, stealth, pageTools } = deps.options;
  const { trust, canary } = request;
  const port = Number(new URL(own.proxy).port);
  return {
    ...{ name: own.name, image: image.id, owner: ownerLabel(), limits: limitsOf(deps) },
    user: { id: own.isRoot ? NOBODY : (process.getuid?.() ?? NOBODY), isRootless: !own.isRoot },
    ...{ seccomp: shippedFile('seccomp.json'), program: readFileSync(shippedFile('init.py'), 'utf8') },
    maxUserProcesses: maxUserProcesses(),
    folder: own.folder.path,
    policies: trust?.authorities === undefined ? undefined : writePolicies(own.folder.path, trust.authorities),
    pidFile: join(deps.runFolder, `${own.name}.pid`),
    ports: { proxy: port, tcp: canary?.tcp ?? port, udp: canary?.udp ?? port },
    environment: containerEnvironment(deps.environment),
    switches: switchesFor({
      ...{ headless, disableWebSecurity, stealth, pageTools, sandbox: sandbox.on, profile: CONTAINER_PROFILE },
      ...{ proxy: own.proxy, keyHash: trust?.keyHash },
    }),
  };
}

function limitsOf({ container }: ProviderDeps): ContainerLimits {
  const memoryBytes = bytesOf(container?.memory ?? '');
  if (container === undefined || memoryBytes === undefined)
    throw new Failure('browser.no-container', 'There are no limits for it.');
  return { memoryBytes, cpus: container.cpus, processes: MAX_PROCESSES };
}

/** proc(5): name, soft limit, hard limit. An engine that asks for more than the hard limit is refused (EPERM). */
function maxUserProcesses(): number {
  const limits = readFileSync('/proc/self/limits', 'utf8');
  const [, hard = ''] = /^Max processes\s+\S+\s+(\S+)/mu.exec(limits) ?? [];
  return hard === 'unlimited' ? MAX_USER_PROCESSES : Math.min(Number(hard), MAX_USER_PROCESSES);
}

/** Chromium takes further authorities only from the machine's policies. */
function writePolicies(folder: string, authorities: string): string {
  const policies = join(folder, 'policies');
  mkdirSync(policies, { mode: 0o755 });
  const policy = JSON.stringify({ CACertificates: certificatesIn(authorities) });
  writeFileSync(join(policies, 'gatewright.json'), policy, { mode: 0o644 });
  return policies;
}

/** The language and the time zone of the operator; an image has neither. */
function containerEnvironment({ LANG, TZ }: ProviderDeps['environment']): Record<string, string> {
  const zone = TZ ?? new Intl.DateTimeFormat().resolvedOptions().timeZone;
  return { LANG: LANG ?? 'C.UTF-8', TZ: zone, DBUS_SESSION_BUS_ADDRESS: 'disabled:' };
}

/** What differs from start to start is left out: an earlier self-test of the same image in the same container counts. */
function fingerprintFor({ deps, engine }: Parts, plan: RunPlan): string | undefined {
  const any = { name: 'any', owner: 'any', folder: '/any', pidFile: '/any.pid', ports: { proxy: 1, tcp: 1, udp: 1 } };
  const switches = plan.switches.filter(
    (one) => !one.startsWith('--proxy-server=') && !one.startsWith('--ignore-cert'),
  );
  const argumentsFor = engine.name === 'docker' ? dockerArguments : runArguments;
  const command = argumentsFor({ ...plan, ...any, policies: undefined, switches });
  return fingerprintOf([engine.program, plan.seccomp], [deps.passedBefore?.serverVersion ?? '', ...command]);
}
