import { z } from 'zod';
import { PROVIDER_SOURCES } from './providers/declared-providers.js';
import { PROVIDER_NAMES } from './providers/provider-declaration.js';
import { memorySize } from './session-options.js';
import type { sessionsOptions } from './session-options.js';
import type { RemoteOptions } from './providers/remote/remote-options.js';

// What providers declare about themselves, for whoever reads the configuration and starts no browser.
export { announceUndeclared, checkProvider, findDeclaration, traitsFor } from './providers/declared-providers.js';
export { declaredOptions, isProxiedElsewhere } from './providers/declared-providers.js';
export { remoteOptions } from './providers/remote/remote-options.js';
export { hasBrowserPerSession } from './providers/provider-declaration.js';
export { bytesOf, memorySize, sessionsOptions } from './session-options.js';

/** A DevTools port gives its reader the whole browser: only a loopback address is taken, and no name that DNS resolves. */
function isLoopbackCdp(text: string): boolean {
  return (
    /^(?:http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/?|ws:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/devtools\/browser\/[\w-]+)$/u.test(
      text,
    ) && URL.canParse(text)
  );
}

export const browserOptions = z.strictObject({
  provider: z.enum(PROVIDER_NAMES).default('local').describe(`Where the browser comes from: ${PROVIDER_SOURCES}.`),
  attachCdp: z
    .string()
    .refine(isLoopbackCdp, {
      error:
        'expected http://127.0.0.1:PORT, or ws://127.0.0.1:PORT/devtools/browser/…, and no other host than loopback',
    })
    .optional()
    .describe('The DevTools address of the browser that a person started, for `attach`; loopback only.'),
  unsafeAttach: z
    .boolean()
    .default(false)
    .describe('Lets `attach` work: the browser is not behind the egress proxy. In the file only.'),
  isolation: z
    .enum(['shared', 'process'])
    .default('shared')
    .describe(
      '`shared`: one browser for all sessions, each in a context of its own. `process`: a browser of its own for each session, in its own jail; it costs more memory and a later first page.',
    ),
  headless: z.boolean().default(true).describe('Without a window.'),
  startAhead: z
    .boolean()
    .optional()
    .describe(
      'A browser is started and tested before the first call needs one, so that this call waits for a tab alone; until then it costs about 105 MB of memory. Over HTTP it starts with the server, over stdio once the tools were listed. Absent: over HTTP yes, over stdio no.',
    ),
  executablePath: z
    .string()
    .min(1)
    .optional()
    .describe("The browser's own binary, not a wrapper script; found by itself when absent."),
  viewport: z
    .strictObject({
      width: z.int().min(100).max(10_000).describe('Of the viewport, in CSS pixels.'),
      height: z.int().min(100).max(10_000).describe('Of the viewport.'),
    })
    .default({ width: 1280, height: 720 }),
  userAgent: z
    .string()
    .regex(/^[\x20-\x7e]{1,500}$/u, 'expected printable ASCII, at most 500 characters')
    .optional()
    .describe("What pages are told the browser is, in every session. Absent: the browser's own."),
  profile: z
    .enum(['incognito', 'persistent'])
    .default('incognito')
    .describe(
      '`incognito`: nothing is kept from one session to the next. `persistent`: each caller and session name has a profile in the workspace, and a browser of its own.',
    ),
  grantablePermissions: z
    .array(z.string().min(1))
    .default([])
    .describe('The permissions that `set_permission_policy` may allow, and a person may grant.'),
  ignoreHttpsErrors: z
    .array(
      z.string().regex(/^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*,]+):\d{1,5}$/iu, {
        error: 'expected an exact host:port, e.g. localhost:8443',
      }),
    )
    .default([])
    .describe('`host:port` of development sites whose certificate is not checked.'),
  sandbox: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe("Chromium's own sandbox. `auto` goes without it only where it cannot work, and says so."),
  jail: z
    .enum(['auto', 'on', 'off'])
    .default('auto')
    .describe(
      'Bubblewrap, on Linux: no network but the proxy, and few files. `auto` goes without it only where it cannot be had, and says so.',
    ),
  disableWebSecurity: z.boolean().default(false).describe('Switches the same-origin policy off. In the file only.'),
});

export const containerOptions = z.strictObject({
  engine: z
    .enum(['auto', 'docker', 'podman'])
    .default('auto')
    .describe(
      'What runs the containers of `browser.provider: container`. `auto`: podman, or Docker where there is no podman.',
    ),
  memory: memorySize
    .default('512m')
    .describe('Memory of one container; it has no swap. A page that takes more ends its own session.'),
  cpus: z.number().min(0.1).max(256).default(0.5).describe('Processors of one container.'),
  warm: z
    .int()
    .min(0)
    .max(8)
    .default(1)
    .describe('Containers that are started ahead of the session that will get them; 0: none.'),
  image: z
    .string()
    .regex(/^[a-z0-9][\w./:@-]{0,254}$/iu, 'expected the name of an image')
    .optional()
    .describe('Another image than the one that `gatewright container build` makes; it needs Chromium and python3.'),
});

export const storageOptions = z.strictObject({
  unsafeRevealValues: z
    .boolean()
    .default(false)
    .describe(
      'Shows the model the values of cookies and tokens that `storage_get` withholds; never those of the vault.',
    ),
});

export const snapshotOptions = z.strictObject({
  maxTokens: z
    .int()
    .min(200)
    .max(50_000)
    .default(6000)
    .describe('How long a snapshot is, unless the call says otherwise.'),
  excludePasswordFields: z
    .boolean()
    .default(true)
    .refine((excluded) => excluded, { error: 'the values of password fields are never shown' })
    .describe('Only `true`: the values of password fields are never shown.'),
  excludeHiddenElements: z
    .boolean()
    .default(true)
    .describe('Only `true`: hidden elements are shown to a call that asks for them.'),
});

/** The child that drives the browsers of `browser.provider: relay`. */
export const relayOptions = z.strictObject({
  idleTtlMs: z
    .int()
    .min(1000)
    .max(86_400_000)
    .default(300_000)
    .describe(
      'For `browser.provider: relay`: a session’s upstream ends with its browser so long after its last call; the next call starts it again. Looked at every minute.',
    ),
  handshakeMs: z
    .int()
    .min(500)
    .max(60_000)
    .default(2000)
    .describe('For `browser.provider: relay`: how long an upstream may take to answer after its start.'),
});

export type ContainerOptions = z.output<typeof containerOptions>;

/** The browser module's part of the configuration. */
export interface BrowserOptions {
  readonly browser: z.output<typeof browserOptions>;
  readonly container?: ContainerOptions;
  readonly remote?: RemoteOptions;
  readonly relay?: z.output<typeof relayOptions>;
  readonly sessions: z.output<typeof sessionsOptions>;
  readonly snapshot: z.output<typeof snapshotOptions>;
  readonly storage?: z.output<typeof storageOptions>;
}
