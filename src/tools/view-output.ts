import type { JsonObject, Output, PageView } from '../core/index.js';

/** For tools that are neither actions nor reading tools. */
export const SUMMARY_OUTPUT: JsonObject = {
  type: 'object',
  properties: { summary: { type: 'string' } },
  required: ['summary'],
};

export function viewOutput({ origin, text, data }: PageView): Output {
  return { parts: [{ from: 'page', origin, text }], ...(data === undefined ? {} : { data }) };
}

export function said(text: string, data?: Output['data']): Output {
  return { parts: [{ from: 'gateway', text }], ...(data === undefined ? {} : { data }) };
}
