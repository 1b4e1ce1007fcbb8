import type { TargetLine, TargetSetup } from '../cdp/target-setup.js';

/**
 * What the capability `stealth` puts into documents: `chrome.runtime`. That `navigator.webdriver` is false comes from a
 * switch of Chromium's, and plugins and languages are its own: `requireStealth` refuses a browser in which they are not.
 */
export class StealthPatches implements TargetSetup {
  attached(line: TargetLine): void {
    if (line.type !== 'page' && line.type !== 'iframe') return;
    // A target that is gone needs no patch.
    line
      .call('Page.addScriptToEvaluateOnNewDocument', { source: IN_DOCUMENTS, runImmediately: true })
      .catch(() => undefined);
  }

  detached(): void {
    // Nothing is kept for it.
  }
}

/** For a session whose caller has no `stealth`, in a browser that was started for others who have it. */
export class PlainAutomation implements TargetSetup {
  attached(line: TargetLine): void {
    if (line.type !== 'page' && line.type !== 'iframe') return;
    line.call('Emulation.setAutomationOverride', { enabled: true }).catch(() => undefined);
  }

  detached(): void {
    // Nothing is kept for it.
  }
}

/**
 * As it is where an extension takes messages from pages. A bound function prints as Chromium's own do in \`chrome\`, without
 * a name, and is in no stack; the property comes last, as Chromium would add it.
 */
const RUNTIME = `() => {
  const home = globalThis.chrome ?? {};
  if (globalThis.chrome === undefined)
    Object.defineProperty(globalThis, 'chrome', { value: home, writable: true, enumerable: true, configurable: true });
  if (home.runtime !== undefined) return;
  const [Fault, capture] = [TypeError, Error.captureStackTrace];
  const fails = (name, signature) => {
    const said = 'Error in invocation of runtime.' + name + '(' + signature + '): chrome.runtime.' + name +
      '() called from a webpage must specify an Extension ID (string) for its first argument.';
    const inner = (...args) => {
      if (typeof args[0] === 'string') return;
      const error = new Fault(said);
      capture(error, inner);
      throw error;
    };
    const made = inner.bind();
    Object.defineProperty(made, 'name', { value: '', configurable: true });
    return made;
  };
  const words = (...list) => Object.fromEntries(list.map((word) => [word.toUpperCase().replace(/-/g, '_'), word]));
  home.runtime = {
    ContextType: words('TAB', 'POPUP', 'BACKGROUND', 'OFFSCREEN_DOCUMENT', 'SIDE_PANEL', 'DEVELOPER_TOOLS'),
    OnInstalledReason: words('install', 'update', 'chrome_update', 'shared_module_update'),
    OnRestartRequiredReason: words('app_update', 'os_update', 'periodic'),
    PlatformArch: words('arm', 'arm64', 'x86-32', 'x86-64', 'mips', 'mips64'),
    PlatformOs: words('mac', 'win', 'android', 'cros', 'linux', 'openbsd'),
    RequestUpdateCheckStatus: words('throttled', 'no_update', 'update_available'),
    connect: fails('connect', 'optional string extensionId, optional object connectInfo'),
    sendMessage: fails('sendMessage', 'optional string extensionId, any message, optional object options, optional function callback'),
  };
}`;

const IN_DOCUMENTS = `try { (${RUNTIME})() } catch {}`;
