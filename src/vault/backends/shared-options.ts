import { z } from 'zod';

export const DEFAULT_PATH = 'secrets/browser/';

/** A key that names a file ends in `File`, or is `file`: the configuration makes such paths absolute. */
export const pathOnDisk = z.string().min(1, { error: 'is empty' });

/** The keys that every backend has. Secrets are in files of their own: a configuration is shown, copied and committed. */
export const sharedOptions = {
  path: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/u, { error: 'must be segments that each end in /, such as secrets/browser/' })
    .refine((path) => !/(?:^|\/)\.{1,2}\//u.test(path), { error: 'must not have . or .. in it' })
    .default(DEFAULT_PATH)
    .describe('The folder of the identities in the backend, each segment with a / at its end.'),
  autoInject: z.boolean().default(true).describe('Signs the browser in when it opens an origin that has an identity.'),
};

/** A fault that one key alone does not show. */
export interface OptionFault {
  readonly key: string;
  readonly error: string;
}

/** For `superRefine`: one issue for each fault. */
export function reportFaults<T>(find: (options: T) => readonly OptionFault[]) {
  return (options: T, context: z.RefinementCtx): void => {
    for (const { key, error } of find(options)) context.addIssue({ code: 'custom', path: [key], message: error });
  };
}
