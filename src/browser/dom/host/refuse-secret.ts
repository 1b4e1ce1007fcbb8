import { Failure } from '../../../core/index.js';

/** What the in-page program said of a secret and a field; anything but `done` means that nothing was put in. */
export function refuseSecret(answer: unknown): void {
  switch (answer) {
    case 'done':
      return;
    case 'origin':
      throw new Failure('policy.secret-origin');
    case 'action':
      throw new Failure('policy.secret-origin', 'the form would send it to another origin');
    case 'field':
      throw new Failure('policy.secret-field');
    default:
      throw new Failure('browser.not-actionable', 'the field did not take the secret');
  }
}
