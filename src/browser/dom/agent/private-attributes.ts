/** What a person typed, or a token: not shown by `browser_inspect`, and not to be compared with either. */
const PRIVATE = /^(?:value|srcdoc|nonce|integrity)$|token|secret|csrf|password/iu;

export function isPrivateAttribute(name: string): boolean {
  return PRIVATE.test(name);
}
