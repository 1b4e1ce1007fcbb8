import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { Failure, sessionKey } from '../../core/index.js';
import type { Captcha, CaptchaChallenge, CaptchaOutcome, Fetched, SendToProvider } from '../../core/index.js';
import type { CaptchaOptions } from '../options.js';
import { NOT_READY, readProviderAnswer, submitFields } from './provider-protocol.js';

/** A call ends before its client gives up; the work goes on, and the same call again joins it. */
const CALL_WAITS_MS = 20_000;
/** An answer that nobody fetched: tokens are worth nothing after two minutes. */
const KEPT_MS = 120_000;
const HOUR_MS = 3_600_000;
const BASES = { '2captcha': 'https://2captcha.com', capmonster: 'https://api.capmonster.cloud' } as const;

type Challenge = CaptchaChallenge & { readonly pageUrl: string };

/** `key`: the operator's, sent to the provider and to nobody else. */
export function createCaptcha(options: CaptchaOptions, key: string | undefined): Captcha {
  const { provider, apiBase, timeoutMs, maxPerHour } = options;
  const base = provider === undefined || key === undefined ? undefined : (apiBase ?? BASES[provider]);
  const jobs = new Map<string, Promise<CaptchaOutcome>>();
  const spending = new Spending(maxPerHour);
  const ended = new AbortController();
  const begin = (id: string, challenge: Challenge, send: SendToProvider): Promise<CaptchaOutcome> => {
    const signal = AbortSignal.any([ended.signal, AbortSignal.timeout(timeoutMs)]);
    const job = solveWith({ base: base ?? '', key: key ?? '', pollMs: options.pollMs, send, signal }, challenge);
    jobs.set(id, job);
    const drop = (): void => {
      setTimeout(() => jobs.delete(id), KEPT_MS).unref();
    };
    job.then(drop, () => jobs.delete(id));
    return job;
  };
  return {
    base,
    solve: async (session, challenge, send, signal) => {
      const digest = createHash('sha256').update(JSON.stringify(challenge)).digest('hex');
      const id = `${sessionKey(session)} ${digest}`;
      const job = jobs.get(id) ?? (spending.count(session.principal), begin(id, challenge, send));
      const tired = wait(CALL_WAITS_MS, { kind: 'pending' } as const, { signal, ref: false });
      const outcome = await Promise.race([job, tired]);
      tired.catch(() => undefined);
      // Each answer is used once.
      if (outcome.kind !== 'pending') jobs.delete(id);
      return outcome;
    },
    close: () => {
      ended.abort();
    },
  };
}

/** Of each caller, whatever its sessions are called: another name buys no more. */
class Spending {
  readonly #maxPerHour: number;
  readonly #at = new Map<string, readonly number[]>();

  constructor(maxPerHour: number) {
    this.#maxPerHour = maxPerHour;
  }

  count(principal: string): void {
    const now = performance.now();
    const recent = (this.#at.get(principal) ?? []).filter((at) => now - at < HOUR_MS);
    if (recent.length >= this.#maxPerHour) throw new Failure('captcha.limit');
    this.#at.set(principal, [...recent, now]);
  }
}

interface Job {
  readonly base: string;
  readonly key: string;
  readonly pollMs: number;
  readonly send: SendToProvider;
  readonly signal: AbortSignal;
}

async function solveWith(job: Job, challenge: Challenge): Promise<CaptchaOutcome> {
  const { base, key, pollMs, send, signal } = job;
  try {
    const fields = { key, json: '1', ...submitFields(challenge, challenge.pageUrl) };
    const submitted = await send(`${base}/in.php`, fields, signal);
    const { isOk, said } = answerIn(submitted);
    if (!isOk) return { kind: 'refused', origin: submitted.origin, said };
    for (;;) {
      await wait(pollMs, undefined, { signal });
      const query = new URLSearchParams({ key, action: 'get', id: said, json: '1' });
      const polled = await send(`${base}/res.php?${query.toString()}`, undefined, signal);
      const answer = answerIn(polled);
      if (answer.isOk) return { kind: 'solved', origin: polled.origin, answer: answer.said };
      if (answer.said !== NOT_READY) return { kind: 'refused', origin: polled.origin, said: answer.said };
    }
  } catch (error) {
    if (signal.aborted) return { kind: 'late' };
    throw error;
  }
}

function answerIn({ status, text }: Fetched): ReturnType<typeof readProviderAnswer> {
  return status === 200 ? readProviderAnswer(text) : { isOk: false, said: `HTTP ${String(status)}` };
}
