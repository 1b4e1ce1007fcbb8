import { Failure } from '../core/index.js';
import { openWorkspace } from '../config/index.js';
import type { Loaded } from '../config/index.js';

/** The browser that a server of this configuration would start. */
export async function findInstalledBrowser(
  { config, workspace }: Loaded,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly path: string; readonly how: string } | { readonly why: string }> {
  const { findBrowser } = await import('../app.js');
  const { executablePath, headless } = config.browser;
  try {
    const browsersFolders = [openWorkspace(workspace).browsers];
    return findBrowser({ executablePath, headless, browsersFolders }, env) ?? { why: 'there is none' };
  } catch (error) {
    if (error instanceof Failure) return { why: error.hint ?? error.code };
    throw error;
  }
}
