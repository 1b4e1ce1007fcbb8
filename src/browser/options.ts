import { z } from 'zod';

const notHereYet = (error: string) => ({
  error: `config.not-here-yet: ${error}`,
  params: { code: 'config.not-here-yet' },
});

/** Whoever reaches that port has the whole browser: it stays on this machine, and has no name to be looked up. */
function isLoopbackCdp(text: string): boolean {
  return (
    /^(?:http:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/?|ws:\/\/(?:127\.0\.0\.1|\[::1\]):[1-9]\d{0,4}\/devtools\/browser\/[\w-]+)$/u.test(
      text,
    ) && URL.canParse(text)
  );
}

/** Where `gatewright chrome start` opens one. */
export function attachCdpOf({ attachCdp }: { readonly attachCdp?: string | undefined }): string {
  return attachCdp ?? 'http://127.0.0.1:9222';
}

export const PROVIDER_NAMES = ['local', 'container', 'remote', 'relay', 'attach', 'none'] as const;

export const browserOptions = z.strictObject({
  provider: z.enum(PROVIDER_NAMES).default('local'),
  /** The browser that a person started, for `attach`. */
  attachCdp: z
    .string()
    .refine(isLoopbackCdp, {
      error:
        'expected http://127.0.0.1:PORT, or ws://127.0.0.1:PORT/devtools/browser/…, and no other host than loopback',
    })
    .optional(),
  /** `attach` cannot be behind the egress proxy, and works only where this says that it may. In the file only. */
  unsafeAttach: z.boolean().default(false),
  headless: z.boolean().default(true),
  /** The browser's own binary; found by itself when absent. */
  executablePath: z.string().min(1).optional(),
  viewport: z
    .strictObject({ width: z.int().min(100).max(10_000), height: z.int().min(100).max(10_000) })
    .default({ width: 1280, height: 720 }),
  profile: z
    .enum(['incognito', 'persistent'])
    .default('incognito')
    .refine((profile) => profile === 'incognito', notHereYet('this version keeps no profile.')),
  /** The permissions that `set_permission_policy` may allow. */
  grantablePermissions: z.array(z.string().min(1)).default([]),
  /** `host:port` of development sites. */
  ignoreHttpsErrors: z
    .array(
      z.string().regex(/^(?:\[[0-9a-f:.]+\]|[^\s:/?#@[\]\\*,]+):\d{1,5}$/iu, {
        error: 'expected an exact host:port, e.g. localhost:8443',
      }),
    )
    .default([]),
  /** Chromium's own. `auto` goes without it only where it cannot work, and says so. */
  sandbox: z.enum(['auto', 'on', 'off']).default('auto'),
  /** No network but the way to our proxy, and few files: bubblewrap, on Linux. `auto` goes without it only where it cannot be had, and says so. */
  jail: z.enum(['auto', 'on', 'off']).default('auto'),
  /** In the file only. */
  disableWebSecurity: z.boolean().default(false),
});

export const sessionsOptions = z.strictObject({
  /** A session's whole life. Absent: 300 for a team's caller, else 3,600. */
  timeoutSeconds: z.int().min(1).max(86_400).optional(),
  /** Actions and navigations; reads are free. */
  maxActions: z.int().min(1).default(100),
  maxConcurrent: z.int().min(1).max(100).default(5),
  /** Counted from the last call of any kind. */
  idleSeconds: z.int().min(1).max(86_400).default(300),
});

export const snapshotOptions = z.strictObject({
  maxTokens: z.int().min(200).max(50_000).default(6000),
  excludePasswordFields: z
    .boolean()
    .default(true)
    .refine((excluded) => excluded, { error: 'the values of password fields are never shown' }),
  excludeHiddenElements: z
    .boolean()
    .default(true)
    .refine((excluded) => excluded, notHereYet('hidden elements are shown to a call that asks for them.')),
});

/** The browser room's slice of the configuration. */
export interface BrowserOptions {
  readonly browser: z.output<typeof browserOptions>;
  readonly sessions: z.output<typeof sessionsOptions>;
  readonly snapshot: z.output<typeof snapshotOptions>;
}

export type ProviderName = (typeof PROVIDER_NAMES)[number];
