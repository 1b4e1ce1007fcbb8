import { readFileSync, statSync } from 'node:fs';
import { Failure } from '../core/index.js';
import type { ApprovalOptions } from './options.js';
import type { NoticePlace } from './post-notice.js';

const KEY = 'approval.channels: webhook.secretFile';
const MIN_SECRET = 32;

/** A webhook that could not sign refuses to start. */
export function readWebhook({ channels }: Pick<ApprovalOptions, 'channels'>): NoticePlace | undefined {
  const webhooks = channels.flatMap((channel) => (typeof channel === 'string' ? [] : [channel.webhook]));
  const [first, second] = webhooks;
  if (second !== undefined) throw new Failure('config.invalid', 'approval.channels: at most one webhook');
  if (first === undefined) return undefined;
  return { url: first.url, secret: readSecret(first.secretFile) };
}

function readSecret(file: string): string {
  let secret: string;
  try {
    const { mode } = statSync(file);
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new Failure('config.invalid', `${KEY}: others may read it; run: chmod 600 '${file}'`);
    }
    secret = readFileSync(file, 'utf8').trim();
  } catch (error) {
    if (error instanceof Failure) throw error;
    throw new Failure('config.invalid', `${KEY}: it cannot be read`, undefined, error);
  }
  if (secret.length >= MIN_SECRET) return secret;
  throw new Failure('config.invalid', `${KEY}: it has fewer than ${String(MIN_SECRET)} characters`);
}
