export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly description: string;
}
type Made = Record<string, unknown>;
export function serverJson(manifest: Manifest): Made;
export function mcpbManifest(manifest: Manifest, tools: readonly { name: string; description: string }[]): Made;
export function claudePlugin(manifest: Manifest): Record<string, Made>;
export function installLinks(manifest: Manifest): Record<string, string>;
export function dockerEntry(manifest: Manifest): string;
export function publishedManifest(manifest: Manifest): Made;
