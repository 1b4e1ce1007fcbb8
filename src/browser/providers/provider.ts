import type { Browser } from 'playwright-core';
import type { DocumentGate } from '../document-gate.js';

export interface SandboxState {
  readonly on: boolean;
  /** Why it is as it is, for a person. */
  readonly why: string;
}

/** A browser that is up. */
export interface RunningBrowser {
  readonly browser: Browser;
  readonly gate: DocumentGate;
  readonly version: string;
  readonly sandbox: SandboxState;
  /** Calls once, as soon as it is gone, for whatever reason; before any call to it fails. */
  whenGone(listener: () => void): void;
  /** Ends every process of it, also one that does not answer, and removes its files. */
  kill(): Promise<void>;
}

export interface LaunchRequest {
  /** The egress proxy, `http://127.0.0.1:port`; absent: the browser dials by itself. */
  readonly proxy?: string;
}

/** Where browsers come from. */
export interface Provider {
  readonly name: string;
  launch(request: LaunchRequest): Promise<RunningBrowser>;
}

export interface ProviderDeps {
  readonly options: {
    readonly headless: boolean;
    readonly executablePath?: string | undefined;
    readonly sandbox: 'auto' | 'on' | 'off';
    readonly disableWebSecurity: boolean;
  };
  /** Belongs to this process alone. */
  readonly runFolder: string;
  /** Folders with browsers that we installed. */
  readonly browsersFolders: readonly string[];
  /** The operator's environment, of which the browser gets little. */
  readonly environment: Environment;
  /** A folder outside the run folder was made, or is gone again. */
  readonly noteElsewhere: (folder: string) => void;
  readonly log: (line: string) => void;
}

export type Environment = Readonly<Record<string, string | undefined>>;
