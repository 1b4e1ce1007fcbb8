import { inOrder, onePageLine, PageText, quotedPageLine } from '../core/index.js';
import type { ActionResult, DataObject, JsonObject, Output, Part, TabFacts } from '../core/index.js';

const PAGE_WORDS: JsonObject = {
  type: 'object',
  properties: { untrusted: { type: 'string' }, origin: { type: 'string' } },
  required: ['untrusted', 'origin'],
};

function counted(...names: readonly string[]): JsonObject {
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, { type: 'number' }])),
    required: [...names],
  };
}

/** The facts of every action and navigation, for programs. Their text is not among them. */
export const ACTION_OUTPUT: JsonObject = {
  type: 'object',
  properties: {
    ok: { type: 'boolean' },
    action: { type: 'string' },
    unmet: { type: 'string' },
    navigation: {
      type: 'object',
      properties: {
        changed: { type: 'boolean' },
        from: PAGE_WORDS,
        to: PAGE_WORDS,
        kind: { type: 'string', enum: ['load', 'same-document', 'fragment', 'history', 'reload'] },
        status: { type: 'number' },
      },
      required: ['changed', 'from', 'to', 'kind'],
    },
    signedInAs: { type: 'string' },
    restoredProfile: { type: 'boolean' },
    signInHint: { type: 'string' },
    screenshotId: { type: 'string' },
    screenshotFailure: { type: 'string' },
    structure: { type: 'object' },
    element: {
      type: 'object',
      properties: {
        ref: { type: 'string' },
        attached: { type: 'boolean' },
        focused: { type: 'boolean' },
        checked: { type: 'boolean' },
        value: PAGE_WORDS,
        tookText: { type: 'boolean' },
        focusedOn: PAGE_WORDS,
        isAtFocus: { type: 'boolean' },
      },
      required: ['ref', 'attached'],
    },
    console: counted('errors', 'warnings'),
    network: counted('total', 'failed', 'mutations', 'egressOffAllowlist'),
    dialogs: {
      type: 'array',
      items: {
        type: 'object',
        properties: { kind: { type: 'string' }, message: PAGE_WORDS, answer: { type: 'string' } },
        required: ['kind', 'message', 'answer'],
      },
    },
    permissionRequests: { type: 'array', items: { type: 'string' } },
    downloads: { type: 'array', items: PAGE_WORDS },
    // By origin where frames of others are part of it, otherwise one piece.
    snapshotDelta: {},
    outcome: { type: 'string' },
    failure: { type: 'object' },
  },
  required: ['ok', 'action'],
};

/** At most about 400 tokens: what changed, never the whole page again. */
export function actionOutput(result: ActionResult): Output {
  const { failure, ...rest } = result;
  const parts: Part[] = [{ from: 'gateway', text: headline(result) }];
  for (const { origin, text } of pageLines(result)) parts.push({ from: 'page', origin, text });
  return {
    parts,
    data: asData({
      ...rest,
      ...(rest.structure === undefined ? {} : { structure: { ...rest.structure, order: undefined } }),
      ...(result.snapshotPieces === undefined ? {} : { snapshotDelta: result.snapshotPieces }),
      snapshotPieces: undefined,
      permissionAnswers: undefined,
    }),
    ...(failure === undefined ? {} : { failure: { code: failure.code, hint: failure.hint } }),
  };
}

function asData(result: object): DataObject {
  return Object.fromEntries(Object.entries(result));
}

function headline({
  ok,
  action,
  unmet,
  navigation,
  signedInAs,
  restoredProfile,
  signInHint,
  element,
  console: log,
  network,
  dialogs,
  permissionAnswers,
  structure,
  outcome,
  screenshotId,
  screenshotFailure,
}: ActionResult): string {
  const isTaken = element?.tookText !== false;
  const facts = [
    ok && unmet !== undefined
      ? unmet
      : `${ok ? (isTaken ? 'ok' : 'the field did not take the text') : 'not ok'}: ${action}`,
  ];
  if (outcome !== undefined) facts.push('outcome unknown');
  if (navigation?.kind === 'fragment') facts.push('same page, another fragment');
  else if (navigation?.changed === true) facts.push(`navigated (${navigation.kind}${badStatus(navigation.status)})`);
  if (signedInAs !== undefined) facts.push(`signed in as ${onePageLine(signedInAs, 100)}`);
  if (restoredProfile === true) facts.push('restored profile');
  if (signInHint !== undefined) facts.push(onePageLine(signInHint, 300));
  if (screenshotId !== undefined) facts.push(`picture kept [browser_screenshot id=${screenshotId}]`);
  if (screenshotFailure !== undefined) facts.push(`no picture (${screenshotFailure})`);
  if (element !== undefined) facts.push(...elementFact(element));
  if (structure?.unshown === true) facts.push('this page has not been shown yet [browser_snapshot]');
  if (dialogs !== undefined) facts.push(`${dialogs.length} dialog(s)`);
  if (permissionAnswers !== undefined) facts.push(`a page asked for ${permissionAnswers.join(', ')}`);
  if (structure?.tabs !== undefined) facts.push(`${structure.tabs.length} tab(s)`);
  if (log !== undefined && log.errors > 0) facts.push(`${log.errors} console error(s)`);
  if (network !== undefined && network.total > 0) {
    const { total, failed, mutations, egressOffAllowlist } = network;
    const counts = [`${total} request(s)`];
    if (mutations > 0) counts.push(`${mutations} changing`);
    if (failed > 0) counts.push(`${failed} failed`);
    if (egressOffAllowlist > 0) counts.push(`${egressOffAllowlist} refused by policy`);
    facts.push(counts.join(', '));
  }
  return facts.join('; ');
}

function badStatus(status: number | undefined): string {
  return status === undefined || status < 400 ? '' : `, HTTP ${status}`;
}

function elementFact({
  ref,
  attached,
  focused,
  checked,
  focusedOn,
  isAtFocus,
}: NonNullable<ActionResult['element']>): string[] {
  if (focusedOn !== undefined || isAtFocus === true) return [];
  if (!attached) return [`${ref} is gone`];
  const states = [focused === true ? 'focused' : '', checked === undefined ? '' : checked ? 'checked' : 'not checked'];
  const said = states.filter(Boolean).join(', ');
  return said === '' ? [] : [`${ref} ${said}`];
}

const SAID_AS_CHANGE = new Set(['click', 'hover', 'press', 'drag']);

function pageLines(result: ActionResult): PageText[] {
  const { navigation, element, dialogs, structure, downloads, network, snapshotDelta, snapshotPieces } = result;
  const lines: PageText[] = [];
  const say = (about: string, { origin, text }: PageText): void => {
    lines.push({ origin, text: `${about}${text}` });
  };
  // The snapshot of a new page says where the page is by itself.
  if (navigation?.changed === true && navigation.kind !== 'fragment' && snapshotDelta === undefined)
    say('now at ', navigation.to);
  if (element?.focusedOn !== undefined) say('focus on ', element.focusedOn);
  // The agent knows what it typed itself, and a value that another action changed is among the changes.
  if (element?.value !== undefined && element.tookText !== true && !SAID_AS_CHANGE.has(result.action))
    say('value ', quoted(element.value));
  for (const { kind, message, answer } of dialogs ?? []) say(`${kind} dialog (${answer}): `, quoted(message));
  for (const text of downloads ?? []) say('download refused: ', quoted(text));
  for (const text of network?.blocked ?? []) say('refused: ', oneLine(text));
  for (const tab of structure?.tabs ?? []) lines.push(tabLine(tab));
  const { order = [], appeared = [], changed = [] } = structure ?? {};
  const marked = (mark: string, texts: readonly PageText[]) => texts.map((text) => ({ mark, text }));
  for (const { mark, text } of inOrder(order, marked('+ ', appeared), marked('~ ', changed))) say(mark, text);
  for (const text of structure?.removed ?? []) say('- ', text);
  if (structure?.more !== undefined) lines.push(...moreChanges(structure));
  if (snapshotPieces !== undefined) lines.push(...snapshotPieces);
  else if (snapshotDelta !== undefined) lines.push(snapshotDelta);
  return lines;
}

/** A cut is said: what is not named here would be taken for not there. */
function moreChanges({ more, appeared, changed, removed }: NonNullable<ActionResult['structure']>): PageText[] {
  const origin = [...(appeared ?? []), ...(changed ?? []), ...(removed ?? [])][0]?.origin;
  if (more === undefined || origin === undefined) return [];
  const lines: PageText[] = [];
  if (more.removed > 0) lines.push(new PageText(origin, `- ${more.removed} more`));
  const shown = more.appeared + more.changed;
  if (shown > 0) lines.push(new PageText(origin, `… ${shown} more changed lines [browser_snapshot mode=diff]`));
  return lines;
}

export function tabLine({ tab, url, title, current, popup }: TabFacts): PageText {
  const marks = `${current ? ' (current)' : ''}${popup === true ? ' (opened by a page)' : ''}`;
  return { origin: url.origin, text: `${tab}${marks} ${quotedPageLine(title.text, 80)} ${onePageLine(url.text, 200)}` };
}

function quoted({ origin, text }: PageText): PageText {
  return { origin, text: quotedPageLine(text) };
}

function oneLine({ origin, text }: PageText): PageText {
  return { origin, text: onePageLine(text) };
}
