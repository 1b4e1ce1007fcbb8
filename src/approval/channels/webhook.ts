import { sessionNameOf } from '../../core/index.js';
import type { Channel, JsonObject, PendingQuestion } from '../../core/index.js';
import { postNotice } from '../post-notice.js';
import type { NoticePlace } from '../post-notice.js';
import { slackMessage, teamsMessage } from './chat-message.js';
import type { ChatNotice } from './chat-message.js';
import type { ReplyLinks } from '../reply-links.js';

/** A signed notice to the operator's own address, with a link that answers; without our HTTP endpoint, a notice only. */
export function webhookChannel(place: NoticePlace, links: ReplyLinks, server: string): Channel {
  return {
    name: 'webhook',
    takes: () => true,
    deliver: async (question, submit, settled, seen) => {
      const reply = links.make(question, submit, settled, seen);
      await postNotice(place, messageFor(place.format, { question, server, reply }), settled);
      return reply === undefined ? 'over' : 'open';
    },
  };
}

function messageFor(format: NoticePlace['format'], notice: ChatNotice): JsonObject {
  if (format === 'slack') return slackMessage(notice);
  if (format === 'teams') return teamsMessage(notice);
  return noticeOf(notice.question, notice.server, notice.reply);
}

function noticeOf(question: PendingQuestion, server: string, reply: string | undefined): JsonObject {
  const { id, kind, scope, tool, prompt, choices, secret, origin, risk, about, askedAt, expiresAt } = question;
  return {
    version: 1,
    event: 'asked',
    server,
    ...(reply === undefined ? {} : { reply }),
    question: {
      ...{ id, kind, ...sessionNameOf(scope), tool, prompt, askedAt, expiresAt },
      ...(choices === undefined ? {} : { choices: [...choices] }),
      ...(secret === undefined ? {} : { secret }),
      ...(origin === undefined ? {} : { origin }),
      ...(risk === undefined ? {} : { risk }),
      ...(about === undefined ? {} : { about }),
      needsCode: question.needsCode,
    },
  };
}
