import type { AskedElement, AskedForm, PendingQuestion } from './ports/people.js';
import { onePageLine, quotedPageLine } from './page-text.js';

/** One thing that a person should know before answering, and whose words it is in. */
export interface QuestionRow {
  readonly from: 'gateway' | 'agent' | 'page';
  readonly label: string;
  readonly text: string;
}

type Described = Pick<PendingQuestion, 'kind' | 'prompt' | 'secret' | 'origin' | 'risk' | 'about'>;

/** The same rows in every channel, each on one line: what a page or an agent wrote cannot pass for anything else. */
export function describeQuestion({ kind, prompt, secret, origin, risk, about }: Described): readonly QuestionRow[] {
  const rows: QuestionRow[] = [];
  const say = (from: QuestionRow['from'], label: string, text: string | undefined): void => {
    if (text !== undefined) rows.push({ from, label, text: from === 'gateway' ? onePageLine(text, 600) : quote(text) });
  };
  say(kind === 'approve' ? 'gateway' : 'agent', kind === 'approve' ? 'why you are asked' : 'the agent asks', prompt);
  say('gateway', 'risk', kind === 'approve' ? (risk ?? 'unknown') : undefined);
  say('gateway', 'rule', about?.rule);
  say('gateway', 'site', origin);
  for (const address of about?.goesTo ?? []) say('agent', 'would open', address);
  for (const element of about?.elements ?? []) describeElement(element, say);
  say('page', 'page', about?.url);
  say('agent', 'arguments', about === undefined ? undefined : JSON.stringify(about.arguments));
  say('agent', "the agent's reason", about?.agentSays);
  say(
    'gateway',
    'kept',
    secret === undefined ? undefined : `the answer is kept as the secret ${secret}; the agent never sees it`,
  );
  return rows;
}

type Say = (from: QuestionRow['from'], label: string, text: string | undefined) => void;

function describeElement({ role, name, shown, frameOrigin, href, around, form }: AskedElement, say: Say): void {
  say('page', `element (${onePageLine(role, 40)})`, name === '' ? (shown ?? '') : name);
  if (shown !== undefined && shown !== name) say('page', 'what it shows', shown);
  say('gateway', 'in a frame of', frameOrigin);
  say('page', 'leads to', href);
  say('page', 'around it', around?.says);
  say('page', 'total', around?.amount);
  if (form !== undefined) describeForm(form, say);
}

function describeForm({ method, action, submit, amount, fields = [] }: AskedForm, say: Say): void {
  say('page', `form, sent by ${method} to`, action);
  say('page', 'button of the form', submit);
  say('page', 'amount', amount);
  for (const { name, value } of fields) say('page', `field ${quotedPageLine(name, 60)}`, value);
}

function quote(text: string): string {
  return quotedPageLine(text, 400);
}
