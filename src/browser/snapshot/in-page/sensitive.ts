import { labelsOf } from './labels.js';
import { attribute, inputType, isArea, isInput, textContent } from './natives.js';

export type SensitiveKind = 'password' | 'one-time-code' | 'card';

/** A field once seen as password stays one, also after "show password" has made it a text field. */
const remembered = new WeakMap<Element, SensitiveKind>();

export function sensitiveKind(element: Element): SensitiveKind | undefined {
  if (!isInput(element) && !isArea(element)) return undefined;
  const known = remembered.get(element);
  if (known !== undefined) return known;
  const kind = judge(element);
  if (kind !== undefined) remembered.set(element, kind);
  return kind;
}

const BUTTONS = new Set([
  'button',
  'submit',
  'reset',
  'image',
  'checkbox',
  'radio',
  'file',
  'range',
  'color',
  'hidden',
]);

function judge(element: HTMLInputElement | HTMLTextAreaElement): SensitiveKind | undefined {
  const type = isInput(element) ? inputType(element) : 'text';
  if (type === 'password') return 'password';
  if (BUTTONS.has(type)) return undefined;
  const purposes = (attribute(element, 'autocomplete') ?? '').toLowerCase().split(/\s+/u);
  for (const purpose of purposes) {
    if (purpose === 'current-password' || purpose === 'new-password') return 'password';
    if (purpose === 'one-time-code') return 'one-time-code';
    if (/^cc-(?:number|csc|exp|exp-month|exp-year)$/u.test(purpose)) return 'card';
  }
  if (hidesLetters(element)) return 'password';
  const words = ['name', 'id', 'data-testid', 'placeholder', 'aria-label', 'data-stripe', 'data-encrypted-name']
    .map((name) => attribute(element, name) ?? '')
    .concat(labelsOf(element).map((label) => (textContent(label) ?? '').slice(0, 200)))
    .join(' ')
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .replace(/[_\-.[\]]+/gu, ' ');
  return judgeWords(words);
}

function hidesLetters(element: Element): boolean {
  const security = getComputedStyle(element).getPropertyValue('-webkit-text-security');
  return security !== 'none' && security !== '';
}

const PASSWORD =
  /\b(?:password|passwd|passwort|kennwort|passphrase|mot de passe|contraseña|contrasena|senha|parola|wachtwoord|hasło|haslo|lösenord|salasana|adgangskode|şifre|heslo|jelszó)\b|пароль|密码|密碼|パスワード|비밀번호|كلمة المرور|סיסמה/iu;
const CODE =
  /\b(?:otp|totp|2fa|mfa|one time (?:code|password|pin)|verification code|security code sent|authenticator code|auth code|sms code|einmal(?:code|passwort)|bestätigungscode|code de vérification|código de verificación)\b|验证码|確認コード|認証コード|인증번호|код подтверждения/iu;
const CARD =
  /\b(?:(?:credit|debit|bank)? ?card ?(?:number|num|no|nr)|cardnumber|ccnum(?:ber)?|cc ?(?:number|num|no|csc|cvc|cvv)|cvc2?|cvv2?|csc|card ?(?:security|verification) ?(?:code|number|value)|security code|kartennummer|prüfnummer|kreditkarte|numéro de (?:la )?carte|cryptogramme|número de (?:la )?tarjeta|numero (?:della )?carta|número do cartão|kaartnummer|numer karty)\b|卡号|卡號|カード番号|セキュリティコード|카드 ?번호|номер карты/iu;

function judgeWords(words: string): SensitiveKind | undefined {
  if (PASSWORD.test(words)) return 'password';
  if (CODE.test(words)) return 'one-time-code';
  return CARD.test(words) ? 'card' : undefined;
}
