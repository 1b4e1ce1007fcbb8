import {
  CLIENT_CAPABILITIES_META_KEY,
  inputRequired,
  type ElicitRequestFormParams,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { ElicitationClient, ClientReply, Json, JsonObject, Released } from '../core/index.js';
import { openReleased } from '../core/seals/released-open.js';
import { isRecord } from './protocol-fault.js';

/** Ours is the only question of a call. */
const QUESTION = 'question';
/** The call's own end comes first; this is for a client that never answers a call without one. */
const MAX_MS = 120_000;
const MAX_STATE_CHARACTERS = 4000;

/**
 * The agent's own client as somebody to ask, where it says that it can show a form. What it brings is the client's word:
 * the gateway decides what that is worth.
 */
export function elicitationClient(ctx: ServerContext, initialized: unknown): ElicitationClient | undefined {
  const { envelope } = ctx.mcpReq;
  if (envelope === undefined) return showsForms(initialized) ? { kind: 'now', ask: askNow(ctx) } : undefined;
  const state: unknown = ctx.mcpReq.requestState();
  const brought = typeof state === 'string' ? { state: state.slice(0, MAX_STATE_CHARACTERS) } : {};
  const shows = isRecord(envelope) && showsForms(envelope[CLIENT_CAPABILITIES_META_KEY]);
  // Also without the capability: a state that nobody gave out is for the record.
  if (!shows && !('state' in brought)) return undefined;
  const reply = ctx.mcpReq.inputResponses?.[QUESTION];
  return { kind: 'later', shows, ...brought, ...(reply === undefined ? {} : { reply: readReply(reply) }) };
}

/** A bare `elicitation: {}` means forms, as it did before there were modes. */
function showsForms(capabilities: unknown): boolean {
  const elicitation = isRecord(capabilities) ? capabilities['elicitation'] : undefined;
  if (!isRecord(elicitation)) return false;
  return elicitation['form'] !== undefined || Object.keys(elicitation).length === 0;
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

/** 2026-07-28: the client asks, and calls again with the answer. */
export function askLater(released: Released): InputRequiredResult | undefined {
  const { ask } = openReleased(released);
  if (ask?.state === undefined) return undefined;
  const request = { method: 'elicitation/create' as const, params: { ...formOf(released), mode: 'form' as const } };
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
