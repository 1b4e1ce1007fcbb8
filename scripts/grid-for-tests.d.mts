export interface GridProcess {
  readonly pid: number;
  end(): Promise<void>;
}
export interface HubPorts {
  readonly port: number;
  readonly publish: number;
  readonly subscribe: number;
}
export const GRID_VERSION: string;
export function gridJars(env?: NodeJS.ProcessEnv): string;
export function whyNoGrid(): string | undefined;
export function startHub(at: HubPorts & { readonly queueSeconds?: number }): GridProcess;
export function startNode(at: {
  readonly port: number;
  readonly hub: HubPorts;
  readonly slots: number;
  readonly timeoutSeconds: number;
  readonly folder: string;
}): GridProcess;
