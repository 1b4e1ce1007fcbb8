import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { Failure } from '../../core/index.js';
import type { DialogPolicy } from '../../core/index.js';

const MODES = ['raise', 'allow', 'deny', 'ask-human', 'accept-prompt-with'] as const;

export const setDialogPolicy = defineTool({
  name: 'set_dialog_policy',
  title: 'Set how dialogs are answered',
  description: 'How confirm and prompt are handled: raise (default) dismisses them and fails the action.',
  capability: 'action',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      mode: z.union([
        z.enum(MODES),
        z
          .string()
          .max(400)
          .regex(/^accept-prompt-with:/u, `one of ${MODES.join(', ')}`),
      ]),
      text: z.string().max(300).optional().describe('for accept-prompt-with'),
      ...sessionAndTabFields,
    }),
  // Whatever page asks next is answered so.
  targets: ({ mode, text }) => {
    const policy = readPolicy(mode, text);
    return { session: { kind: 'session', ...(typeof policy === 'string' ? {} : { text: policy.acceptPromptWith }) } };
  },
  run: async ({ page }, { mode, text }) => {
    await page.setDialogPolicy(readPolicy(mode, text));
    return said(`ok: dialog policy is ${mode.split(':')[0] ?? ''}`);
  },
});

function readPolicy(mode: string, text: string | undefined): DialogPolicy {
  switch (mode) {
    case 'raise':
    case 'allow':
    case 'deny':
    case 'ask-human':
      return mode;
    default: {
      const inline = /^accept-prompt-with:([^]*)$/u.exec(mode);
      const answer = inline?.[1] ?? text;
      if (answer === undefined) throw new Failure('call.bad-arguments', 'text: what to answer the prompt with');
      return { acceptPromptWith: answer };
    }
  }
}
