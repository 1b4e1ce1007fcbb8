import { z } from 'zod';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { said } from '../view-output.js';
import { FILE_OUTPUT, placeOf } from './file-output.js';

export const browserPdf = defineTool({
  name: 'browser_pdf',
  title: 'Save as PDF',
  description: 'Prints the page to a PDF file in the workspace; secrets are left out of it.',
  capability: 'file-io',
  effect: 'read',
  annotations: MOVES,
  needs: ['page'],
  input: () =>
    z.strictObject({
      landscape: z.boolean().optional(),
      format: z
        .enum(['a3', 'a4', 'a5', 'letter', 'legal', 'tabloid'])
        .optional()
        .describe("default: the page's, or a4"),
      background: z.boolean().optional().describe('print backgrounds too'),
      scale: z.number().min(0.1).max(2).optional(),
      ...sessionAndTabFields,
    }),
  outputSchema: FILE_OUTPUT,
  targets: () => ({ page: { kind: 'page' } }),
  run: async ({ page }, { landscape, format, background, scale }) => {
    const printed = await page.print({ landscape, format, background, scale });
    const { path, workspace, origin, bytes, sha256, pages, hidden } = printed;
    const without = hidden === 0 ? '' : `, without ${String(hidden)} secret(s) that it showed`;
    return said(
      `printed ${String(pages)} page(s) of ${origin}${without} to ${path} in ${placeOf(workspace)}, ${String(bytes)} bytes, sha256 ${sha256}`,
      {
        ...(workspace === undefined ? {} : { workspace }),
        ...{ path, origin, bytes, sha256, pages, hidden },
      },
    );
  },
});
