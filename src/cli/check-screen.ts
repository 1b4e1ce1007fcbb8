import { Failure } from '../core/index.js';

/** Before a window is to be opened: `instead` says what to do where none can be. */
export function checkScreen({ DISPLAY, WAYLAND_DISPLAY }: NodeJS.ProcessEnv, instead: string): void {
  if (process.platform !== 'linux' || `${DISPLAY ?? ''}${WAYLAND_DISPLAY ?? ''}` !== '') return;
  throw new Failure('config.invalid', `there is no screen for a window; ${instead}`);
}
