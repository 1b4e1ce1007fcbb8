import type { Capability } from '../../core/index.js';
import type { RemoteOptions } from './remote/remote-options.js';

/** Every name that `browser.provider` can have, in this version or a later one. */
export const PROVIDER_NAMES = ['local', 'container', 'remote', 'relay', 'attach', 'none'] as const;

export type ProviderName = (typeof PROVIDER_NAMES)[number];

/** What the rest of the server has to know about the browsers of a provider. `true` is the safe value of each. */
export interface ProviderTraits {
  /** Nothing leaves the browser but by the egress proxy. The self-test holds each browser to it. */
  readonly proxied: boolean;
  /** Sandbox and jail are set up by us, as `browser.sandbox` and `browser.jail` say, and reported by each launch. */
  readonly sandboxed: boolean;
  /** Files can be given to pages and taken from them. */
  readonly files: boolean;
  /** Identities of the vault may be put into the browser: it forgets them with the session. */
  readonly identities: boolean;
  /** The profile is made for us and removed. False: it is a person's, with all that they are signed in to. */
  readonly ownProfile: boolean;
  /** Each session gets a context of its own. False: sessions use the browser's default context. */
  readonly ownContext: boolean;
  /** The browser can show a window on this machine's screen, for a person who signs in. */
  readonly windows: boolean;
  /** Its processes are on this machine and ours: memory and processor time are the kernel's figures. */
  readonly measured: boolean;
  /** The frames of a session's pages are known as they come. */
  readonly framesCounted: boolean;
}

/** Which sessions share a browser process: all of them, none, or as `browser.isolation` says. */
export type IsolationSupport = 'shared' | 'process' | 'either';

/** The options that a declaration may look at. */
export interface DeclaredOptions {
  readonly provider: ProviderName;
  readonly sandbox: 'auto' | 'on' | 'off';
  readonly jail: 'auto' | 'on' | 'off';
  readonly headless: boolean;
  readonly startAhead?: boolean | undefined;
  readonly executablePath?: string | undefined;
  readonly isolation: 'shared' | 'process';
  readonly profile: 'incognito' | 'persistent';
  readonly attachCdp?: string | undefined;
  readonly ignoreHttpsErrors?: readonly string[];
  readonly unsafeAttach: boolean;
  /** The operator's `remote`. Absent: there is none. */
  readonly remote?: RemoteOptions | undefined;
}

export interface CheckedConfig {
  readonly capabilities: readonly Capability[];
  readonly browser: DeclaredOptions;
  /** Absent: nothing private is open. */
  readonly network?: { readonly unsafeAllowPrivate: readonly string[] };
}

export interface Refusal {
  readonly path: string[];
  readonly message: string;
}

/** Why a browser cannot be used, and what a person does about it. */
export interface Remedy {
  readonly what: string;
  readonly next: string;
  /** The operator wants it so: nothing is broken. */
  readonly isWanted?: boolean;
}

/**
 * The part of a provider that starts nothing: the configuration, the posture and the doctor read it. A trait that is
 * not declared is taken for the unsafe one, and announced.
 */
export interface ProviderDeclaration {
  readonly name: ProviderName;
  /** Where its browsers come from, in a few words: what is said of `browser.provider` is made of them. */
  readonly source: string;
  traits(options: DeclaredOptions): Partial<ProviderTraits>;
  /** Absent: all sessions share one browser. */
  readonly isolation?: IsolationSupport;
  /** The provider starts its browsers with WebMCP on. Absent: the capability `page-tools` is refused. */
  readonly hasPageTools?: boolean;
  /** It can keep a profile from one session to the next. Absent: `browser.profile: persistent` is refused. */
  readonly keepsProfiles?: boolean;
  /** Why `browser.startAhead` starts nothing with these options; undefined: it does. Absent: it never does. */
  whyNotAhead?(options: DeclaredOptions): string | undefined;
  /** Its browsers are on other machines: they reach the proxy over TLS, by a label. */
  readonly isElsewhere?: boolean;
  /** No more sessions than this at a time, whatever the operator says. */
  readonly maxSessions?: number;
  /** Refuses a configuration that the provider cannot honour. */
  check?(config: CheckedConfig): readonly Refusal[];
  /** Refuses options of this provider in a configuration that names another one. */
  checkUnused?(config: CheckedConfig): readonly Refusal[];
  /** After the provider's name in the posture: where its browsers are. */
  where?(options: DeclaredOptions): string;
  /** How its browsers are isolated, for the posture; absent: what `browser.sandbox` and `browser.jail` say. */
  walls?(options: DeclaredOptions): string;
  /** What is not protected, one line each, for the posture. */
  unsafe?(options: DeclaredOptions): readonly string[];
  /** Ports that steer its browsers: no page may reach them, whatever the operator opens. */
  listeners?(options: DeclaredOptions): readonly { readonly host: string; readonly port: number }[];
  /** For the doctor: what happens to a browser of it when it can be used. Absent: it is started. */
  readonly verb?: 'started' | 'reached';
  /** For the doctor: `path` is the browser's, if one was found. */
  remedy(code: string, path: string | undefined): Remedy;
}

export const NEVER_AHEAD = 'only a local browser without a window and without a kept profile is started ahead';

const TRAIT_NAMES = [
  ...(['proxied', 'sandboxed', 'files', 'identities', 'ownProfile', 'ownContext', 'windows'] as const),
  ...(['measured', 'framesCounted'] as const),
];

/** All traits; the undeclared ones are false, which is the unsafe value of each. */
export function traitsOf(declaration: ProviderDeclaration, options: DeclaredOptions): ProviderTraits {
  const declared = declaration.traits(options);
  return {
    proxied: declared.proxied === true,
    sandboxed: declared.sandboxed === true,
    files: declared.files === true,
    identities: declared.identities === true,
    ownProfile: declared.ownProfile === true,
    ownContext: declared.ownContext === true,
    windows: declared.windows === true,
    measured: declared.measured === true,
    framesCounted: declared.framesCounted === true,
  };
}

/** The names of traits that a provider says nothing about. */
export function undeclaredTraits(declaration: ProviderDeclaration, options: DeclaredOptions): readonly string[] {
  const declared = declaration.traits(options);
  return TRAIT_NAMES.filter((name) => declared[name] === undefined);
}

/** Does each session get a browser process of its own? */
export function hasBrowserPerSession({ isolation = 'shared' }: ProviderDeclaration, options: DeclaredOptions): boolean {
  if (options.profile === 'persistent') return true;
  return isolation === 'process' || (isolation === 'either' && options.isolation === 'process');
}
