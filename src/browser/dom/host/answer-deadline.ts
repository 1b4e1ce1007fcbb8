import { Failure } from '../../../core/index.js';

/** A hung renderer must not hang us: every call into a page ends in time. */
export const CALL_MILLISECONDS = 5_000;

export async function failWhenLate<T>(milliseconds: number, work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(new Failure('call.deadline', 'the page did not answer'));
    }, milliseconds);
  });
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    // An error that comes after the deadline must not become an unhandled rejection.
    work.catch(() => undefined);
  }
}
