import { Failure } from '../core/index.js';
import { openWorkspace } from '../config/index.js';
import type { Loaded } from '../config/index.js';

/** The browser that a server of this configuration would start. */
export async function findInstalledBrowser(
  { config, workspace }: Loaded,
  env: NodeJS.ProcessEnv,
): Promise<{ readonly path: string; readonly how: string } | { readonly why: string }> {
  return findBrowserIn(openWorkspace(workspace).browsers, config.browser, env);
}

/** `folder`: where a workspace keeps those that were installed for it. */
export async function findBrowserIn(
  folder: string,
  { executablePath, headless }: { readonly executablePath?: string | undefined; readonly headless: boolean },
  env: NodeJS.ProcessEnv,
): ReturnType<typeof findInstalledBrowser> {
  const { findBrowser } = await import('../app.js');
  try {
    return findBrowser({ executablePath, headless, browsersFolders: [folder] }, env) ?? { why: 'there is none' };
  } catch (error) {
    if (error instanceof Failure) return { why: error.hint ?? error.code };
    throw error;
  }
}
