import { z } from 'zod';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';

export const clipboardWrite = defineTool({
  name: 'clipboard_write',
  title: 'Write to the clipboard',
  description: "Puts a text into this session's clipboard, for the paste keys.",
  capability: 'clipboard',
  effect: 'read',
  annotations: SETS,
  needs: ['page'],
  input: () => z.strictObject({ text: z.string().max(1_000_000), ...sessionAndTabFields }),
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { text }) => {
    await page.writeClipboard(text);
    return said(`ok: ${String(text.length)} characters are in this session's clipboard. Paste them with Control+V.`);
  },
});
