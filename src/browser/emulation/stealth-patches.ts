import type { TargetLine, TargetSetup } from '../cdp/target-setup.js';

/**
 * The four patches of the capability `stealth`, and no more. `navigator.webdriver` is false by a switch of Chromium's, and
 * its plugins and languages are what Chromium says wherever it says anything: a getter of its own cannot be told from one.
 */
export class StealthPatches implements TargetSetup {
  attached(line: TargetLine): void {
    const sent =
      line.type === 'page' || line.type === 'iframe'
        ? line.call('Page.addScriptToEvaluateOnNewDocument', { source: IN_DOCUMENTS, runImmediately: true })
        : line.call('Runtime.evaluate', { expression: `(${LANGUAGES})(WorkerNavigator.prototype)` });
    // A target that is gone needs no patch.
    sent.catch(() => undefined);
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

/** Where Chromium has none at all. */
const LANGUAGES = `(prototype) => {
  const was = Object.getOwnPropertyDescriptor(prototype, 'languages');
  if (!was || !was.get || navigator.languages.length > 0) return;
  const filled = Object.freeze(['en-US', 'en']);
  Object.defineProperty(prototype, 'languages', { ...was, get: new Proxy(was.get, { apply: () => filled }) });
}`;

/** Where Chromium has none: its headless shell shows no PDF. */
const PLUGINS = `() => {
  const was = Object.getOwnPropertyDescriptor(Navigator.prototype, 'plugins');
  if (!was || !was.get || navigator.plugins.length > 0) return;
  const hidden = (value) => ({ value, enumerable: false, configurable: true });
  const shown = (value) => ({ value, enumerable: true, configurable: true });
  const names = ['PDF Viewer', 'Chrome PDF Viewer', 'Chromium PDF Viewer', 'Microsoft Edge PDF Viewer', 'WebKit built-in PDF'];
  const plugins = names.map((name) => Object.create(Plugin.prototype, {
    name: hidden(name), filename: hidden('internal-pdf-viewer'), description: hidden('Portable Document Format'), length: hidden(0),
  }));
  const byIndex = Object.fromEntries(plugins.map((plugin, i) => [i, shown(plugin)]));
  const byName = Object.fromEntries(plugins.map((plugin) => [plugin.name, hidden(plugin)]));
  const own = { item: (i) => plugins[i] || null, namedItem: (name) => plugins.find((one) => one.name === name) || null };
  const list = Object.create(PluginArray.prototype, {
    ...byIndex, ...byName, length: hidden(plugins.length),
    item: hidden(own.item.bind()), namedItem: hidden(own.namedItem.bind()), refresh: hidden((() => undefined).bind()),
    [Symbol.iterator]: hidden(plugins.values.bind(plugins)),
  });
  Object.defineProperty(Navigator.prototype, 'plugins', { ...was, get: new Proxy(was.get, { apply: () => list }) });
}`;

/**
 * As it is where an extension takes messages from pages. A bound function prints as Chromium's own do in \`chrome\`, without
 * a name; the property comes last, as Chromium would add it.
 */
const RUNTIME = `() => {
  const home = globalThis.chrome ?? {};
  if (globalThis.chrome === undefined)
    Object.defineProperty(globalThis, 'chrome', { value: home, writable: true, enumerable: true, configurable: true });
  if (home.runtime !== undefined) return;
  const fails = (name, signature) => {
    const said = 'Error in invocation of runtime.' + name + '(' + signature + '): chrome.runtime.' + name +
      '() called from a webpage must specify an Extension ID (string) for its first argument.';
    const made = ((...args) => { if (typeof args[0] !== 'string') throw new TypeError(said); }).bind();
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

/** Each by itself: one that fails takes no other along. */
const IN_DOCUMENTS = [`(${PLUGINS})()`, `(${LANGUAGES})(Navigator.prototype)`, `(${RUNTIME})()`]
  .map((patch) => `try { ${patch} } catch {}`)
  .join('\n');
