import { fieldsOf, textOf } from './message-fields.js';
import type { Fields } from './message-fields.js';

export interface JudgesRequests {
  /** No proxy judges what its pages send: each request is held and asked about here. */
  maySendRequest?(url: string, sent: readonly string[]): Promise<boolean>;
  /** The browser has not passed its self-test yet: until it has, no document is asked for. */
  readonly tested?: Promise<unknown>;
}

/** May a request that is held go on? Behind a proxy that is the proxy's business, and everything may. */
export async function mayContinue(owner: JudgesRequests, request: Fields): Promise<boolean> {
  if (!(await isTested(owner))) return false;
  if (owner.maySendRequest === undefined) return true;
  const judged = judgedUrl(textOf(request, 'url') ?? '');
  if (judged === undefined || judged.startsWith('data:')) return true;
  const headers = Object.entries(fieldsOf(request, 'headers')).map(([name, value]) => `${name}: ${String(value)}`);
  const body = textOf(request, 'postData');
  return owner.maySendRequest(judged, body === undefined ? headers : [...headers, body]).catch(() => false);
}

async function isTested({ tested }: JudgesRequests): Promise<boolean> {
  try {
    await tested;
    return true;
  } catch {
    return false;
  }
}

/** The URL that a document's address is judged by: a blob is its creator's; an empty page and an error page are nobody's. */
export function judgedUrl(url: string): string | undefined {
  if (/^(?:|:|about:blank(?:[?#].*)?|chrome-error:.*)$/su.test(url)) return undefined;
  const inner = /^(?:blob|filesystem):(.*)$/su.exec(url)?.[1];
  return inner ?? url;
}
