import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget } from '../target-input.js';
import { said } from '../view-output.js';

export const nameRef = defineTool({
  name: 'name_ref',
  title: 'Name an element',
  description: 'Gives a ref a name, to be used as named.',
  capability: 'human',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      name: z.string().regex(/^[\w-]{1,60}$/u, 'letters, digits, _ and -'),
      ref: z.string(),
      ...sessionAndTabFields,
    }),
  targets: ({ ref }) => ({ target: elementTarget({ ref }, 'look') }),
  run: async ({ page }, { name, ref }, { target }) => {
    await page.nameRef(name, target);
    return said(`ok: ${name} is ${ref.slice(0, 20)}`);
  },
});
