/**
 * Everything is read through getters and methods taken from the prototypes before any page script could run here:
 * a form's inputs named `children` or `getAttribute`, and a document's images named `body`, shadow those properties
 * in isolated worlds too (DOM clobbering).
 */
function getter<Self extends object, Value>(prototype: object, name: string): (self: Self) => Value {
  const get = Object.getOwnPropertyDescriptor(prototype, name)?.get;
  if (get === undefined) throw new Error(`no getter ${name}`);
  return Function.prototype.call.bind(get) as (self: Self) => Value;
}

function method<Self extends object, Args extends readonly unknown[], Value>(
  prototype: object,
  name: string,
): (self: Self, ...args: Args) => Value {
  const value: unknown = Object.getOwnPropertyDescriptor(prototype, name)?.value;
  if (typeof value !== 'function') throw new Error(`no method ${name}`);
  return Function.prototype.call.bind(value) as (self: Self, ...args: Args) => Value;
}

export const nodeType = getter<Node, number>(Node.prototype, 'nodeType');
export const firstChild = getter<Node, ChildNode | null>(Node.prototype, 'firstChild');
export const nextSibling = getter<Node, ChildNode | null>(Node.prototype, 'nextSibling');
export const parentNode = getter<Node, Node | null>(Node.prototype, 'parentNode');
export const isConnected = getter<Node, boolean>(Node.prototype, 'isConnected');
export const textContent = getter<Node, string | null>(Node.prototype, 'textContent');
export const rootNode = method<Node, [], Node>(Node.prototype, 'getRootNode');
export const comparePosition = method<Node, [Node], number>(Node.prototype, 'compareDocumentPosition');
export const textData = getter<CharacterData, string>(CharacterData.prototype, 'data');

export const localName = getter<Element, string>(Element.prototype, 'localName');
export const namespaceUri = getter<Element, string | null>(Element.prototype, 'namespaceURI');
export const attribute = method<Element, [string], string | null>(Element.prototype, 'getAttribute');
export const hasAttribute = method<Element, [string], boolean>(Element.prototype, 'hasAttribute');
export const attributes = getter<Element, NamedNodeMap>(Element.prototype, 'attributes');
export const shadowRootOf = getter<Element, ShadowRoot | null>(Element.prototype, 'shadowRoot');
export const assignedSlot = getter<Element, HTMLSlotElement | null>(Element.prototype, 'assignedSlot');
export const boundingRect = method<Element, [], DOMRect>(Element.prototype, 'getBoundingClientRect');
export const clientRects = method<Element, [], DOMRectList>(Element.prototype, 'getClientRects');
export const checkVisibility = method<Element, [CheckVisibilityOptions], boolean>(Element.prototype, 'checkVisibility');
export const matches = method<Element, [string], boolean>(Element.prototype, 'matches');
export const closest = method<Element, [string], Element | null>(Element.prototype, 'closest');
export const scrollIntoView = method<Element, [ScrollIntoViewOptions], void>(Element.prototype, 'scrollIntoView');
export const scrollElementBy = method<Element, [ScrollToOptions], void>(Element.prototype, 'scrollBy');
export const clientWidth = getter<Element, number>(Element.prototype, 'clientWidth');
export const clientHeight = getter<Element, number>(Element.prototype, 'clientHeight');
export const clientLeft = getter<Element, number>(Element.prototype, 'clientLeft');
export const clientTop = getter<Element, number>(Element.prototype, 'clientTop');
export const scrollWidth = getter<Element, number>(Element.prototype, 'scrollWidth');
export const scrollHeight = getter<Element, number>(Element.prototype, 'scrollHeight');
export const offsetWidth = getter<HTMLElement, number>(HTMLElement.prototype, 'offsetWidth');
export const contentEditable = getter<HTMLElement, boolean>(HTMLElement.prototype, 'isContentEditable');
export const tabIndexOf = getter<HTMLElement, number>(HTMLElement.prototype, 'tabIndex');
export const clickHandler = getter<HTMLElement, unknown>(HTMLElement.prototype, 'onclick');
export const focusElement = method<HTMLElement, [FocusOptions], void>(HTMLElement.prototype, 'focus');

export const querySelectorAll = method<Element, [string], NodeListOf<Element>>(Element.prototype, 'querySelectorAll');
export const documentQueryAll = method<Document, [string], NodeListOf<Element>>(Document.prototype, 'querySelectorAll');
export const fragmentQueryAll = method<DocumentFragment, [string], NodeListOf<Element>>(
  DocumentFragment.prototype,
  'querySelectorAll',
);
export const documentById = method<Document, [string], Element | null>(Document.prototype, 'getElementById');
export const fragmentById = method<DocumentFragment, [string], Element | null>(
  DocumentFragment.prototype,
  'getElementById',
);
export const documentElement = getter<Document, HTMLElement | null>(Document.prototype, 'documentElement');
export const documentBody = getter<Document, HTMLElement | null>(Document.prototype, 'body');
export const documentTitle = getter<Document, string>(Document.prototype, 'title');
export const activeInDocument = getter<Document, Element | null>(Document.prototype, 'activeElement');
export const activeInShadow = getter<ShadowRoot, Element | null>(ShadowRoot.prototype, 'activeElement');
export const hitInDocument = method<Document, [number, number], Element | null>(Document.prototype, 'elementFromPoint');
export const hitInShadow = method<ShadowRoot, [number, number], Element | null>(
  ShadowRoot.prototype,
  'elementFromPoint',
);
export const scrollingElement = getter<Document, Element | null>(Document.prototype, 'scrollingElement');
export const makeRange = method<Document, [], Range>(Document.prototype, 'createRange');
export const allAnimations = method<Document, [], Animation[]>(Document.prototype, 'getAnimations');
export const assignedNodes = method<HTMLSlotElement, [], Node[]>(HTMLSlotElement.prototype, 'assignedNodes');

type Control = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement | HTMLButtonElement;
export const inputType = getter<HTMLInputElement, string>(HTMLInputElement.prototype, 'type');
export const inputChecked = getter<HTMLInputElement, boolean>(HTMLInputElement.prototype, 'checked');
export const inputIndeterminate = getter<HTMLInputElement, boolean>(HTMLInputElement.prototype, 'indeterminate');
const inputValue = getter<HTMLInputElement, string>(HTMLInputElement.prototype, 'value');
const areaValue = getter<HTMLTextAreaElement, string>(HTMLTextAreaElement.prototype, 'value');
const inputLabels = getter<HTMLInputElement, NodeListOf<HTMLLabelElement> | null>(HTMLInputElement.prototype, 'labels');
const areaLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLTextAreaElement.prototype, 'labels');
const selectLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLSelectElement.prototype, 'labels');
const buttonLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLButtonElement.prototype, 'labels');
const outputLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLOutputElement.prototype, 'labels');
const meterLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLMeterElement.prototype, 'labels');
const progressLabels = getter<Element, NodeListOf<HTMLLabelElement>>(HTMLProgressElement.prototype, 'labels');
const inputForm = getter<HTMLInputElement, HTMLFormElement | null>(HTMLInputElement.prototype, 'form');
const areaForm = getter<HTMLTextAreaElement, HTMLFormElement | null>(HTMLTextAreaElement.prototype, 'form');
const selectForm = getter<HTMLSelectElement, HTMLFormElement | null>(HTMLSelectElement.prototype, 'form');
const buttonForm = getter<HTMLButtonElement, HTMLFormElement | null>(HTMLButtonElement.prototype, 'form');
export const labelControl = getter<HTMLLabelElement, HTMLElement | null>(HTMLLabelElement.prototype, 'control');
export const formElements = getter<HTMLFormElement, HTMLFormControlsCollection>(HTMLFormElement.prototype, 'elements');
export const selectOptions = getter<HTMLSelectElement, HTMLOptionsCollection>(HTMLSelectElement.prototype, 'options');
export const optionSelected = getter<HTMLOptionElement, boolean>(HTMLOptionElement.prototype, 'selected');
export const optionText = getter<HTMLOptionElement, string>(HTMLOptionElement.prototype, 'text');
export const optionLabel = getter<HTMLOptionElement, string>(HTMLOptionElement.prototype, 'label');
export const optionValue = getter<HTMLOptionElement, string>(HTMLOptionElement.prototype, 'value');
export const dialogOpen = getter<HTMLDialogElement, boolean>(HTMLDialogElement.prototype, 'open');
export const linkHref = getter<HTMLAnchorElement, string>(HTMLAnchorElement.prototype, 'href');
export const frameWindow = getter<HTMLIFrameElement, Window | null>(HTMLIFrameElement.prototype, 'contentWindow');

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

export function labelsOf(element: Element): readonly Element[] {
  switch (localName(element)) {
    case 'input':
      return [...((isInput(element) ? inputLabels(element) : null) ?? [])];
    case 'textarea':
      return isArea(element) ? [...areaLabels(element)] : [];
    case 'select':
      return isSelect(element) ? [...selectLabels(element)] : [];
    case 'button':
      return isButton(element) ? [...buttonLabels(element)] : [];
    case 'output':
      return element instanceof HTMLOutputElement ? [...outputLabels(element)] : [];
    case 'meter':
      return element instanceof HTMLMeterElement ? [...meterLabels(element)] : [];
    case 'progress':
      return element instanceof HTMLProgressElement ? [...progressLabels(element)] : [];
    default:
      return [];
  }
}

export function formOf(element: Element): HTMLFormElement | null {
  if (isInput(element)) return inputForm(element);
  if (isArea(element)) return areaForm(element);
  if (isSelect(element)) return selectForm(element);
  return isButton(element) ? buttonForm(element) : null;
}

/** An element by id in the same tree (document or shadow root) as another: how ARIA references are resolved. */
export function byId(near: Element, id: string): Element | null {
  const root = rootNode(near);
  if (root instanceof Document) return documentById(root, id);
  return root instanceof DocumentFragment ? fragmentById(root, id) : null;
}

/** The parent in the flat tree: slots and shadow hosts included. */
export function flatParent(node: Node): Element | null {
  if (isElement(node)) {
    const slot = assignedSlot(node);
    if (slot !== null) return slot;
  }
  const parent = parentNode(node);
  if (parent === null) return null;
  if (parent instanceof ShadowRoot) return parent.host;
  return isElement(parent) ? parent : null;
}

/** The children in the flat tree. */
export function forEachFlatChild(element: Element, visit: (child: Node) => void): void {
  const shadow = shadowRootOf(element);
  if (shadow === null && element instanceof HTMLSlotElement) {
    const assigned = assignedNodes(element);
    if (assigned.length > 0) {
      for (const node of assigned) visit(node);
      return;
    }
  }
  for (let child = firstChild(shadow ?? element); child !== null; child = nextSibling(child)) visit(child);
}
