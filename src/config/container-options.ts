import { z } from 'zod';
import { notHereYet } from './not-here-yet.js';

const why = 'this version starts no containers';

/** Known already, so that a file can be written for later; each key takes its default and refuses anything else. */
export const containerOptions = z
  .strictObject({
    engine: z.enum(['auto', 'docker', 'podman']).default('auto'),
    memory: z
      .string()
      .regex(/^\d+[kmg]$/u, 'expected a size such as 512m')
      .default('512m'),
    cpus: z.number().positive().default(0.5),
    image: z.string().min(1).optional(),
  })
  .refine(({ engine }) => engine === 'auto', notHereYet('engine', why))
  .refine(({ memory }) => memory === '512m', notHereYet('memory', why))
  .refine(({ cpus }) => cpus === 0.5, notHereYet('cpus', why))
  .refine(({ image }) => image === undefined, notHereYet('image', why));
