import type { JsonObject } from '../../core/index.js';

export const FILE_OUTPUT: JsonObject = {
  type: 'object',
  properties: {
    path: {},
    origin: { type: 'string' },
    bytes: { type: 'number' },
    sha256: { type: 'string' },
    failure: { type: 'object' },
  },
  required: ['path'],
};
