import type { JsonObject } from '../../core/index.js';

export const FILE_OUTPUT: JsonObject = {
  type: 'object',
  properties: {
    path: {},
    workspace: { type: 'string' },
    origin: { type: 'string' },
    bytes: { type: 'number' },
    sha256: { type: 'string' },
    failure: { type: 'object' },
  },
  required: ['path'],
};

/** Where a person looks for the file. */
export function placeOf(workspace: string | undefined): string {
  return workspace === undefined ? "the server's workspace" : `the workspace ${workspace}`;
}
