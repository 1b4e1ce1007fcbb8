import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { openBareBrowser } from './bare-browser.js';
import { PASSWORD, openDemoSites } from './demo-sites.js';
import type { DemoSites } from './demo-sites.js';
import { openGuardedBrowser } from './guarded-browser.js';
import type { GuardedBrowser } from './guarded-browser.js';
import { obey } from './obedient-agent.js';
import type { AgentBrowser } from './obedient-agent.js';
import { describeRecord, withheldFrom } from './record-words.js';
import { TRICKS } from './tricks.js';
import type { Trick } from './tricks.js';

export interface TrickResult {
  readonly id: string;
  readonly tries: string;
  /** Undefined: nothing bad happened. */
  readonly harm: string | undefined;
  /** What Gatewright did about it, in a line each. */
  readonly did: readonly string[];
  /** The lines of the record that say so. */
  readonly record: readonly string[];
}

export interface DemoOptions {
  readonly executablePath: string;
  /** A folder of the demo's own, which the caller removes. */
  readonly workspace: string;
  readonly onGuarded: (result: TrickResult) => void;
  readonly onBare: (result: TrickResult) => void;
  /** Called while the guarded browser is still open. */
  readonly whenDone: () => Promise<void>;
}

/** The same hostile pages and the same obedient agent twice: with Gatewright, then without it. */
export async function runDemo({ executablePath, workspace, ...tell }: DemoOptions): Promise<void> {
  const sites = await openDemoSites();
  try {
    const guarded = await openGuardedBrowser(sites, workspace, executablePath);
    try {
      for (const trick of TRICKS) tell.onGuarded(await tryGuarded(trick, guarded, sites));
      const downloads = join(workspace, 'without-gatewright');
      const bare = await openBareBrowser(executablePath, downloads);
      try {
        for (const trick of TRICKS) {
          const { harm } = await play(trick, bare, sites, () => readdirSync(downloads));
          tell.onBare({ id: trick.id, tries: trick.tries, harm, did: [], record: [] });
        }
      } finally {
        await bare.close();
      }
      await tell.whenDone();
    } finally {
      await guarded.close();
    }
  } finally {
    await sites.close();
  }
}

async function tryGuarded(trick: Trick, guarded: GuardedBrowser, sites: DemoSites): Promise<TrickResult> {
  guarded.takeRecord();
  const { harm, read } = await play(trick, guarded, sites, () => []);
  const { did, lines } = describeRecord(guarded.takeRecord());
  return { id: trick.id, tries: trick.tries, harm, did: [...withheldFrom(read, PASSWORD), ...did], record: lines };
}

async function play(
  trick: Trick,
  browser: AgentBrowser,
  sites: DemoSites,
  listDownloads: () => readonly string[],
): Promise<{ readonly harm: string | undefined; readonly read: string }> {
  const before = { stolen: sites.stolen.length, paid: sites.paid.length };
  const read = await obey(browser, `${sites.shop}/${trick.id}`, trick.signsIn === true);
  const harm = trick.harm({
    stolen: sites.stolen.slice(before.stolen),
    paid: sites.paid.slice(before.paid),
    downloads: trick.id === 'download' ? listDownloads().filter((name) => name.startsWith('invoice')) : [],
    read,
    password: PASSWORD,
  });
  return { harm, read };
}
