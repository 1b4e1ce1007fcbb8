/** An extension in the workspace's folder, as a person has to know it before it is installed. */
export interface ExtensionFacts {
  readonly name: string;
  readonly version: string;
  /** What its manifest asks for: permissions, hosts, the pages that its scripts run in. */
  readonly asksFor: readonly string[];
  /** Over every file of it. */
  readonly digest: string;
}

export interface InstalledExtension {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly enabled: boolean;
}

/** For the capability `extensions`: of one session with a kept profile. */
export interface PageExtensions {
  /** What was looked at before the call was judged, and nothing that was put in its place since. */
  installExtension(path: string): Promise<InstalledExtension>;
  listExtensions(): Promise<readonly InstalledExtension[]>;
  reloadExtension(id: string): Promise<InstalledExtension>;
  /** As a click on its button, on the current tab. */
  triggerExtension(id: string): Promise<void>;
  uninstallExtension(id: string): Promise<void>;
}
