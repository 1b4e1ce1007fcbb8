import { z } from 'zod';
import { ACTION_OUTPUT, actionOutput } from '../action-output.js';
import { ACTS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { elementTarget, targetFields } from '../target-input.js';

export const browserUpload = defineTool({
  name: 'browser_upload',
  title: 'Upload files',
  description:
    "Gives files to a file field, or to what opens a file chooser when clicked. Only files in the workspace's files folder.",
  capability: 'file-io',
  effect: 'act',
  annotations: ACTS,
  needs: ['page'],
  input: () =>
    z.strictObject({
      ...targetFields,
      paths: z.array(z.string().min(1).max(1000)).min(1).max(20).describe('from the files folder, e.g. report.pdf'),
      ...sessionAndTabFields,
    }),
  outputSchema: { ...ACTION_OUTPUT, properties: { ...properties(), files: { type: 'array' } } },
  targets: (input) => ({ target: elementTarget(input, 'upload', input.paths.join(', ')) }),
  run: async ({ page }, { paths }, { target }) => {
    const { result, files } = await page.upload(target, paths);
    const output = actionOutput(result);
    if (files.length === 0) return output;
    const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
    const told = `gave ${String(files.length)} file(s), ${String(total)} bytes`;
    return {
      ...output,
      parts: [{ from: 'gateway', text: told }, ...output.parts],
      data: { ...output.data, files: files.map(({ name, bytes, sha256, type }) => ({ name, bytes, sha256, type })) },
    };
  },
});

function properties(): object {
  const { properties: known } = ACTION_OUTPUT;
  return typeof known === 'object' && known !== null ? known : {};
}
