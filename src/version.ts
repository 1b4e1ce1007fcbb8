import { createRequire } from 'node:module';

/** From the package's own manifest, which is one folder above both src/ and dist/. */
export const VERSION: string = readVersion();

function readVersion(): string {
  const manifest: unknown = createRequire(import.meta.url)('../package.json');
  const isManifest = (value: unknown): value is { version: string } =>
    typeof value === 'object' && value !== null && 'version' in value && typeof value.version === 'string';
  return isManifest(manifest) ? manifest.version : '0.0.0';
}
