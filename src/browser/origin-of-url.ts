/** `null`, as browsers say it, for what has none. */
export function originOfUrl(url: string): string {
  return URL.canParse(url) ? new URL(url).origin : 'null';
}
