import { Failure } from '../core/index.js';
import { readPrivateFileSync } from '../platform/private-files.js';
import type { ApprovalOptions } from './options.js';
import type { NoticePlace } from './post-notice.js';

const KEY = 'approval.channels: webhook.secretFile';
const MIN_SECRET = 32;
const MAX_SECRET_BYTES = 65_536;

/** A webhook that could not sign refuses to start. */
export function readWebhook({ channels }: Pick<ApprovalOptions, 'channels'>): NoticePlace | undefined {
  const webhooks = channels.flatMap((channel) => (typeof channel === 'string' ? [] : [channel.webhook]));
  const [first, second] = webhooks;
  if (second !== undefined) throw new Failure('config.invalid', 'approval.channels: at most one webhook');
  if (first === undefined) return undefined;
  const { url, secretFile, format } = first;
  return { url, secret: secretFile === undefined ? undefined : readSecret(secretFile), format };
}

function readSecret(file: string): string {
  const refuse = (why: string, cause?: unknown) => new Failure('config.invalid', `${KEY}: it ${why}`, undefined, cause);
  const secret = readPrivateFileSync(file, { mayBeLink: true, maxBytes: MAX_SECRET_BYTES, refuse })?.trim();
  if (secret === undefined) throw refuse('cannot be read: there is no such file');
  if (secret.length >= MIN_SECRET) return secret;
  throw refuse(`has fewer than ${String(MIN_SECRET)} characters`);
}
