import type { Request, Response } from 'playwright-core';
import { ifInTime } from '../call-time.js';

const MAX_BODY = 256 * 1024;
const READ_MS = 2_000;
const TEXT =
  /^(?:text\/|application\/(?:[\w.-]+\+)?(?:json|xml)\b|application\/(?:javascript|x-www-form-urlencoded)\b|image\/svg)/iu;

export interface RecordedBodies {
  readonly request?: string;
  readonly response?: string;
}

/** What all bodies of a recording may take together, and where none is read. */
export interface BodyBudget {
  left: number;
  /** An identity of the vault is injected at this address: its bodies are not read. */
  readonly isClosed: (url: string) => boolean;
}

/** Small bodies of text; the browser is asked for no others. */
export async function readBodies(
  request: Request,
  response: Response,
  size: number | undefined,
  budget: BodyBudget,
): Promise<RecordedBodies> {
  if (budget.isClosed(request.url())) return {};
  const sent = take(textOf(request.postDataBuffer() ?? undefined, request.headers()['content-type']), budget);
  const type = response.headers()['content-type'];
  const isSmall = size !== undefined && size > 0 && size <= Math.min(MAX_BODY, budget.left);
  const body = isSmall && TEXT.test(type ?? '') ? await ifInTime(READ_MS, response.body()) : undefined;
  const received = take(textOf(body, type), budget);
  return {
    ...(sent === undefined ? {} : { request: sent }),
    ...(received === undefined ? {} : { response: received }),
  };
}

function textOf(bytes: Buffer | undefined, type: string | undefined): string | undefined {
  if (bytes === undefined || bytes.length === 0 || bytes.length > MAX_BODY || !TEXT.test(type ?? '')) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function take(text: string | undefined, budget: BodyBudget): string | undefined {
  if (text === undefined || text.length > budget.left) return undefined;
  budget.left -= text.length;
  return text;
}
