import { isExactOrigin } from '../exact-origin.js';

/** The exact https origins among the addresses that a password manager has; `github.com` is meant as https. */
export function originsOf(urls: readonly string[]): readonly string[] {
  const origins = urls.flatMap((text) => {
    const url = text.includes('://') ? text : `https://${text}`;
    const origin = URL.canParse(url) ? new URL(url).origin : '';
    // Patterns such as https://*.example.com parse as hosts, and are none.
    return origin.startsWith('https://') && isExactOrigin(origin) && !origin.includes('*') ? [origin] : [];
  });
  return [...new Set(origins)];
}
