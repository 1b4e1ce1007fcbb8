import type { WireNode } from '../host/wire.js';
import {
  attribute,
  boundingRect,
  clientHeight,
  flatParent,
  hasAttribute,
  localName,
  optionLabel,
  optionSelected,
  selectOptions,
} from './dom-primordials.js';
import { FAINT } from './inherited-style.js';
import type { Visibility } from './visibility.js';

const MAX_OPTIONS = 500;

/** The options of a native list. Those that nobody can read are sent only to whoever asks for what is hidden. */
export function optionsOf(select: HTMLSelectElement, visibility: Visibility, hidden: boolean): readonly WireNode[] {
  const shown: WireNode[] = [];
  const unseen = new UnreadOptions(select, visibility);
  let group: Element | null = null;
  for (const option of [...selectOptions(select)].slice(0, MAX_OPTIONS)) {
    const style = visibility.styles.of(option);
    if (hasAttribute(option, 'hidden') || style.display === 'none') continue;
    const why = unseen.why(option, style);
    if (why !== undefined && !hidden) continue;
    const around = groupOf(option);
    if (around !== group) shown.push({ r: OPTION_GROUP, name: labelOf(around, unseen, visibility) });
    group = around;
    shown.push({
      r: 'option',
      name: optionLabel(option),
      ...(optionSelected(option) ? { states: ['selected'] } : {}),
      ...(why === undefined ? {} : { hidden: why }),
    });
  }
  return shown;
}

/** Begins the options of a group; without a name it ends them. */
const OPTION_GROUP = 'optgroup';

function groupOf(option: Element): Element | null {
  const parent = flatParent(option);
  return parent !== null && localName(parent) === 'optgroup' ? parent : null;
}

/** What a person reads above the options of a group. */
function labelOf(group: Element | null, unseen: UnreadOptions, visibility: Visibility): string {
  if (group === null || unseen.why(group, visibility.styles.of(group)) !== undefined) return '';
  return (attribute(group, 'label') ?? '').trim();
}

/** The chosen options that can be read where they are; a closed list shows its choice in its own style. */
export function chosenOptions(select: HTMLSelectElement, visibility: Visibility): string {
  const chosen = [...selectOptions(select)].filter(optionSelected);
  const unseen = isOpen(select) ? new UnreadOptions(select, visibility) : undefined;
  return chosen
    .filter((option) => unseen?.why(option, visibility.styles.of(option)) === undefined)
    .map(optionLabel)
    .join(', ');
}

/** A list of several lines, whose options are in the page. */
function isOpen(select: HTMLSelectElement): boolean {
  return hasAttribute(select, 'multiple') || Number(attribute(select, 'size')) > 1;
}

class UnreadOptions {
  readonly #select: HTMLSelectElement;
  readonly #visibility: Visibility;
  /** Options of a list look alike: one answer for each style. */
  readonly #known = new Map<string, string | undefined>();

  constructor(select: HTMLSelectElement, visibility: Visibility) {
    this.#select = select;
    this.#visibility = visibility;
  }

  why(option: Element, style: CSSStyleDeclaration): string | undefined {
    const { color, webkitTextFillColor, backgroundColor, fontSize, opacity, visibility, textIndent } = style;
    const styleKey = `${color}|${webkitTextFillColor}|${backgroundColor}|${fontSize}|${opacity}|${visibility}|${textIndent}`;
    if (this.#known.has(styleKey)) return this.#known.get(styleKey);
    const why = this.#judge(option, style);
    this.#known.set(styleKey, why);
    return why;
  }

  #judge(option: Element, style: CSSStyleDeclaration): string | undefined {
    if (style.visibility !== 'visible') return 'invisible';
    const opacity = Number(style.opacity);
    if (opacity < FAINT) return 'transparent';
    if (Number.parseFloat(style.textIndent) < -FAR) return 'clipped';
    const isListed = isOpen(this.#select) && clientHeight(this.#select) > 0;
    const own = boundingRect(option);
    const rect = isListed && own.height > 0 ? own : boundingRect(this.#select);
    return this.#visibility.whyUnpainted(option, style, opacity, rect);
  }
}

/** Further than any indent of a list that can be read. */
const FAR = 100;
