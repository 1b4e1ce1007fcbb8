import { z } from 'zod';
import { Failure } from '../../core/index.js';

const answerSchema = z.object({
  content: z
    .array(
      z.union([
        z.object({ type: z.literal('text'), text: z.string() }),
        z.object({ type: z.literal('image'), data: z.string(), mimeType: z.string() }),
        z.object({ type: z.string() }).transform(() => ({ type: 'other' as const })),
      ]),
    )
    .default([]),
  isError: z.boolean().optional(),
});

export interface UpstreamAnswer {
  readonly isError: boolean;
  /** In the upstream's words, which quote the page. */
  readonly text: string;
  readonly image?: { readonly bytes: Uint8Array; readonly mimeType: string };
  /** Something is in front of the page, and must go first. */
  readonly modal?: Modal;
}

export type Modal =
  | {
      readonly kind: 'dialog';
      readonly dialog: 'alert' | 'confirm' | 'prompt' | 'beforeunload';
      readonly message: string;
    }
  | { readonly kind: 'file chooser' };

export function readAnswer(answered: unknown): UpstreamAnswer {
  const read = answerSchema.safeParse(answered);
  if (!read.success) throw new Failure('browser.upstream-failed', 'its answer cannot be read');
  const { content, isError = false } = read.data;
  const [first] = content;
  const text = first?.type === 'text' ? first.text : '';
  const image = content.find((part) => part.type === 'image');
  const modal = modalIn(text);
  return {
    ...{ isError, text },
    ...(image === undefined ? {} : { image: { bytes: Buffer.from(image.data, 'base64'), mimeType: image.mimeType } }),
    ...(modal === undefined ? {} : { modal }),
  };
}

const MODAL =
  /^### Modal state\n- \["(?<kind>alert|confirm|prompt|beforeunload)" dialog with message "(?<message>[^]*)$/mu;
const CHOOSER = /^### Modal state\n- \[File chooser\]/mu;
const END = '"]: can be handled by';

/**
 * Page text comes before this section only in a title, which is one line. What a dialog says is many lines and ends where
 * the upstream's own last words on it begin.
 */
function modalIn(text: string): Modal | undefined {
  if (CHOOSER.test(text)) return { kind: 'file chooser' };
  const { kind, message = '' } = MODAL.exec(text)?.groups ?? {};
  if (kind !== 'alert' && kind !== 'confirm' && kind !== 'prompt' && kind !== 'beforeunload') return undefined;
  const end = message.lastIndexOf(END);
  return { kind: 'dialog', dialog: kind, message: end === -1 ? message : message.slice(0, end) };
}

/** The upstream refused because a dialog or file chooser is open: nothing was done. */
export function wasBlockedByModal({ isError, text }: UpstreamAnswer): boolean {
  return isError && /^### Error\nError: Tool "[a-z_]+" does not handle the modal state\.$/mu.test(text);
}

const SNAPSHOT_HEAD = /^### Page\n(?:- [^\n]*\n)*### Snapshot\n```yaml\n/u;

/** The tree in an answer of `browser_snapshot`. Whatever does not have exactly its form is refused. */
export function treeTextIn({ text }: UpstreamAnswer): string {
  const head = SNAPSHOT_HEAD.exec(withoutTabs(text));
  const rest = head === null ? undefined : withoutTabs(text).slice(head[0].length);
  // No line of the tree can be three ticks alone: each begins with its dash.
  const end = rest === undefined ? -1 : `\n${rest}`.indexOf('\n```');
  if (rest === undefined || end === -1) throw new Failure('browser.upstream-failed', 'its snapshot cannot be read');
  return rest.slice(0, Math.max(0, end - 1));
}

/** With several tabs their list comes first, one line each; titles are one line. */
function withoutTabs(text: string): string {
  return text.replace(/^### Open tabs\n(?:- \d+:[^\n]*\n)*/u, '');
}

/** The number of the tab that the upstream means, from `browser_tabs`. Titles come after it on the line, and are one line. */
export function currentTabIn({ text }: UpstreamAnswer): number | undefined {
  const lines = text.split('\n');
  if (lines[0] !== '### Result') return undefined;
  const found = lines
    .map((line) => /^- (\d{1,4}): \(current\) \[/u.exec(line)?.[1])
    .find((index) => index !== undefined);
  return found === undefined ? undefined : Number(found);
}
