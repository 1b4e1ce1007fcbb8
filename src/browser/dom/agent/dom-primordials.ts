/**
 * Everything is read through getters and methods taken from the prototypes before any page script could run here:
 * a form's inputs named `children` or `getAttribute`, and a document's images named `body`, shadow those properties
 * in isolated worlds too (DOM clobbering).
 */
function accessor(owner: object, key: string): { readonly get?: unknown; readonly set?: unknown } | undefined {
  return Object.getOwnPropertyDescriptor(owner, key);
}

function getter<Owner extends object, Key extends keyof Owner & string>(
  owner: Owner,
  key: Key,
): (self: Owner) => Owner[Key] {
  const found = accessor(owner, key)?.get;
  if (typeof found !== 'function') throw new Error(`no getter ${key}`);
  return Function.prototype.call.bind(found) as (self: Owner) => Owner[Key];
}

function optionalGetter(owner: object, key: string): ((self: object) => unknown) | undefined {
  const found = accessor(owner, key)?.get;
  if (typeof found !== 'function') return undefined;
  return (self) => {
    const value: unknown = Reflect.apply(found, self, []);
    return value;
  };
}

type Method = (...args: never[]) => unknown;
type Calls<Owner, Called> = Called extends Method
  ? (self: Owner, ...args: Parameters<Called>) => ReturnType<Called>
  : never;

function method<Owner extends object, Key extends keyof Owner & string>(
  owner: Owner,
  key: Key,
): Calls<Owner, Owner[Key]> {
  const value: unknown = Object.getOwnPropertyDescriptor(owner, key)?.value;
  if (typeof value !== 'function') throw new Error(`no method ${key}`);
  return Function.prototype.call.bind(value) as Calls<Owner, Owner[Key]>;
}

function setter<Owner extends object, Key extends keyof Owner & string>(
  owner: Owner,
  key: Key,
): (self: Owner, value: Owner[Key]) => void {
  const found = accessor(owner, key)?.set;
  if (typeof found !== 'function') throw new Error(`no setter ${key}`);
  return Function.prototype.call.bind(found) as (self: Owner, value: Owner[Key]) => void;
}

export const setInputValue = setter(HTMLInputElement.prototype, 'value');
export const setAreaValue = setter(HTMLTextAreaElement.prototype, 'value');
export const setSelected = setter(HTMLOptionElement.prototype, 'selected');

export const nodeType = getter(Node.prototype, 'nodeType');
export const firstChild = getter(Node.prototype, 'firstChild');
export const previousSibling = getter(Node.prototype, 'previousSibling');
export const nextSibling = getter(Node.prototype, 'nextSibling');
export const parentNode = getter(Node.prototype, 'parentNode');
export const isConnected = getter(Node.prototype, 'isConnected');
export const textContent = getter(Node.prototype, 'textContent');
export const baseUri = getter(Node.prototype, 'baseURI');
export const rootNode = method(Node.prototype, 'getRootNode');
export const comparePosition = method(Node.prototype, 'compareDocumentPosition');
export const textData = getter(CharacterData.prototype, 'data');

export const localName = getter(Element.prototype, 'localName');
export const namespaceUri = getter(Element.prototype, 'namespaceURI');
export const attribute = method(Element.prototype, 'getAttribute');
export const hasAttribute = method(Element.prototype, 'hasAttribute');
export const hasAttributes = method(Element.prototype, 'hasAttributes');
export const attributes = getter(Element.prototype, 'attributes');
export const shadowRootOf = getter(Element.prototype, 'shadowRoot');
const shadowHost = getter(ShadowRoot.prototype, 'host');
export const assignedSlot = getter(Element.prototype, 'assignedSlot');
export const boundingRect = method(Element.prototype, 'getBoundingClientRect');
export const clientRects = method(Element.prototype, 'getClientRects');
export const checkVisibility = method(Element.prototype, 'checkVisibility');
export const matchesSelector = method(Element.prototype, 'matches');
export const animate = method(Element.prototype, 'animate');
export const closest = method(Element.prototype, 'closest');
export const attributeNames = method(Element.prototype, 'getAttributeNames');
export const scrollIntoView = method(Element.prototype, 'scrollIntoView');
export const scrollElementBy = method(Element.prototype, 'scrollBy') as (self: Element, to: ScrollToOptions) => void;
export const clientWidth = getter(Element.prototype, 'clientWidth');
export const clientHeight = getter(Element.prototype, 'clientHeight');
export const clientLeft = getter(Element.prototype, 'clientLeft');
export const clientTop = getter(Element.prototype, 'clientTop');
export const scrollLeft = getter(Element.prototype, 'scrollLeft');
export const scrollTop = getter(Element.prototype, 'scrollTop');
export const scrollWidth = getter(Element.prototype, 'scrollWidth');
export const scrollHeight = getter(Element.prototype, 'scrollHeight');
export const offsetWidth = getter(HTMLElement.prototype, 'offsetWidth');
export const contentEditable = getter(HTMLElement.prototype, 'isContentEditable');
export const tabIndexOf = getter(HTMLElement.prototype, 'tabIndex');
export const focusElement = method(HTMLElement.prototype, 'focus');

export const computedStyleMap = method(Element.prototype, 'computedStyleMap');
export const computedValue = method(StylePropertyMapReadOnly.prototype, 'get');

export const querySelector = method(Element.prototype, 'querySelector');
export const queryAll = method(Element.prototype, 'querySelectorAll');
export const animationTarget = getter(SVGAnimationElement.prototype, 'targetElement');
export const querySelectorAll = method(Element.prototype, 'querySelectorAll');
export const documentQueryAll = method(Document.prototype, 'querySelectorAll');
export const fragmentQueryAll = method(DocumentFragment.prototype, 'querySelectorAll');
export const documentById = method(Document.prototype, 'getElementById');
export const fragmentById = method(DocumentFragment.prototype, 'getElementById');
export const documentElement: (self: Document) => HTMLElement | null = getter(Document.prototype, 'documentElement');
export const documentBody: (self: Document) => HTMLElement | null = getter(Document.prototype, 'body');
export const documentTitle = getter(Document.prototype, 'title');
export const activeInDocument = getter(Document.prototype, 'activeElement');
export const activeInShadow = getter(ShadowRoot.prototype, 'activeElement');
export const hitInDocument = method(Document.prototype, 'elementFromPoint');
export const hitInShadow = method(ShadowRoot.prototype, 'elementFromPoint');
export const scrollingElement = getter(Document.prototype, 'scrollingElement');
const makeWalker = method(Document.prototype, 'createTreeWalker');
const nextInWalker = method(TreeWalker.prototype, 'nextNode');
const evaluatePath = method(Document.prototype, 'evaluate');
const pathNumber = getter(XPathResult.prototype, 'numberValue');
export const makeRange = method(Document.prototype, 'createRange');
export const documentFonts = getter(Document.prototype, 'fonts');
export const fontStatus = getter(FontFace.prototype, 'status');
export const allAnimations = method(Document.prototype, 'getAnimations');
export const assignedNodes = method(HTMLSlotElement.prototype, 'assignedNodes');

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement;
export const inputType = getter(HTMLInputElement.prototype, 'type');
export const inputChecked = getter(HTMLInputElement.prototype, 'checked');
export const inputIndeterminate = getter(HTMLInputElement.prototype, 'indeterminate');
const inputValue = getter(HTMLInputElement.prototype, 'value');
const areaValue = getter(HTMLTextAreaElement.prototype, 'value');
const inputForm = getter(HTMLInputElement.prototype, 'form');
const areaForm = getter(HTMLTextAreaElement.prototype, 'form');
const selectForm = getter(HTMLSelectElement.prototype, 'form');
const buttonForm = getter(HTMLButtonElement.prototype, 'form');
export const buttonType = getter(HTMLButtonElement.prototype, 'type');
const inputFiles = getter(HTMLInputElement.prototype, 'files');
const labelled = getter(HTMLLabelElement.prototype, 'control');
export const formElements = getter(HTMLFormElement.prototype, 'elements');
export const selectOptions = getter(HTMLSelectElement.prototype, 'options');
export const optionSelected = getter(HTMLOptionElement.prototype, 'selected');
export const activeDescendant = getter(Element.prototype, 'ariaActiveDescendantElement');
export const optionText = getter(HTMLOptionElement.prototype, 'text');
export const optionLabel = getter(HTMLOptionElement.prototype, 'label');
export const optionValue = getter(HTMLOptionElement.prototype, 'value');
export const dialogOpen = getter(HTMLDialogElement.prototype, 'open');
export const anchorHref = getter(HTMLAnchorElement.prototype, 'href');
export const areaHref = getter(HTMLAreaElement.prototype, 'href');

export const isInput = (element: Element): element is HTMLInputElement => element instanceof HTMLInputElement;
export const isArea = (element: Element): element is HTMLTextAreaElement => element instanceof HTMLTextAreaElement;
export const isSelect = (element: Element): element is HTMLSelectElement => element instanceof HTMLSelectElement;
export const isButton = (element: Element): element is HTMLButtonElement => element instanceof HTMLButtonElement;
export const isElement = (node: Node): node is Element => nodeType(node) === 1;
export const isText = (node: Node): node is Text => nodeType(node) === 3;
export const isControl = (element: Element): element is Control =>
  isInput(element) || isArea(element) || isSelect(element) || isButton(element);

export function valueOf(element: Element): string | undefined {
  if (isInput(element)) return inputValue(element);
  if (isArea(element)) return areaValue(element);
  return undefined;
}

export function chosenFiles(element: HTMLInputElement): readonly File[] {
  return [...(inputFiles(element) ?? [])];
}

/** The control that a click on the label presses. */
export function labelControl(label: HTMLLabelElement): Element | null {
  return referenced(labelled(label));
}

export function formOf(element: Element): HTMLFormElement | null {
  const form = referenced(namedForm(element));
  return form instanceof HTMLFormElement ? form : null;
}

function namedForm(element: Element): Element | null {
  if (isInput(element)) return inputForm(element);
  if (isArea(element)) return areaForm(element);
  if (isSelect(element)) return selectForm(element);
  return isButton(element) ? buttonForm(element) : null;
}

/** A reference to a host means an element in its shadow root, where the root names one (`shadowrootreferencetarget`). */
function referenced(element: Element | null): Element | null {
  let found = element;
  // Each step goes into a deeper root, so that there is an end: a limit would leave what lies behind it unjudged.
  while (found !== null) {
    const root = anyShadowRootOf(found);
    const id = root === null ? undefined : referenceTarget?.(root);
    if (root === null || typeof id !== 'string') return found;
    found = fragmentById(root, id);
  }
  return found;
}

/** An element by id in the same tree (document or shadow root) as another: how ARIA references are resolved. */
export function byId(near: Element, id: string): Element | null {
  const root = rootNode(near);
  if (root instanceof Document) return documentById(root, id);
  return root instanceof DocumentFragment ? fragmentById(root, id) : null;
}

/** The parent in the flat tree: slots and shadow hosts included. */
export function flatParent(node: Node): Element | null {
  const parent = parentNode(node);
  if (isElement(node)) {
    const slot = assignedSlot(node) ?? closedSlot(node, parent);
    if (slot !== null) return slot;
  }
  if (parent === null) return null;
  if (parent instanceof ShadowRoot) return shadowHost(parent);
  return isElement(parent) ? parent : null;
}

/** Absent: this Chromium has no references into shadow roots. */
const referenceTarget = optionalGetter(ShadowRoot.prototype, 'referenceTarget');

/** Closed shadow roots that the debugger handed over: no script of another world can ask a host for its own. */
const closedRoots = new WeakMap<Node, ShadowRoot>();
let hasClosedRoots = false;

export function adoptClosedRoot(root: unknown): void {
  if (!(root instanceof ShadowRoot)) return;
  closedRoots.set(shadowHost(root), root);
  hasClosedRoots = true;
}

/** The root of a host, open or handed over. */
export function anyShadowRootOf(host: Element): ShadowRoot | null {
  return shadowRootOf(host) ?? closedRoots.get(host) ?? null;
}

const UNSEEN_TEXT = new Set(['style', 'script', 'template']);

/** What a closed root says, where it is known: whoever clicks its host clicks on it. */
export function closedText(host: Element): string {
  const root = closedRoots.get(host);
  let text = '';
  for (let node = root === undefined ? null : firstChild(root); node !== null; node = nextSibling(node))
    if (!isElement(node) || !UNSEEN_TEXT.has(localName(node))) text += ` ${textContent(node) ?? ''}`;
  return text.trim();
}

/** `assignedSlot` is null for what is slotted into a closed root. */
function closedSlot(node: Element, parent: Node | null): Element | null {
  const root = hasClosedRoots && parent !== null ? closedRoots.get(parent) : undefined;
  if (root === undefined) return null;
  for (const slot of fragmentQueryAll(root, 'slot'))
    if (slot instanceof HTMLSlotElement && assignedNodes(slot).includes(node)) return slot;
  return null;
}

/** The children in the flat tree. */
export function forEachFlatChild(element: Element, visit: (child: Node) => void): void {
  const shadow = anyShadowRootOf(element);
  if (shadow === null && element instanceof HTMLSlotElement) {
    const assigned = assignedNodes(element);
    if (assigned.length > 0) {
      for (const node of assigned) visit(node);
      return;
    }
  }
  for (let child = firstChild(shadow ?? element); child !== null; child = nextSibling(child)) visit(child);
}

/** Elements, texts and comments, as the debugger's search has them. */
const COUNTED =
  NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT | NodeFilter.SHOW_COMMENT | NodeFilter.SHOW_CDATA_SECTION;
/** The same below an element, counted by the browser itself. */
const COUNT = 'count(descendant::node()) - count(descendant::processing-instruction())';

/** How many nodes this document has, with these shadow roots. */
export function countNodes(shadowRoots: readonly ShadowRoot[]): number {
  const top = documentElement(document);
  const own =
    top === null ? 0 : 1 + pathNumber(evaluatePath(document, COUNT, top, null, XPathResult.NUMBER_TYPE, null));
  return shadowRoots.reduce((sum, root) => sum + countIn(root), own);
}

/** Paths begin at no shadow root. */
function countIn(root: ShadowRoot): number {
  const walker = makeWalker(document, root, COUNTED);
  let count = 0;
  while (nextInWalker(walker) !== null) count += 1;
  return count;
}
