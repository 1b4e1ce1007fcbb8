import { z } from 'zod';
import type { JsonObject } from '../../core/index.js';
import { SETS } from '../annotations.js';
import { defineTool, sessionAndTabFields } from '../define-tool.js';
import { placeOf } from '../file-io/file-output.js';
import { said } from '../view-output.js';

const OUTPUT: JsonObject = {
  type: 'object',
  properties: {
    seconds: { type: 'number' },
    workspace: { type: 'string' },
    files: { type: 'array', items: { type: 'object' } },
    missing: { type: 'array', items: { type: 'string' } },
    failure: { type: 'object' },
  },
};

export const recordingStop = defineTool({
  name: 'recording_stop',
  title: 'Stop a recording',
  description: 'Ends the recording of this session and keeps its files.',
  capability: 'recording',
  effect: 'act',
  risk: 'low',
  annotations: SETS,
  needs: ['page'],
  input: () => z.strictObject({ ...sessionAndTabFields }),
  outputSchema: OUTPUT,
  targets: () => ({ session: { kind: 'session' } }),
  run: async ({ page }) => {
    const { seconds, files, missing } = await page.stopRecording();
    const [first] = files;
    const place = first === undefined ? '' : ` in ${placeOf(first.workspace)}`;
    const lines = files.map(
      ({ kind, path, bytes, sha256, holds }) => `${kind}: ${path}, ${String(bytes)} bytes, sha256 ${sha256}; ${holds}`,
    );
    const text = [`recorded ${String(seconds)} s${place}`, ...lines, ...missing.map((why) => `not kept: ${why}`)];
    return said(text.join('\n'), {
      seconds,
      ...(first?.workspace === undefined ? {} : { workspace: first.workspace }),
      files: files.map(({ kind, path, bytes, sha256 }) => ({ kind, path, bytes, sha256 })),
      missing: [...missing],
    });
  },
});
