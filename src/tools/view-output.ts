import type { Output, PageView } from '../core/index.js';

export function viewOutput({ origin, text, data }: PageView): Output {
  return { parts: [{ from: 'page', origin, text }], ...(data === undefined ? {} : { data }) };
}

export function said(text: string, data?: Output['data']): Output {
  return { parts: [{ from: 'gateway', text }], ...(data === undefined ? {} : { data }) };
}
