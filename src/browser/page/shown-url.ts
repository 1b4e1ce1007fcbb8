import { onePageLine, PageText } from '../../core/index.js';

const MAX_QUERY = 100;

/**
 * A URL as it is shown: no fragment (a place for text that no server ever sees), no user info, the query cut.
 * Any other address is shown by its scheme alone: a data: URL is text that the page wrote.
 */
export function shownUrl(url: string): string {
  const parsed = parse(url);
  if (parsed === undefined) return onePageLine(url, MAX_QUERY);
  if (parsed.protocol === 'about:') return onePageLine(`about:${parsed.pathname}`, MAX_QUERY);
  if (!/^(https?|wss?):$/u.test(parsed.protocol)) return `${parsed.protocol}…`;
  const query = parsed.search.length > MAX_QUERY ? `${parsed.search.slice(0, MAX_QUERY)}…` : parsed.search;
  return onePageLine(`${parsed.protocol}//${parsed.host}${parsed.pathname}${query}`, 400);
}

export function originOf(url: string): string {
  return parse(url)?.origin ?? 'null';
}

export function urlText(url: string): PageText {
  return new PageText(originOf(url), shownUrl(url));
}

export function isWebUrl(url: string): boolean {
  return /^https?:/iu.test(url);
}

function parse(url: string): URL | undefined {
  return URL.canParse(url) ? new URL(url) : undefined;
}
