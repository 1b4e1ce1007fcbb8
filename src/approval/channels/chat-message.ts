import { onePageLine, questionSentence, sessionLabel } from '../../core/index.js';
import type { JsonObject, PendingQuestion, SentencePart } from '../../core/index.js';

/**
 * A question for a chat. Words of pages and agents go only into fields whose text these services show as it is (Slack's
 * `plain_text`, Teams' `TextRun`): there `<!channel>`, `[a](b)` and `*x*` are characters and no links, mentions or styles.
 */
export interface ChatNotice {
  readonly question: PendingQuestion;
  readonly server: string;
  /** Answers this question; absent over stdio. */
  readonly reply: string | undefined;
}

interface Run {
  readonly text: string;
  readonly foreign: boolean;
}

const MAX_WORDS = 300;

/** https://docs.slack.dev/reference/block-kit */
export function slackMessage(notice: ChatNotice): JsonObject {
  const { reply } = notice;
  const lines = linesOf(notice).map((runs) => runs.map(({ text }) => text).join(''));
  return {
    // For the notification: none of it is anybody else's, since Slack reads this one as marked-up text.
    text: escapeSlack(headOf(notice.question)),
    parse: 'none',
    link_names: false,
    mrkdwn: false,
    unfurl_links: false,
    unfurl_media: false,
    blocks: [
      { type: 'header', text: plainText(headOf(notice.question)) },
      ...lines.map((line) => ({ type: 'section', text: plainText(line) })),
      ...(reply === undefined
        ? []
        : [
            {
              type: 'actions',
              elements: [{ type: 'button', text: plainText('Look and answer'), url: reply, style: 'primary' }],
            },
          ]),
    ],
  };
}

function plainText(text: string): JsonObject {
  return { type: 'plain_text', text: text.slice(0, 2900), emoji: false };
}

function escapeSlack(text: string): string {
  return text.replace(/&/gu, '&amp;').replace(/</gu, '&lt;').replace(/>/gu, '&gt;');
}

/** An Adaptive Card, as workflows of Teams take it: https://adaptivecards.io */
export function teamsMessage(notice: ChatNotice): JsonObject {
  const { reply } = notice;
  const block = (runs: readonly Run[]): JsonObject => ({
    type: 'RichTextBlock',
    inlines: runs.map(({ text, foreign }) => ({
      type: 'TextRun',
      // `{{DATE(…)}}` is read in every text of a card.
      text: text.replace(/\{\{/gu, '{ {'),
      ...(foreign && { weight: 'Bolder' }),
    })),
  });
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [
      { type: 'TextBlock', text: headOf(notice.question), weight: 'Bolder', size: 'Medium', wrap: true },
      ...linesOf(notice).map(block),
    ],
    ...(reply !== undefined && { actions: [{ type: 'Action.OpenUrl', title: 'Look and answer', url: reply }] }),
  };
  return {
    type: 'message',
    attachments: [{ contentType: 'application/vnd.microsoft.card.adaptive', contentUrl: null, content }],
  };
}

/** Ours alone. */
function headOf({ kind, risk }: PendingQuestion): string {
  if (kind !== 'approve') return 'An agent asks you';
  return risk === undefined ? 'May the agent do this?' : `May the agent do this? Risk: ${risk}`;
}

function linesOf({ question, server, reply }: ChatNotice): readonly (readonly Run[])[] {
  const { kind, scope, expiresAt, prompt } = question;
  const minutes = Math.max(1, Math.round((expiresAt - question.askedAt) / 60_000));
  return [
    questionSentence(question).map(runOf),
    // The reason is the gateway's sentence; what else is asked is the agent's.
    kind === 'approve' ? [ours(onePageLine(prompt, MAX_WORDS))] : [ours('The agent’s words: '), fenced(prompt)],
    [ours('Session: '), fenced(sessionLabel(scope)), ours(` · server ${server}`)],
    [
      ours(
        `Without an answer within ${minutes === 1 ? 'one minute' : `${String(minutes)} minutes`} nothing is done.${
          reply === undefined ? ' Answer in the console or in a terminal.' : ''
        }`,
      ),
    ],
  ];
}

function runOf({ from, text }: SentencePart): Run {
  if (from === 'gateway') return ours(text);
  // A label is in quotes already; a name that a client gave itself does not.
  return from === 'agent' ? fenced(text) : { text: withoutQuotes(text, MAX_WORDS), foreign: true };
}

function fenced(text: string): Run {
  return { text: `“${withoutQuotes(text, MAX_WORDS)}”`, foreign: true };
}

function ours(text: string): Run {
  return { text, foreign: false };
}

/** What is in quotes cannot end them. */
function withoutQuotes(text: string, most: number): string {
  return onePageLine(text, most).replace(/["“”„«»‟]/gu, "'");
}
