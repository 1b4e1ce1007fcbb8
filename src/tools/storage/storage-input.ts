import { z } from 'zod';

export const storeKind = () => z.enum(['cookies', 'local', 'session', 'indexeddb', 'cache']);

export const storeKey = () => z.string().min(1).max(2000);

/** One that is no path, whatever the file system. */
export const stateName = () =>
  z
    .string()
    .regex(/^[a-z0-9-]{1,40}$/u, { error: 'expected 1 to 40 of a-z, 0-9 and -' })
    .describe('a-z, 0-9 and -');
