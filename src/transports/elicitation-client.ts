import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ElicitationClient, ClientReply, Json, JsonObject, OpeningSignals, Released } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';
import { isRecord } from './protocol-fault.js';

/** Ours is the only question of a call. */
const QUESTION = 'question';
/** The call's own end comes first; this is for a client that never answers a call without one. */
const MAX_MS = 120_000;
const MAX_STATE_CHARACTERS = 4000;

/**
 * The agent's own client as somebody to ask, where it says that it can show a form or open an address for its user. What
 * it brings is the client's word: the gateway decides what that is worth.
 */
export function elicitationClient(ctx: ServerContext, initialized: unknown): ElicitationClient | undefined {
  const { envelope } = ctx.mcpReq;
  if (envelope === undefined) return clientNow(ctx, initialized);
  const state: unknown = ctx.mcpReq.requestState();
  const brought = typeof state === 'string' ? { state: state.slice(0, MAX_STATE_CHARACTERS) } : {};
  const abilities = isRecord(envelope) ? envelope[CLIENT_CAPABILITIES_META_KEY] : undefined;
  const can = { shows: showsForms(abilities), opens: opensAddresses(abilities) };
  // Also without the capability: a state that nobody gave out is for the record.
  if (!can.shows && !can.opens && !('state' in brought)) return undefined;
  const reply = ctx.mcpReq.inputResponses?.[QUESTION];
  return { kind: 'later', ...can, ...brought, ...(reply === undefined ? {} : { reply: readReply(reply) }) };
}

/** A bare `elicitation: {}` means forms, as it did before there were modes. */
function showsForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isRecord(elicitation)) return false;
  return elicitation['form'] !== undefined || Object.keys(elicitation).length === 0;
}

/** Mode `url` of 2025-11-25 and 2026-07-28. */
function opensAddresses(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  return isRecord(elicitation) && isRecord(elicitation['url']);
}

function clientNow(ctx: ServerContext, initialized: unknown): ElicitationClient | undefined {
  const [shows, opens] = [showsForms(initialized), opensAddresses(initialized)];
  if (!shows && !opens) return undefined;
  return { kind: 'now', ...(shows && { ask: askNow(ctx) }), ...(opens && { open: openNow(ctx) }) };
}

function askNow(ctx: ServerContext) {
  return async (form: Released, settled: AbortSignal): Promise<ClientReply> => {
    const params = { ...formOf(form), mode: 'form' as const };
    const reply: unknown = await ctx.mcpReq.send(
      { method: 'elicitation/create', params },
      { signal: settled, timeout: MAX_MS },
    );
    return readReply(reply);
  };
}

function openNow(ctx: ServerContext) {
  return async (form: Released, elicitationId: string, { over, settled }: OpeningSignals): Promise<ClientReply> => {
    const params = { ...addressOf(form), mode: 'url' as const, elicitationId };
    // The client may still show the address as open: it hears that the question is over, before its call is answered.
    const complete = (): void => {
      ctx.mcpReq
        .notify({ method: 'notifications/elicitation/complete', params: { elicitationId } })
        .catch(() => undefined);
    };
    settled.addEventListener('abort', complete, { once: true });
    const reply: unknown = await ctx.mcpReq.send(
      { method: 'elicitation/create', params },
      { signal: over, timeout: MAX_MS },
    );
    return readReply(reply);
  };
}

function addressOf(released: Released): { message: string; url: string } {
  const { ask } = openReleased(released);
  return { message: ask?.message ?? '', url: ask?.url ?? '' };
}

/** 2026-07-28: the client asks, and calls again with the answer. */
export function askLater(released: Released): InputRequiredResult | undefined {
  const { ask } = openReleased(released);
  if (ask?.state === undefined) return undefined;
  const request =
    ask.url === undefined
      ? { method: 'elicitation/create' as const, params: { ...formOf(released), mode: 'form' as const } }
      : inputRequired.elicitUrl(addressOf(released));
  return inputRequired({ inputRequests: { [QUESTION]: request }, requestState: ask.state });
}

function formOf(released: Released): Pick<ElicitRequestFormParams, 'message' | 'requestedSchema'> {
  const { ask } = openReleased(released);
  const properties = ask?.schema['properties'];
  const required = ask?.schema['required'];
  return {
    message: ask?.message ?? '',
    requestedSchema: {
      type: 'object',
      properties: fieldsOf(properties),
      ...(Array.isArray(required) ? { required: required.filter((name) => typeof name === 'string') } : {}),
    },
  };
}

type Fields = ElicitRequestFormParams['requestedSchema']['properties'];

/** The one field that a question can have, in the SDK's own types. */
function fieldsOf(properties: Json | undefined): Fields {
  const field = isRecord(properties) ? properties['answer'] : undefined;
  if (!isRecord(field)) return {};
  const title = typeof field['title'] === 'string' ? field['title'] : 'Answer';
  if (field['type'] === 'boolean') return { answer: { type: 'boolean', title, default: false } };
  const choices = field['enum'];
  if (Array.isArray(choices)) return { answer: { type: 'string', title, enum: choices.map(String) } };
  return { answer: { type: 'string', title, minLength: 1, maxLength: 10_000 } };
}

/** Anything but a clear accept with a plain object is a decline. */
function readReply(reply: unknown): ClientReply {
  if (!isRecord(reply)) return { action: 'decline' };
  if (reply['action'] === 'cancel') return { action: 'cancel' };
  if (reply['action'] !== 'accept') return { action: 'decline' };
  const content = reply['content'];
  return { action: 'accept', content: isRecord(content) ? plainValues(content) : {} };
}

function plainValues(content: Readonly<Record<string, unknown>>): JsonObject {
  const { answer } = content;
  return typeof answer === 'string' || typeof answer === 'boolean' ? { answer } : {};
}
