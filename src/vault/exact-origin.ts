/** An origin as a browser writes it, and nothing that merely resembles one. */
export function isExactOrigin(origin: string): boolean {
  return /^https?:\/\//u.test(origin) && URL.canParse(origin) && new URL(origin).origin === origin;
}
