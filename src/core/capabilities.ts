/**
 * Every capability, in the order of the docs. `stealth` and `byob-attach` have no tools; `not-in-this-version.ts` would list
 * those that are known and not here yet.
 */
export const CAPABILITIES = {
  read: { default: true, exposes: 'page text and pictures' },
  navigation: { default: true, exposes: 'moving between pages' },
  action: { default: true, exposes: 'clicking and typing' },
  human: { default: true, exposes: 'questions to a person' },
  fetch: { default: false, exposes: 'plain HTTP requests without a browser' },
  eval: { default: false, exposes: 'script that the agent writes, run in the page' },
  'network-body': { default: false, exposes: 'whole bodies of requests and responses' },
  secrets: { default: false, exposes: 'values that the agent registers as secrets' },
  credentials: { default: false, exposes: "the operator's password manager" },
  'file-io': {
    default: false,
    exposes: 'files of the workspace to pages, and the disk to what pages send',
  },
  clipboard: { default: false, exposes: "the session's own clipboard" },
  storage: { default: false, exposes: 'cookies and storage of the pages' },
  extensions: { default: false, exposes: 'extensions that read every page' },
  stealth: {
    default: false,
    exposes: "hiding from sites that a program is browsing, which many sites' terms of service forbid",
  },
  'device-emulation': { default: false, exposes: 'pages to Bluetooth, USB and HID devices that do not exist' },
  captcha: { default: false, exposes: 'challenges sent to an outside service' },
  canvas: { default: false, exposes: 'pixels and gestures on canvases' },
  diagnostics: { default: false, exposes: 'a recording of every call' },
  emulation: { default: false, exposes: 'pages to made-up facts about the device, its place and its network' },
  'page-tools': { default: false, exposes: 'tools that pages offer, which do what their pages like' },
  recording: { default: false, exposes: 'what a session sends and shows, kept in files' },
  'byob-attach': { default: false, exposes: "the operator's own browser" },
} as const;

export type Capability = keyof typeof CAPABILITIES;

export function isCapability(name: string): name is Capability {
  return Object.hasOwn(CAPABILITIES, name);
}

export function capabilityNames(): Capability[] {
  return Object.keys(CAPABILITIES).filter(isCapability);
}
