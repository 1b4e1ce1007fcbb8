import { Failure } from '../core/index.js';

/** Can a window be opened here? */
export function hasScreen({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv): boolean {
  return process.platform !== 'linux' || `${DISPLAY ?? ''}${WAYLAND_DISPLAY ?? ''}` !== '';
}

/** Before a window is to be opened: `instead` says what to do where none can be. */
export function checkScreen(environment: NodeJS.ProcessEnv, instead: string): void {
  if (!hasScreen(environment)) throw new Failure('config.invalid', `there is no screen for a window; ${instead}`);
}
