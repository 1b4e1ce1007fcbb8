import { randomBytes } from 'node:crypto';
import { openWorkspace } from '../../config/index.js';
import type { Loaded } from '../../config/index.js';
import { Failure } from '../../core/index.js';
import type { CapturedState } from '../../core/index.js';
import { hasScreen } from '../check-start.js';
import type { Cli } from '../cli.js';
import { askLine } from '../prompt.js';
import type { ExitCode } from '../report-error.js';
import { printable } from '../terminal.js';
import { sayKept, withKeeper } from '../with-vault.js';
import type { JsonOption } from '../with-vault.js';
import type { AddOptions } from './vault-input.js';

/** The person signs in by themselves, in a browser of ours: nobody has to copy a cookie by hand. */
export async function captureOne(cli: Cli, text: string, options: AddOptions & JsonOption): Promise<ExitCode> {
  const configured = await cli.load(options);
  return withKeeper(cli, options, async (keeper) => {
    const { host, origin } = keeper.readHost(text);
    keeper.checkWritable(host);
    const loaded = await openedFor(configured, origin);
    if (options.replace !== true && (await keeper.read(host)) !== undefined) {
      throw new Failure('config.invalid', `${host} has an identity already; --replace puts this one in its place`);
    }
    const state = hasScreen(loaded.environment)
      ? await captureInWindow(cli, loaded, origin)
      : await captureInConsole(cli, loaded, origin);
    refuseEmpty(state, origin);
    const who = options.username === undefined ? {} : { username: options.username };
    const kept = await keeper.add(host, { origins: [origin], ...who, ...state }, options.replace === true);
    sayKept(cli, kept, options);
    return 0;
  });
}

async function captureInWindow(cli: Cli, loaded: Loaded, origin: string): Promise<CapturedState> {
  const { captureIdentity } = await import('../../app.js');
  const workspace = openWorkspace(loaded.workspace);
  const run = `capture-${randomBytes(4).toString('hex')}`;
  const log = (line: string): void => {
    cli.terminal.err(printable(line));
  };
  const place = { runFolder: workspace.runFolder(run), browsersFolders: [workspace.browsers], log };
  try {
    return await captureIdentity(loaded, place, origin, async () => {
      await askLine(`Sign in at ${origin} in the window, leave it open, and press Enter here. `);
    });
  } finally {
    workspace.releaseRun(run);
  }
}

async function captureInConsole({ terminal }: Cli, loaded: Loaded, origin: string): Promise<CapturedState> {
  const { captureByTakeover } = await import('../../capture-by-takeover.js');
  terminal.err('There is no screen for a window here, so you sign in through the console. Starting the browser …');
  return captureByTakeover(loaded, {
    origin,
    log: (line) => {
      terminal.err(printable(line));
    },
    whenSignedIn: async (link) => {
      terminal.err('Open this link in your own browser; it works once, for ten minutes:');
      terminal.err(`  ${link}`);
      terminal.err('There choose the session "capture", press "Take over", sign in, and press "Give back".');
      await askLine(`When you are signed in at ${origin}, press Enter here to keep it. Ctrl-C keeps nothing. `);
    },
  });
}

/** Said before the vault says it in its own words: whoever pressed Enter too early must learn just that. */
function refuseEmpty({ cookies, localStorage, sessionStorage }: CapturedState, origin: string): void {
  const kept = cookies.length + Object.keys(localStorage).length + Object.keys(sessionStorage).length;
  if (kept > 0) return;
  throw new Failure(
    'vault.bad-record',
    `you were not signed in at ${origin}: it has set no cookie and stored nothing, so nothing was kept. Run it again, sign in, and press Enter when the page shows that you are`,
  );
}

/** Policy is asked before a window is opened. Who types a port of this machine here means it. */
async function openedFor(loaded: Loaded, origin: string): Promise<Loaded> {
  const { explainFor } = await import('../../app.js');
  const { verdict, reason, hint } = await explainFor(loaded, { url: origin });
  if (verdict === 'deny') {
    const next = hint === undefined ? '' : `. ${hint}`;
    throw new Failure('config.invalid', `policy does not let a browser open ${origin}: ${reason}${next}`);
  }
  const { config } = loaded;
  const { network } = config;
  const { host, hostname, port } = new URL(origin);
  if (!/^(?:localhost|127\.0\.0\.1|\[::1\])$/u.test(hostname)) return loaded;
  const entry = port === '' ? `${host}:${origin.startsWith('https:') ? '443' : '80'}` : host;
  return {
    ...loaded,
    config: { ...config, network: { ...network, unsafeAllowPrivate: [...network.unsafeAllowPrivate, entry] } },
  };
}
