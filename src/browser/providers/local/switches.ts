/** One list, because of several `--disable-features` only the last counts. */
export const FEATURES_OFF = [
  // Playwright needs these out of its way.
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'PaintHolding',
  // Pausing documents must not break redirects of preflighted requests.
  'AvoidCorsURLLoaderRestartOnRedirect',
  // http stays http: the address that was judged is the one that is opened.
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  // A page that is rendered ahead of its navigation would be shown without passing the document interceptor.
  'Prerender2',
  // WebRTC would join a multicast group to hide local addresses; it gets none, so nothing may be sent to the group.
  'WebRtcHideLocalIpsWithMdns',
  // The window's own parts that are pages: each window would start processes for what nobody sees.
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'WebUIOmniboxFullPopup',
  'PreloadTopChromeWebUI',
  // Nothing is asked of anybody in the background.
  'AutofillServerCommunication',
  'OptimizationHints',
  'OptimizationHintsFetching',
  'OptimizationGuideModelDownloading',
  'OptimizationGuideOnDeviceModel',
  'CertificateTransparencyComponentUpdater',
  'SafeBrowsingHashPrefixRealTimeLookups',
  'InterestFeedContentSuggestions',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
  'MediaRouter',
  'Translate',
  'LensOverlay',
  'TcpPortRandomizationWin',
] as const;

/** One list too. An address that scrolls to a text would search the page as it is, with everything that answers mask. */
const BLINK_OFF = ['TextFragmentIdentifiers'] as const;

export const FEATURES_ON = ['CDPScreenshotNewSurface', 'SkipListAccountsWithoutGaiaCookies'] as const;

const OURS = ['--remote-debugging-pipe', '--no-startup-window'] as const;

const ALWAYS = [
  '--no-first-run',
  '--no-default-browser-check',
  '--no-service-autorun',
  '--disable-field-trial-config',
  '--disable-search-engine-choice-screen',
  '--disable-infobars',
  '--disable-stack-profiler',
  '--do-not-de-elevate',
  // No traffic of its own.
  '--disable-background-networking',
  '--disable-component-update',
  // The switch above does not stop components that are fetched on demand, as the lists of language models are.
  '--component-updater=url-source=about:blank',
  '--disable-component-extensions-with-background-pages',
  '--disable-default-apps',
  '--disable-extensions',
  '--disable-sync',
  '--disable-breakpad',
  '--disable-crash-reporter',
  '--metrics-recording-only',
  '--disable-domain-reliability',
  '--disable-client-side-phishing-detection',
  '--safebrowsing-disable-auto-update',
  // No way past a proxy.
  '--disable-quic',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  // A page in the background works like one in front, and one that hangs is our business.
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-hang-monitor',
  '--disable-back-forward-cache',

  '--disable-prompt-on-repost',
  '--allow-pre-commit-input',
  // Popups become tabs, counted and judged.
  '--disable-popup-blocking',
  // Shared memory in our own folder, which is removed; containers have little of the other kind.
  '--disable-dev-shm-usage',
  '--password-store=basic',
  '--use-mock-keychain',
  '--force-color-profile=srgb',
  '--enable-unsafe-swiftshader',
] as const;

/** What was selected last belongs to the whole browser: the middle button would paste it into another session's page. */
const NO_MIDDLE_PASTE = 'middleClickPasteAllowed=false';
/** A mouse that can hover, although no device is there. */
const MOUSE = 'primaryHoverType=2,availableHoverTypes=2,primaryPointerType=4,availablePointerTypes=4';

const HEADLESS = ['--headless', '--hide-scrollbars', '--mute-audio'] as const;

export interface SwitchOptions {
  readonly headless: boolean;
  readonly sandbox: boolean;
  readonly profile: string;
  readonly proxy?: string | undefined;
  readonly disableWebSecurity: boolean;
  /** `navigator.webdriver` is false, as in a browser that a person started. */
  readonly stealth?: boolean | undefined;
  /** Pages may offer tools (`document.modelContext`). */
  readonly pageTools?: boolean | undefined;
  /** The profile is kept from one start to the next. */
  readonly isKept?: boolean;
  /** Extensions may be loaded over the DevTools pipe, and in no other way. */
  readonly hasExtensions?: boolean;
  /** Certificates with the key of this hash are taken for good. */
  readonly keyHash?: string | undefined;
}

export function switchesFor(options: SwitchOptions): string[] {
  return [
    ...OURS,
    ...(options.hasExtensions === true ? ALWAYS.filter((one) => one !== '--disable-extensions') : ALWAYS),
    ...(options.hasExtensions === true ? ['--enable-unsafe-extension-debugging'] : []),
    ...(options.headless ? HEADLESS : []),
    blinkSettings(options.headless),
    blinkOff(options.stealth === true),
    `--disable-features=${FEATURES_OFF.join(',')}`,
    `--enable-features=${[...FEATURES_ON, ...(options.pageTools === true ? ['WebMCP'] : [])].join(',')}`,
    `--user-data-dir=${options.profile}`,
    // A browser that was killed would ask whether to open its tabs again.
    ...(options.isKept === true ? ['--hide-crash-restore-bubble'] : []),
    ...(options.sandbox ? [] : ['--no-sandbox']),
    ...(options.proxy === undefined ? [] : proxySwitches(options.proxy)),
    ...(options.keyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${options.keyHash}`]),
    ...(options.disableWebSecurity ? ['--disable-web-security', '--disable-site-isolation-trials'] : []),
  ];
}

function blinkOff(isStealthy: boolean): string {
  return `--disable-blink-features=${[...BLINK_OFF, ...(isStealthy ? ['AutomationControlled'] : [])].join(',')}`;
}

/** One list, because of several only the last counts. */
function blinkSettings(isHeadless: boolean): string {
  return `--blink-settings=${[NO_MIDDLE_PASTE, ...(isHeadless ? [MOUSE] : [])].join(',')}`;
}

/** Without a context's own credentials the proxy refuses, so what belongs to no session goes nowhere. */
function proxySwitches(proxy: string): string[] {
  return [
    `--proxy-server=${proxy}`,
    // The minus sign takes away the rule that loopback goes around every proxy.
    '--proxy-bypass-list=<-loopback>',
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(proxy).hostname}`,
  ];
}

export interface RemoteSwitchOptions {
  readonly disableWebSecurity: boolean;
  readonly stealth?: boolean | undefined;
  /** The proxy with the session's label in its name; absent: there is no boundary. */
  readonly proxy?: string | undefined;
  readonly hostRule?: string | undefined;
  readonly keyHash?: string | undefined;
}

/** For a browser that somebody else starts, with a profile and a DevTools port of theirs. */
export function remoteSwitches(options: RemoteSwitchOptions): string[] {
  const { disableWebSecurity, stealth, proxy, hostRule, keyHash } = options;
  const resolver = ['MAP * ~NOTFOUND', ...(hostRule?.startsWith('EXCLUDE') === true ? [hostRule] : [])];
  // The first rule that fits counts.
  if (hostRule?.startsWith('MAP') === true) resolver.unshift(hostRule);
  return [
    ...ALWAYS,
    ...HEADLESS,
    blinkSettings(true),
    ...(stealth === true ? [blinkOff(true)] : []),
    `--disable-features=${FEATURES_OFF.join(',')}`,
    `--enable-features=${FEATURES_ON.join(',')}`,
    ...(proxy === undefined
      ? []
      : [
          `--proxy-server=${proxy}`,
          '--proxy-bypass-list=<-loopback>',
          `--host-resolver-rules=${resolver.join(', ')}`,
          ...(keyHash === undefined ? [] : [`--ignore-certificate-errors-spki-list=${keyHash}`]),
        ]),
    ...(disableWebSecurity ? ['--disable-web-security'] : []),
  ];
}
