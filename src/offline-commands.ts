import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { startAudit } from './audit/index.js';
import { captureState, declaredOptions, describeBrowser, isProxiedElsewhere, traitsFor } from './browser/index.js';
import type { BrowserDescription, BrowserDeps } from './browser/index.js';
import { openWorkspace, workspacePath } from './config/index.js';
import type { Loaded } from './config/index.js';
import { withinReach } from './within-reach.js';
import type { CapturedState, Egress, JudgeEgress, Record, Verdict, WebUrlFacts } from './core/index.js';
import { explain } from './gateway/index.js';
import type { Explained, Explanation } from './gateway/index.js';
import { compileOpenedHosts, createEgress, createOwnListeners, describeUrl } from './network/index.js';
import { watchListeners } from './platform/listener-notes.js';
import { compilePolicy, judgeEgress, judgeVisit } from './policy/index.js';
import { VERSION } from './version.js';

// What commands need of the modules while no server runs.

/** `gatewright explain`: the policy of this config, asked without starting anything. */
export async function explainFor({ config, workspace }: Loaded, asked: Explained): Promise<Explanation> {
  const policy = compilePolicy(withinReach(config));
  const silent = (): void => undefined;
  const egress = createEgress(config.network, {
    judge: (_, url, addresses) => judgeEgress(policy, undefined, url, addresses),
    own: ownListenersIn(workspace),
    log: silent,
    note: silent,
  });
  try {
    const isAttached = !traitsFor(declaredOptions(config)).ownProfile;
    return await explain({ policy, capabilities: config.capabilities, egress, isAttached }, asked);
  } finally {
    await egress.close();
  }
}

/** What servers and consoles of this workspace, and of the default one, listen on. */
function ownListenersIn(workspace: string): ReturnType<typeof createOwnListeners> {
  const runFolders = [workspace, workspacePath(undefined, {})].map((folder) => join(folder, 'run'));
  return createOwnListeners(undefined, { boundTo: watchListeners(runFolders) });
}

/** `gatewright doctor`: starts the browser as a server would, with a proxy that lets nothing pass. */
export async function tryBrowser(
  { config, environment }: Loaded,
  place: Pick<BrowserDeps, 'runFolder' | 'browsersFolders'>,
): Promise<BrowserDescription> {
  const silent = (): void => undefined;
  const judge = (): Verdict => ({
    kind: 'deny',
    rule: 'doctor',
    code: 'policy.denied',
    reason: 'nothing is to be sent',
  });
  const isRemote = isProxiedElsewhere(declaredOptions(config));
  const remoteProxy = isRemote ? config.remote.proxy : undefined;
  const egress = createEgress(config.network, { judge, log: silent, note: silent, remoteProxy });
  const scope = { principal: 'doctor', session: 'doctor' };
  try {
    const { browser: options, container, remote } = config;
    const pageTools = config.capabilities.includes('page-tools');
    const deps = { ...place, options, container, remote, sessions: config.sessions, environment, pageTools };
    const remoteWay = isRemote ? await egress.admitRemote?.(scope) : undefined;
    if (remoteWay !== undefined)
      return await describeBrowser({ ...deps, wayOut: { proxy: remoteWay.server, remote: remoteWay } });
    const { server } = await egress.admit(scope);
    const serveAsProxy: Egress['serveAsProxy'] = (connection) => {
      egress.serveAsProxy(connection);
    };
    return await describeBrowser({ ...deps, wayOut: { proxy: server, serveAsProxy } });
  } finally {
    await egress.close();
  }
}

/** `gatewright vault capture`: a window under this config's policy, in which a person signs in. */
export async function captureIdentity(
  { config, environment, workspace }: Loaded,
  place: Pick<BrowserDeps, 'runFolder' | 'browsersFolders' | 'log'>,
  origin: string,
  whenSignedIn: () => Promise<void>,
): Promise<CapturedState> {
  const policy = compilePolicy(config);
  const { log, runFolder, browsersFolders = [] } = place;
  const judge: JudgeEgress = (_, url, addresses) => judgeEgress(policy, undefined, url, addresses);
  const insecureHosts = config.browser.ignoreHttpsErrors;
  const egress = createEgress(config.network, {
    ...{ judge, insecureHosts, log, note: () => undefined, own: ownListenersIn(workspace) },
  });
  const mayVisit = (url: string): boolean => judgeVisit(policy, undefined, egress.describe(url)).kind === 'allow';
  try {
    return await captureState(origin, {
      ...{ options: config, runFolder, browsersFolders, environment, log, egress, mayVisit, whenSignedIn },
    });
  } finally {
    await egress.close();
  }
}

type ListVerdict = 'listed' | 'missing' | 'closed';

/** `gatewright network suggest`: what the lists of this config say of an origin, also while they are only observed. */
export function judgeOriginLists({
  config,
}: Loaded): Readonly<{ [list in 'load' | 'visit']: (origin: string) => ListVerdict }> {
  const policy = compilePolicy({ ...config, network: { ...config.network, observe: false } });
  const known = { own: createOwnListeners(), opened: compileOpenedHosts(config.network.unsafeAllowPrivate) };
  const read = (verdict: Verdict): ListVerdict => {
    if (verdict.kind === 'allow') return 'listed';
    return verdict.kind === 'deny' && verdict.code === 'policy.origin-not-allowed' ? 'missing' : 'closed';
  };
  const about = (judge: (url: WebUrlFacts) => Verdict) => (origin: string) => {
    const url = describeUrl(origin, known);
    return url.kind === 'web' ? read(judge(url)) : 'closed';
  };
  return {
    load: about((url) => judgeEgress(policy, undefined, url)),
    visit: about((url) => judgeVisit(policy, undefined, url)),
  };
}

/** What a person changes without a server is on the record too, in a file of its own. No record, no change. */
export async function onRecord<T>(
  { workspace: root, config }: Loaded,
  log: (line: string) => void,
  act: (note: Record['note']) => Promise<T>,
): Promise<T> {
  const workspace = openWorkspace(root);
  const audit = startAudit({
    folder: workspace.audit,
    keyFile: workspace.inside('keys', 'audit.key'),
    serverId: randomBytes(4).toString('hex'),
    startedAt: new Date(),
    version: VERSION,
    options: config.audit,
    log,
  });
  try {
    return await act((event) => {
      audit.record.note(event);
    });
  } finally {
    await audit.close();
  }
}
