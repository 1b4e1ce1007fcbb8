import type {
  AskingClient,
  Channel,
  ClientReply,
  JsonObject,
  PendingQuestion,
  PersonAnswer,
} from '../../core/index.js';

type Said = Pick<PersonAnswer, 'yes' | 'value'>;

/** The agent's own client, for the call that it made. A decline says as little as silence: hosts decline unseen. */
export function elicitationChannel(client: AskingClient, mayAnswer: (question: PendingQuestion) => boolean): Channel {
  return {
    name: 'elicitation',
    takes: mayAnswer,
    deliver: async (question, submit, settled) => {
      const reply = await client.ask(question, formFor(question), settled);
      if (reply.action === 'later') return 'open';
      const said = readReply(question, reply);
      if (said === undefined) return 'over';
      const result = await submit({ ...said, by: 'client' });
      return result.ok ? 'open' : 'over';
    },
  };
}

/** The form that a client shows, in the small part of JSON Schema that MCP has for it. */
export function formFor({ kind, choices = [] }: Pick<PendingQuestion, 'kind' | 'choices'>): JsonObject {
  switch (kind) {
    case 'acknowledge':
      return { type: 'object', properties: {} };
    case 'approve':
      return form({ type: 'boolean', title: 'Allow this', default: false });
    case 'confirm':
      return form({ type: 'boolean', title: 'Yes', default: false });
    case 'choose':
      return form({ type: 'string', title: 'Which', enum: [...choices] });
    case 'input':
      return form({ type: 'string', title: 'Answer', minLength: 1, maxLength: 10_000 });
  }
}

function form(answer: JsonObject): JsonObject {
  return { type: 'object', properties: { answer }, required: ['answer'] };
}

function readReply({ kind }: PendingQuestion, reply: ClientReply): Said | undefined {
  if (reply.action !== 'accept') return undefined;
  if (kind === 'acknowledge') return { yes: true };
  const { answer } = reply.content;
  if (kind === 'approve' || kind === 'confirm') return typeof answer === 'boolean' ? { yes: answer } : undefined;
  return typeof answer === 'string' ? { yes: true, value: answer } : undefined;
}
