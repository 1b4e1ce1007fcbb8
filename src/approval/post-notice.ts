import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { WebhookFormat } from './options.js';

export interface NoticePlace {
  readonly url: string;
  /** Signs what is sent; a chat service checks no signature, and may go without. */
  readonly secret: string | undefined;
  readonly format?: WebhookFormat | undefined;
}

const TRY_MS = 5000;
const PAUSES_MS = [500, 2000];

export const SIGNATURE_HEADER = 'x-gatewright-signature';
export const TIMESTAMP_HEADER = 'x-gatewright-timestamp';

/** Over the time as well: who keeps a notice cannot send it again later. */
export function signNotice(secret: string, timestamp: string, body: string): string {
  return `v1=${createHmac('sha256', secret).update(`${timestamp}.${body}`).digest('hex')}`;
}

/** To the operator's own address, directly and nowhere else; rejects when it was not taken after three tries. */
export async function postNotice({ url, secret }: NoticePlace, notice: object, signal: AbortSignal): Promise<void> {
  const body = JSON.stringify(notice);
  for (const pause of [...PAUSES_MS, undefined]) {
    const taken = await tryOnce(url, secret, body, signal);
    if (taken) return;
    if (pause !== undefined) await sleep(pause, undefined, { signal });
  }
  throw new Error('the webhook did not take the notice');
}

async function tryOnce(url: string, secret: string | undefined, body: string, signal: AbortSignal): Promise<boolean> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  try {
    const response = await fetch(url, {
      method: 'POST',
      body,
      // The notice carries the link that answers: it goes where the operator said, and not where that place points.
      redirect: 'manual',
      signal: AbortSignal.any([signal, AbortSignal.timeout(TRY_MS)]),
      headers: {
        'content-type': 'application/json',
        ...(secret !== undefined && {
          [TIMESTAMP_HEADER]: timestamp,
          [SIGNATURE_HEADER]: signNotice(secret, timestamp, body),
        }),
      },
    });
    await response.body?.cancel();
    return response.ok;
  } catch {
    return false;
  }
}
