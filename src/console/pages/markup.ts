import { dropInvisible } from '../../core/index.js';

export type MarkupPart = string | number | false | undefined | Markup | readonly MarkupPart[];

const WHOLE: unique symbol = Symbol('whole');

/**
 * A piece of a page. Only `markup` makes one, and whatever it is given that is no Markup becomes inert text: what an
 * agent or a page wrote cannot open a tag, end an attribute, or turn the line around.
 */
export class Markup {
  readonly #text: string;

  private constructor(text: string) {
    this.#text = text;
  }

  static [WHOLE](text: string): Markup {
    return new Markup(text);
  }

  toString(): string {
    return this.#text;
  }
}

export function markup(strings: TemplateStringsArray, ...parts: readonly MarkupPart[]): Markup {
  return Markup[WHOLE](strings.map((text, i) => (i === 0 ? text : `${textOf(parts[i - 1])}${text}`)).join(''));
}

/** For the value of a field that has to come back as it is; never for text that a person reads. */
export function exact(text: string): Markup {
  return Markup[WHOLE](escape(text));
}

function textOf(part: MarkupPart): string {
  if (part === undefined || part === false) return '';
  if (part instanceof Markup) return part.toString();
  if (typeof part === 'number') return String(part);
  if (typeof part === 'string') return escape(dropInvisible(part));
  return part.map(textOf).join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"'`]/gu, (c) => `&#${String(c.charCodeAt(0))};`);
}
