import type { AskedElement, AskedField, AskedForm, PendingQuestion } from './ports/people.js';
import { onePageLine, quotedPageLine } from './page-text.js';

/** One thing that a person should know before answering, and whose words it is in. */
export interface QuestionRow {
  readonly from: 'gateway' | 'agent' | 'page';
  readonly label: string;
  readonly text: string;
}

const MAX_QUOTED = 400;

type Described = Pick<PendingQuestion, 'kind' | 'prompt' | 'secret' | 'origin' | 'risk' | 'about'>;

/** The same rows in every channel, each on one line: what a page or an agent wrote cannot pass for anything else. */
export function describeQuestion({ kind, prompt, secret, origin, risk, about }: Described): readonly QuestionRow[] {
  const rows: QuestionRow[] = [];
  const say: Say = (from, label, text, ours = '') => {
    if (text === undefined) return;
    rows.push({ from, label, text: from === 'gateway' ? onePageLine(text, 600) : `${quote(text)}${ours}` });
  };
  say(kind === 'approve' ? 'gateway' : 'agent', kind === 'approve' ? 'why you are asked' : 'the agent asks', prompt);
  say('gateway', 'risk', kind === 'approve' ? (risk ?? 'unknown') : undefined);
  if (kind === 'approve' && risk === 'critical')
    say('gateway', 'careful', 'This operation is IRREVERSIBLE: nobody can undo it afterwards.');
  say('gateway', 'rule', about?.rule);
  say('gateway', 'site', origin);
  for (const address of about?.goesTo ?? []) say('agent', 'would open', address);
  for (const element of about?.elements ?? []) describeElement(element, say);
  if (kind === 'approve' && (about?.elements ?? []).length > 0)
    say('gateway', 'a yes covers', "what is listed here; what the page's scripts send besides is not covered");
  say('page', 'page', about?.url);
  const { expr: script, manifest, pageTool, ...others } = about?.arguments ?? {};
  if (typeof script === 'string') describeScript(script, say);
  if (Array.isArray(manifest)) describeManifest(manifest, say);
  if (Array.isArray(pageTool)) describePageTool(pageTool, say);
  say('agent', 'arguments', about === undefined ? undefined : JSON.stringify(others));
  say('agent', "the agent's reason", about?.agentSays);
  say(
    'gateway',
    'kept',
    secret === undefined ? undefined : `the answer is kept as the secret ${secret}; the agent never sees it`,
  );
  return rows;
}

/** `ours` is behind the quotes: a page cannot write it. */
type Say = (from: QuestionRow['from'], label: string, text: string | undefined, ours?: string) => void;

function describeElement({ role, name, shown, frameOrigin, href, around, form }: AskedElement, say: Say): void {
  say('page', `element (${onePageLine(role, 40)})`, name === '' ? (shown ?? '') : name);
  if (shown !== undefined && shown !== name) say('page', 'what it shows', shown);
  say('gateway', 'in a frame of', frameOrigin);
  say('page', 'leads to', href);
  say('page', 'around it', around?.says);
  say('page', 'total', around?.amount);
  if (form !== undefined) describeForm(form, say);
}

/** A script is shown whole: a person who sees its beginning alone would say yes to the rest unread. */
function describeScript(script: string, say: Say): void {
  for (let start = 0; start < script.length; start += MAX_QUOTED)
    say('agent', start === 0 ? 'script' : 'script, continued', script.slice(start, start + MAX_QUOTED));
}

function describeManifest([named, ...asked]: readonly unknown[], say: Say): void {
  say('page', 'extension', String(named));
  for (const line of asked) say('page', 'it asks for', String(line));
  say('gateway', 'a yes means', 'its code reads and changes every page that it names, and sends what it likes there');
}

function describePageTool([name, description, claims, given]: readonly unknown[], say: Say): void {
  say('page', 'tool of the page', String(name));
  say('page', 'the page says of it', String(description));
  if (claims !== '') say('page', 'the page claims', String(claims));
  const text = String(given);
  for (let start = 0; start < text.length; start += MAX_QUOTED)
    say('agent', start === 0 ? 'it is given' : 'it is given, continued', text.slice(start, start + MAX_QUOTED));
  say('gateway', 'a yes means', "the page's own code runs with this; what it does is not known before");
}

function describeForm(form: AskedForm, say: Say): void {
  const { method, action, actionMore, encoding, target, submit, amount, fields = [], moreFields } = form;
  say('page', `form, sent by ${method} to`, action, leftOut(actionMore));
  say('page', 'encoded as', encoding);
  say('page', 'answer opens in', target);
  say('page', 'button of the form', submit);
  say('page', 'amount', amount);
  for (const field of fields) say('page', `field ${quotedPageLine(field.name, 60)}`, field.value, remark(field));
  if (moreFields !== undefined) say('gateway', 'not shown', `and ${counted(moreFields)} more fields`);
}

function remark({ more, isUnreadable }: AskedField): string {
  return isUnreadable === true ? ' (a script of the page decides what is sent)' : leftOut(more);
}

function leftOut(characters: number | undefined): string {
  return characters === undefined ? '' : ` … and ${counted(characters)} more characters`;
}

function counted(count: number): string {
  return count.toLocaleString('en-US');
}

function quote(text: string): string {
  return quotedPageLine(text, MAX_QUOTED);
}
