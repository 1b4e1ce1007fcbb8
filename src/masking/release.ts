import { ERRORS, RetryLater, sourceOf, withOwnCommand } from '../core/index.js';
import type { DataObject, ErrorCode, Failure, Json, JsonObject, Output, Part, Released } from '../core/index.js';
import { mintReleased } from '../core/seals/released-mint.js';
import type { ReleasedContent } from '../core/seals/released-mint.js';
import type { Mask } from './create-mask.js';
import { maskAcross, renderData } from './render-data.js';
import { renderBlocks, renderText } from './render-parts.js';

export type Outcome =
  | { readonly kind: 'done'; readonly output: Output }
  /** `ask`: a client that can show a question is to ask it. */
  | { readonly kind: 'failed'; readonly failure: Failure; readonly ask?: ReleasedContent['ask'] };

export interface ReleaseOptions {
  /** Makes a random marker for the fences of one response; a page cannot know it. */
  readonly marker: () => string;
  readonly mask: Mask;
  /** Send the facts as structuredContent too. Several hosts then hand the model nothing else, so the default is no. */
  readonly structured?: boolean;
}

/** The only way out, for results and errors alike. */
export function release(outcome: Outcome, options: ReleaseOptions): Released {
  return outcome.kind === 'done' ? releaseOutput(outcome.output, options) : releaseFailure(outcome, options);
}

function releaseOutput(output: Output, options: ReleaseOptions): Released {
  const { mask, marker } = options;
  const { failure } = output;
  const head: Part[] = failure === undefined ? [] : [{ from: 'gateway', text: sentence(failure.code, failure.hint) }];
  const text = renderText([...head, ...output.parts], marker, mask);
  const data = renderData(output.data ?? {}, mask);
  const facts = failure === undefined ? data : { ...data, failure: failureFacts(failure.code, failure.hint, mask) };
  return mintReleased({
    isError: failure !== undefined,
    blocks: renderBlocks(output, text),
    ...forPrograms(facts, options),
  });
}

function releaseFailure({ failure, ask }: Extract<Outcome, { kind: 'failed' }>, options: ReleaseOptions): Released {
  const { mask, marker } = options;
  const parts: Part[] = [{ from: 'gateway', text: sentence(failure.code, failure.hint) }];
  if (failure.detail !== undefined) parts.push({ from: 'page', ...failure.detail });
  const text = renderText(parts, marker, mask);
  const isUnknown = failure.code === 'browser.outcome-unknown' || failure.code === 'network.outcome-unknown';
  const facts: DataObject = isUnknown ? { outcome: 'unknown' } : {};
  const later: JsonObject = failure instanceof RetryLater ? { retryAfterMs: failure.retryAfterMs } : {};
  return mintReleased({
    isError: true,
    blocks: [{ type: 'text', text }],
    ...forPrograms(
      {
        ok: false,
        ...renderData(facts, mask),
        failure: { ...failureFacts(failure.code, failure.hint, mask), ...later },
      },
      options,
    ),
    ...(ask === undefined ? {} : { ask: { ...ask, message: mask(ask.message), schema: renderData(ask.schema, mask) } }),
  });
}

function sentence(code: ErrorCode, hint: string | undefined): string {
  return `${code}: ${withOwnCommand(ERRORS[code].says)}${hint === undefined ? '' : ` (${hint})`}`;
}

function failureFacts(code: ErrorCode, hint: string | undefined, mask: (text: string) => string): JsonObject {
  return {
    code,
    source: sourceOf(code),
    ...(hint === undefined ? {} : { hint: mask(hint) }),
    retry: ERRORS[code].retry,
  };
}

function forPrograms(facts: JsonObject, { structured }: ReleaseOptions): Pick<ReleasedContent, 'structured' | 'meta'> {
  if (structured === true) return { structured: facts, meta: facts };
  return Object.keys(facts).length > 0 ? { meta: facts } : {};
}

/** Arguments on their way into the record: masked first, cut after, so that no secret is left by its half. */
export function maskForRecord(value: unknown, mask: (text: string) => string): Json {
  return maskAcross(maskLeaves(value, mask, 0), mask) ?? '…';
}

function maskLeaves(value: unknown, mask: (text: string) => string, depth: number): Json {
  if (typeof value === 'string') return cut(mask(value));
  if (value === null || typeof value === 'boolean' || typeof value === 'number') return value;
  if (typeof value !== 'object' || depth > 6) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((item) => maskLeaves(item, mask, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([key, item]) => [
        cut(mask(key)),
        key === 'headers' ? hideCredentials(maskLeaves(item, mask, depth + 1)) : maskLeaves(item, mask, depth + 1),
      ]),
  );
}

const PLAIN_HEADERS = new Set(['accept', 'accept-language', 'content-type', 'range', 'user-agent']);

/** A header of a request is as likely as not a key that the agent was given: only what can be none is kept. */
function hideCredentials(headers: Json): Json {
  if (typeof headers !== 'object' || headers === null || Array.isArray(headers)) return '…';
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, PLAIN_HEADERS.has(name.toLowerCase()) ? value : '***']),
  );
}

function cut(text: string): string {
  return text.length <= 500 ? text : `${text.slice(0, 500)}… (${text.length} characters)`;
}
