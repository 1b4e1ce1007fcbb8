import { Failure, quotedPageLine } from '../../../core/index.js';
import type { MaskTexts } from '../../../core/index.js';
import type { LocatedElement } from './tab-view.js';
import type { Elements } from './elements.js';

type Answer =
  | { readonly isRefused: false; readonly values: readonly string[] }
  | { readonly isRefused: true; readonly options: readonly string[] };

/** As many as a refusal lists. */
const MAX_LISTED = 30;

/**
 * The wanted options as the page knows them. One whose label or value is masked is chosen by what is shown of it; by the
 * true text it is refused as any that is not there.
 */
export async function shownOptions(
  elements: Elements,
  seen: LocatedElement,
  values: readonly string[],
  mask: MaskTexts | undefined,
): Promise<Answer> {
  if (mask === undefined) return { isRefused: false, values };
  const options = await elements.onSeen(seen, 'optionTexts', []);
  return isOptions(options)
    ? translateOptions(options, values, mask, seen.facts.frameOrigin)
    : { isRefused: false, values };
}

export interface OptionTexts {
  readonly value: string;
  readonly label: string;
  readonly text: string;
}

export function translateOptions(
  options: readonly OptionTexts[],
  wanted: readonly string[],
  mask: MaskTexts,
  origin: string,
): Answer {
  const texts = options.flatMap(({ value, label, text }) => [label, text, value]);
  const shown = mask(texts.map((text) => ({ text, origin })));
  const isMasked = (i: number): boolean => shown[i] !== texts[i];
  const hidden = new Set(texts.filter((_, i) => isMasked(i)).map(fold));
  if (hidden.size === 0) return { isRefused: false, values: wanted };
  const values: string[] = [];
  for (const want of wanted) {
    const at = texts.findIndex((_, i) => isMasked(i) && shown[i] === want);
    if (at < 0 && hidden.has(fold(want)))
      return { isRefused: true, options: options.slice(0, MAX_LISTED).map(({ label }) => label) };
    values.push(at < 0 ? want : (texts[at] ?? want));
  }
  return { isRefused: false, values };
}

/** As options are compared in the page. */
const fold = (text: string): string => text.trim().toLowerCase();

function isOptions(value: unknown): value is readonly OptionTexts[] {
  return (
    Array.isArray(value) &&
    value.every(
      (one: unknown) =>
        typeof one === 'object' &&
        one !== null &&
        ['value', 'label', 'text'].every((key) => key in one && typeof Reflect.get(one, key) === 'string'),
    )
  );
}

/** Unless the page has it: a refusal that lists the options that there are. */
export function refuseBadOption(answer: unknown, origin: string): void {
  if (typeof answer === 'object' && answer !== null && Reflect.get(answer, 'ok') === true) return;
  const options: unknown = typeof answer === 'object' && answer !== null ? Reflect.get(answer, 'options') : undefined;
  const text = (Array.isArray(options) ? options : [])
    .slice(0, MAX_LISTED)
    .map((option) => `- ${quotedPageLine(String(option), 100)}`)
    .join('\n');
  if (text === '') throw new Failure('browser.bad-option', 'it has no options');
  throw new Failure('browser.bad-option', 'its options follow', { origin, text });
}
