import { z } from 'zod';
import { notHereYet } from './not-here-yet.js';

const why = 'this version starts no containers';

/** Known already, so that a file can be written for later; each key takes its default and refuses anything else. */
export const containerOptions = z
  .strictObject({
    engine: z
      .enum(['auto', 'docker', 'podman'])
      .default('auto')
      .describe('Not in this version: any value but the default is refused.'),
    memory: z
      .string()
      .regex(/^\d+[kmg]$/u, 'expected a size such as 512m')
      .default('512m')
      .describe('Not in this version.'),
    cpus: z.number().positive().default(0.5).describe('Not in this version.'),
    image: z.string().min(1).optional().describe('Not in this version.'),
  })
  .refine(({ engine }) => engine === 'auto', notHereYet('engine', why))
  .refine(({ memory }) => memory === '512m', notHereYet('memory', why))
  .refine(({ cpus }) => cpus === 0.5, notHereYet('cpus', why))
  .refine(({ image }) => image === undefined, notHereYet('image', why));
