import { onePageLine } from './page-text.js';
import type { AskedElement, PendingQuestion } from './ports/people.js';

/** Words of ours, or text that a page or an agent had a hand in. */
export interface SentencePart {
  readonly from: 'gateway' | 'agent' | 'page';
  readonly text: string;
}

type Asked = Pick<PendingQuestion, 'kind' | 'tool' | 'scope' | 'origin' | 'about'>;

const VERBS: Readonly<Record<string, string>> = {
  browser_click: 'click',
  browser_hover: 'point at',
  browser_type: 'type into',
  browser_fill: 'fill in',
  browser_fill_form: 'fill in',
  browser_press: 'press a key at',
  browser_select: 'choose in',
  browser_choose_option: 'choose in',
  browser_drag: 'drag',
  gesture_chain: 'press',
  browser_upload: 'give a file to',
  browser_download: 'download from',
  dialog: 'accept the',
};

const ADDRESS_VERBS: Readonly<Record<string, string>> = { web_fetch: 'send a request to' };

/** What would happen, by whom and where, in one sentence. */
export function questionSentence({ kind, tool, scope, origin, about }: Asked): readonly SentencePart[] {
  const who = { from: 'agent', text: onePageLine(scope.client ?? scope.principal, 60) } as const;
  if (kind !== 'approve') return [who, ours(kind === 'acknowledge' ? ' tells you something' : ' asks you something')];
  const [element] = about?.elements ?? [];
  const [address] = about?.goesTo ?? [];
  const where = origin === undefined ? [] : [ours(' on '), theirs(hostOf(origin), 120)];
  if (element !== undefined) return [who, ours(` wants to ${VERBS[tool] ?? 'use'} `), ...named(element), ...where];
  if (address !== undefined)
    return [
      who,
      ours(` wants to ${ADDRESS_VERBS[tool] ?? 'open'} `),
      { from: 'agent', text: onePageLine(address, 160) },
    ];
  if (tool === 'permission') {
    const permission = about?.arguments['permission'];
    return [who, ours(`’s page wants the permission ${typeof permission === 'string' ? permission : ''}`), ...where];
  }
  return [who, ours(` wants to use ${tool}`), ...where];
}

/** The element, and what it is about: the total that is paid, or what is around it. */
function named({ role, name, shown, around, form }: AskedElement): SentencePart[] {
  const amount = form?.amount ?? around?.amount;
  const label = name === '' ? (shown ?? '') : name;
  return [
    ours(`the ${onePageLine(role, 40)} `),
    ...(label === '' ? [ours('without a name')] : [ours('“'), theirs(label, 80), ours('”')]),
    ...(amount === undefined ? [] : [ours(', amount '), theirs(amount, 40)]),
  ];
}

function ours(text: string): SentencePart {
  return { from: 'gateway', text };
}

function theirs(text: string, max: number): SentencePart {
  return { from: 'page', text: onePageLine(text, max) };
}

function hostOf(origin: string): string {
  return URL.canParse(origin) && new URL(origin).host !== '' ? new URL(origin).host : origin;
}
