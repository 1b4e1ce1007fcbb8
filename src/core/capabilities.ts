/** Every capability there will ever be, in the order in which they are listed; `here` says whether this version has its tools. */
export const CAPABILITIES = {
  read: { default: true, here: true, exposes: 'page text and pictures' },
  navigation: { default: true, here: true, exposes: 'moving between pages' },
  action: { default: true, here: true, exposes: 'clicking and typing' },
  human: { default: true, here: true, exposes: 'questions to a person' },
  fetch: { default: false, here: true, exposes: 'plain HTTP requests without a browser' },
  eval: { default: false, here: false, exposes: 'script that the agent writes, run in the page' },
  'network-body': { default: false, here: false, exposes: 'whole response bodies' },
  secrets: { default: false, here: true, exposes: 'values that the agent registers as secrets' },
  credentials: { default: false, here: true, exposes: "the operator's password manager" },
  'file-io': {
    default: false,
    here: true,
    exposes: 'files of the workspace to pages, and the disk to what pages send',
  },
  clipboard: { default: false, here: false, exposes: 'the clipboard' },
  storage: { default: false, here: false, exposes: 'cookies and storage of the pages' },
  extensions: { default: false, here: false, exposes: 'extensions that read every page' },
  stealth: { default: false, here: false, exposes: 'hiding from sites that a program is browsing' },
  'device-emulation': { default: false, here: false, exposes: 'devices that do not exist' },
  captcha: { default: false, here: false, exposes: 'challenges sent to an outside service' },
  canvas: { default: false, here: false, exposes: 'pixels and gestures on canvases' },
  diagnostics: { default: false, here: false, exposes: 'a recording of every call' },
  'byob-attach': { default: false, here: true, exposes: "the operator's own browser" },
} as const;

export type Capability = keyof typeof CAPABILITIES;

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name);
}

export function capabilityNames(): Capability[] {
  return Object.keys(CAPABILITIES).filter(isCapability);
}
