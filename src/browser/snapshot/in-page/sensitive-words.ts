import type { SensitiveKind } from './sensitive.js';

/** Names that people give to such fields, by language. Plain strings: one big pattern takes longer to compile than to use. */
const PASSWORD = `password|passwd|passwort|kennwort|passphrase|mot de passe|contraseña|contrasena|senha|parola|wachtwoord|
hasło|haslo|lösenord|salasana|adgangskode|şifre|heslo|jelszó`;
const PASSWORD_PARTS = 'пароль|密码|密碼|パスワード|비밀번호|كلمة المرور|סיסמה';
const CODE = `otp|totp|2fa|mfa|one time code|one time password|one time pin|verification code|security code sent|
authenticator code|authentication code|auth code|sms code|einmalcode|einmalpasswort|bestätigungscode|code de vérification|
código de verificación`;
const CODE_PARTS = '验证码|驗證碼|確認コード|認証コード|인증번호|код подтверждения';
const CARD = `card number|card num|card no|card nr|cardnumber|cardnum|cardno|credit card|creditcard|debit card|ccnumber|ccnum|
cc number|cc num|cc no|cc csc|cc cvc|cc cvv|cvc|cvc2|cvv|cvv2|csc|card security code|card verification code|
card verification number|card verification value|security code|kartennummer|prüfnummer|kreditkarte|kreditkartennummer|
numéro de carte|numéro de la carte|cryptogramme|número de tarjeta|número de la tarjeta|numero carta|numero della carta|
número do cartão|kaartnummer|numer karty`;
const CARD_PARTS = '卡号|卡號|カード番号|セキュリティコード|카드 번호|카드번호|номер карты';

const list = (text: string): readonly string[] => text.split('|').map((one) => one.trim());
/** Latin words count as wholes: "keyboard" is no "board". */
const whole = (text: string): readonly string[] => list(text).map((one) => ` ${one} `);

const KINDS: readonly (readonly [SensitiveKind, readonly string[]])[] = [
  ['password', [...whole(PASSWORD), ...list(PASSWORD_PARTS)]],
  ['one-time-code', [...whole(CODE), ...list(CODE_PARTS)]],
  ['card', [...whole(CARD), ...list(CARD_PARTS)]],
];

export function kindByWords(said: string): SensitiveKind | undefined {
  const words = ` ${said
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .replace(/[\s_\-.,:;*!?/()[\]]+/gu, ' ')} `;
  return KINDS.find(([, names]) => names.some((name) => words.includes(name)))?.[0];
}
