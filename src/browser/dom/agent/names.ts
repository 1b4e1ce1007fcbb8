import { embeddedValue } from './embedded-value.js';
import type { AccessibleName } from './native-names.js';
import { GeneratedText, type GeneratedPart } from './generated-text.js';
import { nativeAlternative } from './native-names.js';
import {
  attribute,
  byId,
  forEachFlatChild,
  hasAttribute,
  isElement,
  isText,
  localName,
  textData,
} from './dom-primordials.js';
import { NAMED_BY_CONTENT, roleOf } from './roles.js';
import type { Styles } from './styles.js';

/** How the computation got to a node (accname 1.2, step 2). */
interface Path {
  readonly visited: Set<Node>;
  /** Inside an aria-labelledby reference: those are not followed twice. */
  readonly referenced: boolean;
  /** A hidden element that is referenced directly may name; so may what is hidden inside it. */
  readonly hiddenCounts: boolean;
  /** Part of somebody else's name. */
  readonly inside: boolean;
}

const NAMELESS = new Set(
  'caption code deletion emphasis insertion mark none paragraph strong subscript superscript suggestion time'.split(
    ' ',
  ),
);
const SKIPPED = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'head',
  'link',
  'meta',
  'title',
  'desc',
  'metadata',
]);
const MAX_NAME_LENGTH = 4_000;
/** A name that takes more elements than this is none. */
const MAX_NODES = 1_500;

export class Names {
  readonly #styles: Styles;
  readonly #known = new Map<Element, AccessibleName>();
  readonly #generated: GeneratedText;
  constructor(styles: Styles, generated = new GeneratedText(styles)) {
    this.#styles = styles;
    this.#generated = generated;
  }

  of(element: Element, role = roleOf(element)): AccessibleName {
    const known = this.#known.get(element);
    if (known !== undefined) return known;
    // A hidden element is asked for its name when it was asked for itself: a checkbox behind its label.
    const hiddenCounts = this.isHidden(element);
    const path = { visited: new Set<Node>(), referenced: false, hiddenCounts, inside: false };
    const named = this.#alternative(element, role, path);
    // A no-break space in an aria-label is part of it; around text it is only space.
    const text = foldSpaces(named.text);
    const name = { text: named.from === 'label' ? text : text.trim(), from: named.from };
    this.#known.set(element, name);
    return name;
  }

  #alternative(element: Element, role: string, path: Path): AccessibleName {
    if (path.visited.has(element) || path.visited.size > MAX_NODES) return NOTHING;
    if (!path.hiddenCounts && this.isHidden(element)) {
      // What is inside an invisible element can be visible again.
      const again = path.inside && this.#isInvisible(element) ? this.#content(element, path) : '';
      return again.trim() === '' ? NOTHING : { text: again, from: 'content' };
    }
    path.visited.add(element);
    if (!path.referenced) {
      const labelled = this.#labelledBy(element, path);
      if (labelled !== '') return { text: labelled, from: 'labelledby' };
    }
    if (path.inside) {
      const value = embeddedValue(element, role);
      if (value !== undefined) return { text: value, from: 'content' };
    }
    const label = attribute(element, 'aria-label') ?? '';
    const nameable = role !== 'none' && (path.inside || !NAMELESS.has(role)) && localName(element) !== 'slot';
    if (label.trim() !== '' && nameable) return { text: label, from: 'label' };
    if (role !== 'none') {
      const native = this.#native(element, role, path);
      if (native !== undefined) return native;
    }
    if (path.inside || NAMED_BY_CONTENT.has(role)) {
      const content = this.#content(element, path);
      if (content.trim() !== '') return { text: content, from: 'content' };
      // Space in an empty element still parts two words.
      if (path.inside && content !== '' && !hasAttribute(element, 'title')) return { text: content, from: 'content' };
    }
    const title = (attribute(element, 'title') ?? '').trim();
    return title !== '' && nameable ? { text: title, from: 'title' } : NOTHING;
  }

  #labelledBy(element: Element, path: Path): string {
    const ids = attribute(element, 'aria-labelledby');
    if (ids === null) return '';
    const parts: string[] = [];
    for (const id of ids.trim().split(/\s+/u).slice(0, 20)) {
      const target = byId(element, id);
      if (target === null) continue;
      const hiddenCounts = this.isHidden(target);
      // A node is said once in one name, but an element may refer to itself.
      if (target === element) path.visited.delete(element);
      const { visited } = path;
      parts.push(
        this.#alternative(target, roleOf(target), { visited, referenced: true, hiddenCounts, inside: true }).text,
      );
    }
    return parts.join(' ').trim();
  }

  #native(element: Element, role: string, path: Path): AccessibleName | undefined {
    const textOf = (source: Element, hiddenCounts: boolean): string =>
      this.#alternative(source, roleOf(source), {
        visited: path.visited,
        referenced: path.referenced,
        hiddenCounts,
        inside: true,
      }).text;
    return nativeAlternative(element, role, path.inside, textOf);
  }

  #content(element: Element, path: Path): string {
    const isGenerated = this.#generated.isPossible(element);
    const parts: string[] = isGenerated ? [this.#pseudo(element, '::before')] : [];
    let length = 0;
    const silent = !path.hiddenCounts && this.#isInvisible(element);
    const inner = { ...path, inside: true };
    const add = (child: Node): void => {
      if (length > MAX_NAME_LENGTH) return;
      const part = isText(child)
        ? silent
          ? ''
          : textData(child)
        : isElement(child)
          ? this.#childText(child, inner)
          : '';
      length += part.length;
      parts.push(part);
    };
    forEachFlatChild(element, add);
    for (const id of (attribute(element, 'aria-owns') ?? '').trim().split(/\s+/u)) {
      const owned = id === '' ? null : byId(element, id);
      if (owned !== null) parts.push(' ', this.#childText(owned, inner));
    }
    if (isGenerated) parts.push(this.#pseudo(element, '::after'));
    return parts.join('');
  }

  #childText(child: Element, path: Path): string {
    const tag = localName(child);
    if (SKIPPED.has(tag)) return '';
    if (tag === 'br' || tag === 'wbr') return tag === 'br' ? ' ' : '';
    const { text } = this.#alternative(child, roleOf(child), path);
    return this.#isBlock(child) ? ` ${text} ` : text;
  }

  #isBlock(element: Element): boolean {
    const { display } = this.#styles.of(element);
    return display !== 'inline' && display !== 'contents' && display !== 'ruby-text';
  }

  #isInvisible(element: Element): boolean {
    const style = this.#styles.of(element);
    return style.visibility !== 'visible' && style.display !== 'none' && attribute(element, 'aria-hidden') !== 'true';
  }

  /** Not part of the name computation, but nobody ever sees some of it: a place to write to the model. */
  #pseudo(element: Element, which: GeneratedPart): string {
    const { said, why } = this.#generated.of(element, which);
    return why === undefined ? said : '';
  }

  /** Hidden from everybody: not rendered, or not for assistive technology. Text that merely cannot be seen is not meant. */
  isHidden(element: Element): boolean {
    if (attribute(element, 'aria-hidden') === 'true') return true;
    const style = this.#styles.of(element);
    if (style.display === 'contents') return false;
    return style.visibility !== 'visible' || (style.display === 'none' && !isOption(element)) || isSkipped(element);
  }
}

const NOTHING: AccessibleName = { text: '', from: 'none' };

function isOption(element: Element): boolean {
  return localName(element) === 'option' && !hasAttribute(element, 'hidden');
}

function isSkipped(element: Element): boolean {
  return SKIPPED.has(localName(element));
}

/** ASCII white space only: what HTML folds. */
function foldSpaces(text: string): string {
  return text.replace(/[ \t\n\r\f]+/gu, ' ').replace(/^ | $/gu, '');
}

export function foldName(text: string): string {
  return text.replace(/\s+/gu, ' ').trim();
}
