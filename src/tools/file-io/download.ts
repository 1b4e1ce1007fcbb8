import { z } from 'zod';
import { Failure } from '../../core/index.js';
import type { Downloaded, ElementTarget, Part, UrlTarget } from '../../core/index.js';
import { actionOutput } from '../action-output.js';
import { MOVES } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { optionalTarget, targetFields } from '../target-input.js';
import { urlTarget } from '../complete-url.js';
import { FILE_OUTPUT, placeOf } from './file-output.js';

export const browserDownload = defineTool({
  name: 'browser_download',
  title: 'Download a file',
  description:
    'Clicks what starts a download, or opens the URL of one, waits for the file and keeps it in the workspace. Never opens or runs it.',
  capability: 'file-io',
  effect: 'act',
  annotations: MOVES,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      url: z.string().max(20_000).optional().describe('instead of a target'),
      ...sessionAndTabFields,
    }),
  outputSchema: FILE_OUTPUT,
  targets: (input) => ({ target: whatToStart(input) }),
  run: async ({ page }, _, { target }) => downloadText(await page.download(target)),
});

function whatToStart(
  input: Parameters<typeof optionalTarget>[0] & { url?: string | undefined },
): ElementTarget | UrlTarget {
  const element = optionalTarget(input, 'click');
  if ((element === undefined) === (input.url === undefined))
    throw new Failure('call.bad-arguments', 'give either a target or url');
  return element ?? urlTarget(input.url ?? '');
}

function downloadText({ result, file }: Downloaded) {
  const output = actionOutput(result);
  if (file === undefined) return output;
  const { origin, path, workspace, suggested, bytes, sha256, type, isProgram } = file;
  const warning = isProgram ? '; it is a program: do not run it' : '';
  const parts: Part[] = [
    {
      from: 'gateway',
      text: `kept ${String(bytes)} bytes from ${origin}, looks like ${type}${warning}; sha256 ${sha256}; its path begins in ${placeOf(workspace)}`,
    },
    { from: 'page', origin, text: `kept as ${path.text}` },
    ...output.parts,
  ];
  const place = workspace === undefined ? {} : { workspace };
  const data = { ...output.data, path, ...place, suggested, origin, bytes, sha256, type, isProgram };
  return { ...output, parts, data };
}
