import type { Page as PlaywrightPage } from 'playwright-core';
import { evaluateApart } from '../cdp/page-cdp-session.js';

/** A sign-in form that was recognised by its shape: CSS paths of its parts in the top document. */
export interface DetectedForm {
  readonly username?: string;
  readonly password?: string;
  readonly code?: string;
  readonly submit?: string;
  /** The page says by its address, title or button that it is for signing in; else a form may be for anything. */
  readonly isForSignIn: boolean;
}

/** Undefined: no field of a sign-in form is there. Never throws: a page that goes away has no form. */
export async function detectSignInForm(page: PlaywrightPage): Promise<DetectedForm | undefined> {
  const answer = await evaluateApart(page, SCRIPT).catch(() => undefined);
  if (typeof answer !== 'object' || answer === null) return undefined;
  const part = (name: string): { readonly [key: string]: string } => {
    const value: unknown = Object.hasOwn(answer, name)
      ? Object.getOwnPropertyDescriptor(answer, name)?.value
      : undefined;
    return typeof value === 'string' ? { [name]: value } : {};
  };
  const isForSignIn = 'isForSignIn' in answer && answer.isForSignIn === true;
  return { ...part('username'), ...part('password'), ...part('code'), ...part('submit'), isForSignIn };
}

/** What buttons and addresses of sign-in forms are called, in the languages that most sites have. */
const SIGN_IN_WORDS =
  /\b(?:log ?-?_?(?:in|on)|sign ?-?_?(?:in|on)|signin|login|logon|anmelden|einloggen|se connecter|connexion|identifiez-vous|iniciar sesi[oó]n|acceder|ingresar|entrar|accedi|fazer login|aanmelden|inloggen|zaloguj|giri[sş]|войти|вход)\b|ログイン|登录|登入|로그인|تسجيل الدخول|लॉग ?इन/iu;
const NEXT_WORDS =
  /^(?:next|continue|weiter|fortfahren|suivant|continuer|siguiente|continuar|avanti|continua|seguinte|volgende|dalej|devam|далее|次へ|下一步|다음|التالي|आगे)$/iu;
/** Addresses that sign-in forms have. */
export const SIGN_IN_PATH =
  /(?:^|[/_.-])(?:log-?_?in|log-?_?on|sign-?_?in|sign-?_?on|auth|sso|session|sessions|anmelden|connexion|acceso|accedi|entrar)(?:[/_.-]|$)/iu;

/**
 * Runs in a world of our own. Prototype methods are called as such: a form's fields may be named like any of them (DOM
 * clobbering). Forms to register, to change a password or to confirm something are left alone: they have a new
 * password, several passwords, or no user name.
 */
const SCRIPT = `(() => {
  const all = (root, selector) => [...(root === document ? Document : Element).prototype.querySelectorAll.call(root, selector)];
  const attribute = (element, name) => Element.prototype.getAttribute.call(element, name) ?? '';
  const isUsable = (field) => {
    const { width, height } = Element.prototype.getBoundingClientRect.call(field);
    return width >= 4 && height >= 4 && !field.disabled && !field.readOnly &&
      Element.prototype.checkVisibility.call(field, { opacityProperty: true, visibilityProperty: true });
  };
  const says = (field, words) => words.test([attribute(field, 'name'), attribute(field, 'id'), attribute(field, 'autocomplete')].join(' '));
  const path = (element) => {
    const steps = [];
    for (let at = element; at !== null && at !== document.documentElement; at = at.parentElement) {
      const parent = Object.getOwnPropertyDescriptor(Node.prototype, 'parentNode').get.call(at);
      if (!(parent instanceof Element)) return undefined;
      const place = [...Object.getOwnPropertyDescriptor(Element.prototype, 'children').get.call(parent)].indexOf(at) + 1;
      steps.unshift('*:nth-child(' + place + ')');
    }
    return ['html', ...steps].join(' > ');
  };
  const fields = all(document, 'input').filter(isUsable);
  const kindOf = (field) => (attribute(field, 'type') || 'text').toLowerCase();
  const texts = fields.filter((field) => ['text', 'email', 'tel'].includes(kindOf(field)));
  const passwords = fields.filter((field) => kindOf(field) === 'password');
  const codes = fields.filter((field) => kindOf(field) !== 'password' &&
    says(field, /one-time-code|\\botp\\b|totp|one.?time|2fa|mfa|verification.?code|auth.?code/i));
  const names = texts.filter((field) => !codes.includes(field));
  const isNamed = (field) => says(field, /user|login|e-?mail|account|benutzer|usuario|utilisateur|utente/i);
  const isNewPassword = passwords.some((field) => says(field, /new-password/i));
  if (isNewPassword || passwords.length > 1) return { isForSignIn: false };
  const [password] = passwords;
  const formOf = (field) => Element.prototype.closest.call(field, 'form');
  const home = (field) => formOf(field) ?? document;
  const before = password === undefined ? names : names.filter((field) =>
    formOf(field) === formOf(password) && (field.compareDocumentPosition(password) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0);
  const isCrowded = password !== undefined && before.length > 2 && !says(password, /current-password/i);
  if (isCrowded) return { isForSignIn: false };
  const username = password === undefined
    ? names.find((field) => says(field, /\\busername\\b/i)) ?? (names.length === 1 ? names.find(isNamed) : undefined)
    : before.findLast(isNamed) ?? before.at(-1);
  const [code] = codes;
  const anchor = password ?? username ?? code;
  if (anchor === undefined) return undefined;
  const label = (button) => (attribute(button, 'aria-label') || button.innerText || attribute(button, 'value')).trim().replace(/\\s+/g, ' ');
  const buttons = all(home(anchor), 'button, input[type=submit], input[type=image], [role=button]')
    .filter((button) => isUsable(button) && !['button', 'reset'].includes(formOf(anchor) === null ? '' : attribute(button, 'type')));
  const named = (words) => buttons.filter((button) => words.test(label(button)));
  const signs = named(${SIGN_IN_WORDS});
  const nexts = named(${NEXT_WORDS});
  const [submit] = signs.length === 1 ? signs : nexts.length === 1 ? nexts : buttons.length === 1 ? buttons : [];
  // A title alone says too little of a page that asks for a name and no password: it may be a search or a newsletter.
  const isForSignIn = signs.length > 0 || ${SIGN_IN_PATH}.test(location.pathname) ||
    (password !== undefined && ${SIGN_IN_WORDS}.test(document.title)) || [username, password].some((field) => field !== undefined && says(field, /\\b(?:username|current-password)\\b/i));
  const part = (name, element) => (element === undefined ? {} : { [name]: path(element) });
  return { ...part('username', username), ...part('password', password), ...part('code', code), ...part('submit', submit), isForSignIn };
})()`;
