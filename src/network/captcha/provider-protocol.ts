import { cutPageText } from '../../core/index.js';
import type { CaptchaChallenge } from '../../core/index.js';

/** The fields of `in.php`, as 2captcha documents them; CapMonster takes the same. */
export function submitFields(
  { type, siteKey = '', image = '' }: CaptchaChallenge,
  pageUrl: string,
): Readonly<Record<string, string>> {
  switch (type) {
    case 'recaptcha2':
      return { method: 'userrecaptcha', googlekey: siteKey, pageurl: pageUrl };
    case 'recaptcha3':
      return { method: 'userrecaptcha', version: 'v3', googlekey: siteKey, pageurl: pageUrl };
    case 'hcaptcha':
      return { method: 'hcaptcha', sitekey: siteKey, pageurl: pageUrl };
    case 'turnstile':
      return { method: 'turnstile', sitekey: siteKey, pageurl: pageUrl };
    case 'image':
      return { method: 'base64', body: image };
  }
}

export const NOT_READY = 'CAPCHA_NOT_READY';
const MAX_ANSWER = 20_000;

/** `{"status":1,"request":"…"}`, or the older `OK|…`. */
export function readProviderAnswer(text: string): { readonly isOk: boolean; readonly said: string } {
  const [, word] = /^OK\|(.+)$/su.exec(text.trim()) ?? [];
  if (word !== undefined) return { isOk: true, said: cutPageText(word, MAX_ANSWER) };
  try {
    const { status, request }: Record<string, unknown> = { ...asObject(JSON.parse(text)) };
    if (typeof request === 'string') return { isOk: status === 1, said: cutPageText(request, MAX_ANSWER) };
  } catch {
    // Not JSON: the word itself.
  }
  return { isOk: false, said: cutPageText(text.trim(), 100) };
}

function asObject(value: unknown): object {
  return typeof value === 'object' && value !== null ? value : {};
}
