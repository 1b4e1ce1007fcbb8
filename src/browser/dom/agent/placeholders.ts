import { attribute, boundingRect, firstChild, isArea, isElement, isInput } from './dom-primordials.js';
import type { GeneratedText } from './generated-text.js';
import { hasWord } from './letters.js';
import { sensitiveKind } from './sensitive.js';
import { isEditingHost } from './states.js';
import type { Visibility } from './visibility.js';

/** What an empty field asks for, beside its label: a format, an example. */
export function placeholderOf({ generated }: Pick<Visibility, 'generated'>, element: Element): string | undefined {
  const isField = isInput(element) || isArea(element);
  const said = (isField ? (attribute(element, 'placeholder') ?? '') : editorPlaceholder(generated, element)).trim();
  if (said === '' || said.length > 60 || sensitiveKind(element) !== undefined) return undefined;
  return boundingRect(element).width < 30 ? undefined : said;
}

/** An editor has none of its own: a style sheet writes it before the empty text, or before its first line. */
function editorPlaceholder(generated: GeneratedText, element: Element): string {
  if (!isEditingHost(element)) return '';
  const line = firstChild(element);
  for (const part of line !== null && isElement(line) ? [element, line] : [element]) {
    for (const which of ['::before', '::after'] as const) {
      const { text, why } = generated.of(part, which);
      if (why === undefined && hasWord(text)) return text;
    }
  }
  return '';
}
