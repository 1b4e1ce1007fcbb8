const NAMES =
  '(?:token|jwt|secret|passw|passphrase|pwd|credential|oauth|auth(?!or)|bearer|api[-_]?key|private[-_]?key|session[-_]?id|csrf|xsrf|otp|pin[-_]?code)';
const KEY = new RegExp(`${NAMES}|(?:^|[-_.:/])(?:sid|pin)$`, 'iu');
/** A JSON Web Token, wherever it is. */
const WEB_TOKEN = /\beyJ[\w-]{8,}\.[\w-]{8,}\.[\w-]*/u;
/** A member of a JSON object that is named as a credential, and holds something long enough to be one; escaped too. */
const MEMBER = new RegExp(String.raw`\\*"[^"\\]{0,60}${NAMES}[^"\\]{0,60}\\*"\s*:\s*\\*"[^"\\]{6,}`, 'iu');
/** The same as a query, a form or a cookie writes it: `access_token=…`. */
const ASSIGNED = new RegExp(String.raw`(?:^|[^\w-])[\w.-]{0,40}${NAMES}[\w.-]{0,40}=[^\s&;"'<>\\=]{6,}`, 'iu');
/** A header as a log of requests keeps it. */
const HEADER =
  /\bauthorization\s{0,3}[:=]\s{0,3}(?:\S{1,40}\s{1,3}\S{6,}|\S{12,})|\bbearer\s+(?=[\w.~+/=-]*[\d._~+/=-])[\w.~+/=-]{8,}/iu;

/** Does an entry of a site's storage read like a credential, by its name or by what it holds? */
export function readsLikeCredential(key: string, value: string): boolean {
  return (
    (KEY.test(key) && value.length >= 6) ||
    WEB_TOKEN.test(value) ||
    [MEMBER, ASSIGNED, HEADER].some((form) => form.test(value))
  );
}
