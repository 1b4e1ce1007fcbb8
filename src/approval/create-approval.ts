import type { Channel, ChannelName, People, ApprovalQueue, Record } from '../core/index.js';
import { AnswerWays } from './answer-ways.js';
import { ApprovalCode } from './approval-code.js';
import { answerReply } from './answer-reply.js';
import { Broker } from './broker.js';
import type { CodeCheck } from './broker-deps.js';
import { desktopNotifier } from './desktop-notifier.js';
import { controlChannel } from './channels/control-channel.js';
import { hostChannel } from './channels/host.js';
import type { AskHost } from './channels/host.js';
import { webhookChannel } from './channels/webhook.js';
import { FLOOD_LIMITS } from './question-limit.js';
import { mayClientAnswer } from './may-client-answer.js';
import type { ApprovalOptions } from './options.js';
import { readWebhook } from './read-webhook.js';
import { ReplyLinks } from './reply-links.js';
import { Watchers } from './watchers.js';

export interface ApprovalDeps {
  readonly options: Pick<ApprovalOptions, 'channels' | 'trustClient' | 'notify'>;
  /** Where the approval code is, if a person set one. */
  readonly codeFile: string;
  /** Will there be an endpoint at which links are answered? */
  readonly listens: boolean;
  readonly log: (line: string) => void;
  /** Where the desktop and its programs are found. */
  readonly environment: Readonly<NodeJS.ProcessEnv>;
  readonly server: string;
  readonly record: Pick<Record, 'note'>;
  /** The program that has the gateway inside, where it asks a person itself. */
  readonly host?: AskHost | undefined;
}

export interface ApprovalModule extends People, ApprovalQueue {
  /** For whatever else takes it. */
  readonly code: CodeCheck;
  /** The control socket listens: terminals and consoles reach us. */
  openControl(): void;
  /** A console of our own is there; its address is told to waiting clients. */
  openConsole(address: string): void;
  /** A console is there once it is needed: asked before each question, since one that is open may have been closed. */
  offerConsole(open: () => Promise<string>): void;
  /** Where our HTTP endpoint is: webhooks get links that answer. */
  openReplies(base: string): void;
  /** `/answer/<token>` */
  reply(request: Request, token: string): Promise<Response>;
  close(): void;
}

/** Everything about asking a person, from the options. */
export function createApproval(deps: ApprovalDeps): ApprovalModule {
  const { options, codeFile, server, record } = deps;
  const webhook = readWebhook(options);
  if (webhook !== undefined && !deps.listens)
    deps.log('approval.channels: over stdio the webhook only tells; its questions are answered elsewhere');
  const has = (name: ChannelName): boolean => options.channels.some((channel) => channel === name);
  const ways = new AnswerWays(has, deps.log);
  const links = new ReplyLinks();
  const code = new ApprovalCode(codeFile);
  const watchers = new Watchers();
  const channels: Channel[] = [
    controlChannel('cli', () => ways.control && has('cli')),
    controlChannel('console', () => ways.control && has('console')),
    ...(webhook === undefined ? [] : [webhookChannel(webhook, links, server)]),
    ...(deps.host === undefined ? [] : [hostChannel(deps.host)]),
  ];
  const trust = { on: has('elicitation'), trustClient: options.trustClient, hasCode: () => code.isSet() };
  const broker = new Broker({
    channels,
    mayClientAnswer: (question) => mayClientAnswer(trust, question),
    linkTo: (id) => ways.linkTo(id),
    limits: FLOOD_LIMITS,
    code,
    isWatched: () => watchers.isWatched,
    ...(options.notify === 'auto' && { tell: desktopNotifier(deps) }),
    note: (event) => {
      record.note(event);
    },
  });
  return {
    ...approvalQueueOf(broker, watchers),
    code,
    asksClient: (question, { shows, opens }) =>
      (shows && mayClientAnswer(trust, question)) ||
      (opens && question.approvers?.includes('console') !== false && ways.linkTo(undefined) !== undefined),
    where: (question) => ways.words(broker.find(question)),
    ready: () => ways.ready(),
    openControl: () => void (ways.control = true),
    openConsole: (address) => void (ways.console = address),
    offerConsole: (open) => void (ways.offered = open),
    openReplies: (base) => {
      links.listenAt(base);
    },
    reply: (request, token) => answerReply(links, request, token),
    close: () => {
      broker.close();
    },
  };
}

function approvalQueueOf(broker: Broker, watchers: Watchers) {
  return {
    ask: broker.ask.bind(broker),
    sessionEnded: broker.sessionEnded.bind(broker),
    useGrant: broker.useGrant.bind(broker),
    report: broker.report.bind(broker),
    pending: broker.pending.bind(broker),
    seen: broker.seen.bind(broker),
    answered: broker.answered.bind(broker),
    answer: broker.answer.bind(broker),
    grants: broker.grants.bind(broker),
    revoke: broker.revoke.bind(broker),
    isWatched: () => watchers.isWatched,
    watch: { page: watchers.page.bind(watchers), terminal: watchers.terminal.bind(watchers) },
  };
}
