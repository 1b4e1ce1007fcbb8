import type { Fetched } from './fetch.js';
import type { SessionName } from '../call.js';

export type CaptchaType = 'recaptcha2' | 'recaptcha3' | 'hcaptcha' | 'turnstile' | 'image';

export interface CaptchaChallenge {
  readonly type: CaptchaType;
  /** Of every type but `image`. */
  readonly siteKey?: string | undefined;
  readonly image?: string | undefined;
}

/** Every string is the provider's. */
export type CaptchaOutcome =
  | { readonly kind: 'solved'; readonly origin: string; readonly answer: string }
  | { readonly kind: 'refused'; readonly origin: string; readonly said: string }
  | { readonly kind: 'late' }
  /** Not yet: whoever asks for the same challenge again waits for the same answer. */
  | { readonly kind: 'pending' };

/** One request to the provider, judged before it is sent. */
export type SendToProvider = (
  url: string,
  form: Readonly<Record<string, string>> | undefined,
  signal: AbortSignal,
) => Promise<Fetched>;

/** The operator's provider. */
export interface Captcha {
  /** Undefined: none is configured. */
  readonly base: string | undefined;
  solve(
    session: SessionName,
    challenge: CaptchaChallenge & { readonly pageUrl: string },
    send: SendToProvider,
    signal: AbortSignal,
  ): Promise<CaptchaOutcome>;
  close(): void;
}

/** The same for one call, on the page of its session. */
export interface CallCaptcha {
  solve(challenge: CaptchaChallenge): Promise<CaptchaOutcome>;
}
