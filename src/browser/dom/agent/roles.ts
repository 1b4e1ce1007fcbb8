import { attribute, flatParent, hasAttribute, inputType, isInput, localName, namespaceUri } from './dom-primordials.js';

const ARIA_ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox
  complementary contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell
  group heading img image insertion link list listbox listitem log main mark marquee math menu menubar menuitem
  menuitemcheckbox menuitemradio meter navigation none note option paragraph presentation progressbar radio radiogroup
  region row rowgroup rowheader scrollbar search searchbox separator slider spinbutton status strong subscript
  suggestion superscript switch tab table tablist tabpanel term textbox time timer toolbar tooltip tree treegrid
  treeitem`
    .trim()
    .split(/\s+/u),
);

const SIMPLE: Readonly<Record<string, string>> = {
  article: 'article',
  blockquote: 'blockquote',
  button: 'button',
  datalist: 'listbox',
  dd: 'definition',
  details: 'group',
  dfn: 'term',
  dialog: 'dialog',
  dt: 'term',
  fieldset: 'group',
  figure: 'figure',
  frame: 'iframe',
  h1: 'heading',
  h2: 'heading',
  h3: 'heading',
  h4: 'heading',
  h5: 'heading',
  h6: 'heading',
  hr: 'separator',
  iframe: 'iframe',
  li: 'listitem',
  main: 'main',
  math: 'math',
  menu: 'list',
  meter: 'meter',
  nav: 'navigation',
  ol: 'list',
  optgroup: 'group',
  option: 'option',
  output: 'status',
  progress: 'progressbar',
  search: 'search',
  summary: 'button',
  table: 'table',
  tbody: 'rowgroup',
  textarea: 'textbox',
  tfoot: 'rowgroup',
  thead: 'rowgroup',
  tr: 'row',
  ul: 'list',
};

const INPUT_ROLES: Readonly<Record<string, string>> = {
  button: 'button',
  checkbox: 'checkbox',
  color: 'colorpicker',
  date: 'datepicker',
  'datetime-local': 'datepicker',
  email: 'textbox',
  file: 'filepicker',
  image: 'button',
  month: 'datepicker',
  number: 'spinbutton',
  password: 'textbox',
  radio: 'radio',
  range: 'slider',
  reset: 'button',
  search: 'searchbox',
  submit: 'button',
  tel: 'textbox',
  text: 'textbox',
  time: 'timepicker',
  url: 'textbox',
  week: 'datepicker',
};

const SECTIONING = new Set(['article', 'aside', 'main', 'nav', 'section']);
const SECTIONING_ROLES = new Set(['article', 'complementary', 'main', 'navigation', 'region']);

/** The role of an element, by its `role` attribute where that is valid, else by HTML-AAM; `generic` says nothing. */
export function roleOf(element: Element): string {
  const said = attribute(element, 'role');
  if (said !== null) {
    const role = explicitRole(element, said);
    if (role !== undefined) return role;
  }
  return implicitRole(element);
}

function explicitRole(element: Element, said: string): string | undefined {
  for (const token of said.toLowerCase().split(/\s+/u)) {
    if (!ARIA_ROLES.has(token)) continue;
    if (token === 'none' || token === 'presentation') {
      // Presentational roles are ignored on what can be focused (ARIA 1.2, conflict resolution).
      if (isFocusable(element) || hasGlobalAria(element)) return undefined;
      return 'none';
    }
    if ((token === 'region' || token === 'form') && !hasLabel(element)) return undefined;
    return token === 'image' ? 'img' : token;
  }
  return undefined;
}

function implicitRole(element: Element): string {
  const tag = localName(element);
  const simple = SIMPLE[tag];
  if (simple !== undefined && Object.hasOwn(SIMPLE, tag)) return tag === 'summary' ? summaryRole(element) : simple;
  switch (tag) {
    case 'a':
    case 'area':
      return hasAttribute(element, 'href') ? 'link' : 'generic';
    case 'input':
      return inputRole(element);
    case 'select':
      return hasAttribute(element, 'multiple') || Number(attribute(element, 'size') ?? '1') > 1
        ? 'listbox'
        : 'combobox';
    case 'img':
      return attribute(element, 'alt') === '' && !hasGlobalAria(element) && !hasAttribute(element, 'title')
        ? 'none'
        : 'img';
    case 'svg':
      return namespaceUri(element) === 'http://www.w3.org/2000/svg' ? 'svg' : 'generic';
    case 'td':
      return inGrid(element) ? 'gridcell' : 'cell';
    case 'th':
      return attribute(element, 'scope') === 'row' || attribute(element, 'scope') === 'rowgroup'
        ? 'rowheader'
        : 'columnheader';
    case 'header':
      return isScoped(element) ? 'generic' : 'banner';
    case 'footer':
      return isScoped(element) ? 'generic' : 'contentinfo';
    case 'aside':
      return 'complementary';
    case 'section':
      return hasLabel(element) ? 'region' : 'generic';
    case 'form':
      return hasLabel(element) ? 'form' : 'generic';
    case 'video':
    case 'audio':
    case 'canvas':
    case 'object':
    case 'embed':
      return tag;
    default:
      return 'generic';
  }
}

function summaryRole(element: Element): string {
  const parent = flatParent(element);
  return parent !== null && localName(parent) === 'details' ? 'button' : 'generic';
}

function inputRole(element: Element): string {
  const type = isInput(element) ? inputType(element) : 'text';
  if (type === 'hidden') return 'none';
  const listed = hasAttribute(element, 'list') && /^(?:text|search|tel|url|email)$/u.test(type);
  return listed ? 'combobox' : (INPUT_ROLES[type] ?? 'textbox');
}

function inGrid(cell: Element): boolean {
  for (let up = flatParent(cell); up !== null; up = flatParent(up)) {
    if (localName(up) !== 'table') continue;
    const role = attribute(up, 'role');
    return role === 'grid' || role === 'treegrid';
  }
  return false;
}

function isScoped(element: Element): boolean {
  for (let up = flatParent(element); up !== null; up = flatParent(up)) {
    if (SECTIONING.has(localName(up)) || SECTIONING_ROLES.has(attribute(up, 'role') ?? '')) return true;
  }
  return false;
}

function hasLabel(element: Element): boolean {
  return (
    (attribute(element, 'aria-label') ?? '').trim() !== '' ||
    hasAttribute(element, 'aria-labelledby') ||
    hasAttribute(element, 'title')
  );
}

function hasGlobalAria(element: Element): boolean {
  return (
    hasAttribute(element, 'aria-label') ||
    hasAttribute(element, 'aria-labelledby') ||
    hasAttribute(element, 'aria-describedby') ||
    hasAttribute(element, 'aria-controls') ||
    hasAttribute(element, 'aria-haspopup') ||
    hasAttribute(element, 'aria-live') ||
    hasAttribute(element, 'aria-owns')
  );
}

function isFocusable(element: Element): boolean {
  if (hasAttribute(element, 'tabindex')) return true;
  const tag = localName(element);
  if (tag === 'a' || tag === 'area') return hasAttribute(element, 'href');
  return tag === 'button' || tag === 'input' || tag === 'select' || tag === 'textarea' || tag === 'summary';
}

export const INTERACTIVE_ROLES = new Set(
  `button checkbox colorpicker combobox datepicker filepicker link listbox menuitem menuitemcheckbox menuitemradio option
  radio searchbox slider spinbutton switch tab textbox timepicker treeitem scrollbar`
    .trim()
    .split(/\s+/u),
);

export const LANDMARKS = new Set([
  'banner',
  'complementary',
  'contentinfo',
  'form',
  'main',
  'navigation',
  'region',
  'search',
]);

/** Roles whose name may come from what is inside (ARIA 1.2, supports name from content). */
export const NAMED_BY_CONTENT = new Set(
  `button cell checkbox columnheader gridcell heading link menuitem menuitemcheckbox menuitemradio option radio row
  rowheader switch tab tooltip treeitem`
    .trim()
    .split(/\s+/u),
);

/** Says aloud what the page shows elsewhere: how many suggestions there are, that something was added. */
export function isAnnouncement(element: Element): boolean {
  const role = attribute(element, 'role') ?? '';
  const live = attribute(element, 'aria-live') ?? '';
  return /^(?:status|log)$/u.test(role) || (role !== 'alert' && /^(?:polite|assertive)$/u.test(live));
}
