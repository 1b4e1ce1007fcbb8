import { accessSync, constants, statSync } from 'node:fs';
import type { Loaded } from '../config/index.js';
import { Failure, ownCommand } from '../core/index.js';

/** Before a person is told that all is well, or a client's entry is written: what no browser can be started with. */
export function checkStart({ config, environment }: Loaded): void {
  const { executablePath, headless, provider } = config.browser;
  if (provider !== 'local') return;
  if (executablePath !== undefined && !isProgram(executablePath)) {
    const next = `leave --executable-path out, or find a browser with: ${ownCommand('install-browser')}`;
    throw new Failure('config.invalid', `browser.executablePath: ${executablePath} is no program; ${next}`);
  }
  if (!headless) checkScreen(environment, 'leave out --headed (browser.headless: true), or set DISPLAY');
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return statSync(path).isFile();
  } catch {
    return false;
  }
}

/** Can a window be opened here? */
export function hasScreen({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || `${DISPLAY ?? ''}${WAYLAND_DISPLAY ?? ''}` !== '';
}

/** Before a window is to be opened: `instead` says what to do where none can be. */
export function checkScreen(environment: NodeJS.ProcessEnv, instead: string): void {
  if (!hasScreen(environment)) throw new Failure('config.invalid', `there is no screen for a window; ${instead}`);
}
