import { ownCommand } from '../core/index.js';
import type { Channel, ChannelName, People, QuestionDesk, Record } from '../core/index.js';
import { ApprovalCode } from './approval-code.js';
import { answerReply } from './answer-reply.js';
import { Broker } from './broker.js';
import type { CodeCheck } from './broker.js';
import { controlChannel } from './channels/control-channel.js';
import { webhookChannel } from './channels/webhook.js';
import { FLOOD_LIMITS } from './flood-gate.js';
import { mayClientAnswer } from './may-client-answer.js';
import type { ApprovalOptions } from './options.js';
import { readWebhook } from './read-webhook.js';
import { ReplyLinks } from './reply-links.js';

export interface ApprovalDeps {
  readonly options: Pick<ApprovalOptions, 'channels' | 'trustClient'>;
  /** Where the approval code is, if a person set one. */
  readonly codeFile: string;
  /** Will there be an endpoint at which links are answered? */
  readonly listens: boolean;
  readonly log: (line: string) => void;
  readonly server: string;
  readonly record: Pick<Record, 'note'>;
}

export interface Approval extends People, QuestionDesk {
  /** For whatever else takes it. */
  readonly code: CodeCheck;
  /** The control socket listens: terminals and consoles reach us. */
  openControl(): void;
  /** A console of our own is there; its address is told to waiting clients. */
  openConsole(address: string): void;
  /** Where our HTTP endpoint is: webhooks get links that answer. */
  openReplies(base: string): void;
  /** `/answer/<token>` */
  reply(request: Request, token: string): Promise<Response>;
  close(): void;
}

/** Everything about asking a person, from the options. */
export function createApproval(deps: ApprovalDeps): Approval {
  const { options, codeFile, server, record } = deps;
  const webhook = readWebhook(options);
  if (webhook !== undefined && !deps.listens)
    deps.log('approval.channels: over stdio the webhook only tells; its questions are answered elsewhere');
  const has = (name: ChannelName): boolean => options.channels.some((channel) => channel === name);
  const open: Ways = { control: false };
  const links = new ReplyLinks();
  const code = new ApprovalCode(codeFile);
  const channels: Channel[] = [
    controlChannel('cli', () => open.control && has('cli')),
    controlChannel('console', () => open.control && has('console')),
    ...(webhook === undefined ? [] : [webhookChannel(webhook, links, server)]),
  ];
  const trust = { on: has('elicitation'), trustClient: options.trustClient, hasCode: () => code.isSet() };
  const asksClient: People['asksClient'] = (question) => mayClientAnswer(trust, question);
  const broker = new Broker({
    channels,
    mayClientAnswer: asksClient,
    limits: FLOOD_LIMITS,
    code,
    note: (event) => {
      record.note(event);
    },
  });
  return {
    code,
    ask: (question, signal) => broker.ask(question, signal),
    useGrant: (kind, scope) => broker.useGrant(kind, scope),
    asksClient,
    where: () => wordsFor(open, has),
    pending: () => broker.pending(),
    answer: (id, answer) => broker.answer(id, answer),
    grants: () => broker.grants(),
    revoke: (grant, by) => broker.revoke(grant, by),
    openControl: () => {
      open.control = true;
    },
    openConsole: (address) => {
      open.console = address;
    },
    openReplies: (base) => {
      links.listenAt(base);
    },
    reply: (request, token) => answerReply(links, request, token),
    close: () => {
      broker.close();
    },
  };
}

interface Ways {
  control: boolean;
  console?: string;
}

function wordsFor({ control, console }: Ways, has: (name: ChannelName) => boolean): string {
  const ways = [has('console') ? console : undefined, control && has('cli') ? ownCommand('approvals') : undefined];
  return ways.filter((way) => way !== undefined).join(' or ');
}
