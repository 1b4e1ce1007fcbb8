import type { Output, PageView } from '../core/index.js';

export function outputOfPageView({ origin, text, pieces, data }: PageView): Output {
  const parts = (pieces ?? [{ origin, text }]).map((piece) => ({
    from: 'page' as const,
    origin: piece.origin,
    text: piece.text,
  }));
  return { parts, ...(data === undefined ? {} : { data }) };
}

export function said(text: string, data?: Output['data']): Output {
  return { parts: [{ from: 'gateway', text }], ...(data === undefined ? {} : { data }) };
}
