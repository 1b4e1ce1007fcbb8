/** Why a value cannot be kept, without saying anything about the value itself. */
export function whyNotKept(value: string, isCode = false): string | undefined {
  if (isCode)
    return /^[0-9A-Za-z]{4,10}$/u.test(value) ? undefined : 'A one-time code has four to ten letters or digits.';
  if (value.length > MAX_CHARACTERS) return 'The value is too long.';
  return value.trim() === '' ? 'The value is empty.' : undefined;
}

/**
 * Can it be told from ordinary text? What is short or an everyday word would be masked wherever it happens to stand, and
 * its absence would give it away.
 */
export function isMaskable(value: string): boolean {
  const text = value.trim();
  const characters = Array.from(text);
  if (value.length > MAX_CHARACTERS || characters.length < MIN_MASKED) return false;
  return new Set(characters).size >= MIN_DIFFERENT && !EVERYDAY.has(text.toLowerCase());
}

const MIN_MASKED = 6;
const MIN_DIFFERENT = 3;

/**
 * Sites keep settings beside their sessions: `dark`, `en-US,en`, `/my/dashboard`, `1280x720`. To mask those would blank
 * out ordinary words on every page, and nobody is signed in by them. A key is longer, or mixes letters and digits.
 */
export function isPlainSetting(value: string): boolean {
  const words = value.split(/[^\p{L}\p{M}\p{N}]+/u).filter((word) => word !== '');
  if (words.length > MAX_WORDS || value.length > MAX_SETTING_CHARACTERS) return false;
  return words.every((word) => PLAIN_WORD.test(word) || PLAIN_NUMBER.test(word));
}

const MAX_WORDS = 3;
const MAX_SETTING_CHARACTERS = 20;
/** In one case, or capitalised: random letters are rarely. */
const PLAIN_WORD = /^(?:\p{Lu}?[\p{Ll}\p{Lo}\p{M}]{1,11}|\p{Lu}{1,12})$/u;
/** Sizes, days, counts. */
const PLAIN_NUMBER = /^\d{1,4}(?:x\d{1,4}|px|ms|s|d|h|k|em|pt)?$/u;

const MAX_CHARACTERS = 10_000;

const EVERYDAY = new Set(
  `password passwort passcode passphrase kennwort secret geheim changeme default username administrator
   welcome letmein login signin qwerty qwertz azerty abcdef abcdefg abcdefgh abc123 123456 1234567 12345678
   123456789 1234567890 654321 123123 true false undefined localhost example submit continue
   contraseña motdepasse senha parola пароль`.split(/\s+/u),
);
