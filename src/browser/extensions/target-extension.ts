import { Failure } from '../../core/index.js';
import type { ExtensionFacts, Target } from '../../core/index.js';
import { readExtension } from './read-extension.js';

/** The extension that a call would install, if one of its targets names one. */
export async function readTargetExtension(
  targets: readonly Target[],
  {
    extensionsFolder: folder,
    profiles,
  }: { readonly extensionsFolder?: string | undefined; readonly profiles?: unknown },
): Promise<{ readonly extension?: ExtensionFacts }> {
  for (const target of targets) {
    if (target.kind !== 'session' || target.extension === undefined) continue;
    // Without kept profiles no session can have one.
    if (folder === undefined || profiles === undefined) throw new Failure('browser.no-extensions');
    return { extension: (await readExtension(folder, target.extension)).facts };
  }
  return {};
}
