import type { RecordedEvent } from '../../core/index.js';
import type { BrowserLauncher } from '../providers/provider.js';
import { SeparateBrowsers } from './separate-browsers.js';
import type { SessionBrowsers } from './session-browsers.js';
import { SharedBrowser } from './shared-browser.js';

/** One browser for all sessions or one for each, as the provider has it and the operator wants it. */
export function sessionBrowsersOf(launcher: BrowserLauncher, note: (event: RecordedEvent) => void): SessionBrowsers {
  const launch = recordedLaunch(launcher, note);
  return launcher.isPerSession ? new SeparateBrowsers(launch, launcher.warm) : new SharedBrowser(launch);
}

/** Each start is on the record, and so is how long its self-test took. */
function recordedLaunch(launcher: BrowserLauncher, note: (event: RecordedEvent) => void): BrowserLauncher['launch'] {
  return async (request) => {
    const running = await launcher.launch(request);
    const { version, sandbox, jail } = running;
    const facts = {
      ...{ provider: launcher.name, version, sandbox: sandbox.on, why: sandbox.why },
      ...{ jail: jail.on, whyJail: jail.why },
    };
    note({ event: 'browser.started', facts });
    running.selfTested.then(
      (ms) => {
        if (ms !== undefined) note({ event: 'browser.tested', facts: { ms } });
      },
      // A failed self-test rejects the call that asked for a session, and that call is on the record.
      () => undefined,
    );
    return running;
  };
}
