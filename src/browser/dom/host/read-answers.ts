import type { ClipboardAnswer, InputKind } from './tab-view.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const KINDS = ['text', 'choice', 'toggle', 'picker', 'rich', 'none'] as const;

export function readFieldKind(answer: unknown): InputKind {
  const { kind, multiple, inWidget } = isRecord(answer) ? answer : {};
  const known = KINDS.find((one) => one === kind) ?? 'none';
  return { kind: known, multiple: multiple === true, inWidget: inWidget === true };
}

/** A page's own handler may have put anything there; what is no text is nothing. */
export function readClipboard(answer: unknown): ClipboardAnswer {
  const { text, isHandled, around } = isRecord(answer) ? answer : {};
  const pieces = Array.isArray(around) ? around.filter((piece) => typeof piece === 'string') : [];
  return { text: typeof text === 'string' ? text : '', isHandled: isHandled === true, around: pieces };
}
