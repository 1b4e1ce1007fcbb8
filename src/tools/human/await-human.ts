import { z } from 'zod';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { answerOutput } from '../answer-output.js';
import { Failure } from '../../core/index.js';

export const awaitHuman = defineTool({
  name: 'await_human',
  title: 'Ask a person',
  description: 'Asks a person and waits for the answer.',
  capability: 'human',
  effect: 'ask',
  annotations: MOVES,
  needs: ['people'],
  input: () =>
    z.strictObject({
      kind: z.enum(['acknowledge', 'confirm', 'choose', 'input']),
      prompt: z.string().min(1).max(4000),
      choices: z.array(z.string().min(1).max(200)).min(1).max(50).optional(),
      timeout_seconds: z.int().min(1).max(3600).optional(),
      secret: z
        .string()
        .regex(/^[A-Z][A-Z0-9_]*$/u, 'capitals, digits and _')
        .max(60)
        .optional()
        .describe('keep the answer as <NAME>, for browser_fill'),
      ...sessionAndTabFields,
    }),
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ people }, { kind, prompt, choices, timeout_seconds, secret }) => {
    if ((kind === 'choose') !== (choices !== undefined))
      throw new Failure('call.bad-arguments', 'choices: go with choose');
    if (secret !== undefined && kind !== 'input') throw new Failure('call.bad-arguments', 'secret: goes with input');
    const openForMs = (timeout_seconds ?? 300) * 1000;
    return answerOutput(kind, await people.ask({ kind, prompt, choices, secret, openForMs }), secret);
  },
});
