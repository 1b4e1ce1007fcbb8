import { createHash } from 'node:crypto';
import { cutPageText } from '../../core/index.js';
import type { ElementFacts, ElementTarget, FieldFacts, FormFacts } from '../../core/index.js';
import { lastIn, totalIn } from '../dom/agent/amount-text.js';
import type { TreeNode } from './read-tree.js';
import { sensitiveKindOf } from './sensitive-field.js';
import type { SideDocument, SideElement } from './side-answer.js';

const MAX_SHOWN_FIELDS = 20;
const MAX_SHOWN_VALUE = 80;

export interface SeenElement {
  /** Ours. */
  readonly ref: string;
  readonly node: TreeNode;
  readonly read: SideElement;
  readonly document: SideDocument;
}

/** What an element is, and the further controls that input at it presses. */
export function elementFactsOf(seen: SeenElement, target: ElementTarget): ElementFacts {
  const { ref, node, document } = seen;
  const { also, radios, ...read } = seen.read;
  const itself = ownFacts({ ref, node, read, document }, target);
  if (also.length + radios.length === 0) return itself;
  const clicked: ElementTarget = { kind: 'element', at: target.at, intent: 'click' };
  const pressed = (reads: readonly OwnRead[]): ElementFacts[] =>
    reads.map((one) => ownFacts({ ref, node: { ...node, states: [] }, read: one, document }, clicked));
  const further = {
    ...(also.length === 0 ? {} : { also: pressed(also) }),
    ...(radios.length === 0 ? {} : { radios: pressed(radios.map((one) => ({ ...one, form: read.form }))) }),
  };
  return { ...itself, ...further, fingerprint: digest([itself.fingerprint, further]) };
}

type OwnRead = SideElement['also'][number];
type OwnElement = Omit<SeenElement, 'read'> & { readonly read: OwnRead };

/** Role and name from the upstream's snapshot, the rest from its document. */
function ownFacts({ ref, node, read, document }: OwnElement, target: ElementTarget): ElementFacts {
  const { origin: frameOrigin, time, lang } = document;
  const sensitive = sensitiveKindOf({ ...read, words: [...read.words, node.name] }, lang);
  const form = read.form && formFactsOf(read.form, lang);
  const options = optionsFor(read, target);
  const amount = totalIn(read.says);
  // Input on an element inside a control goes to the control, so its role and name count.
  const name = read.control?.name ?? node.name;
  const facts: Omit<ElementFacts, 'fingerprint'> = {
    ref,
    role: read.control?.role ?? (read.editable && node.role === 'generic' ? 'textbox' : node.role),
    name,
    tag: read.tag,
    frameOrigin,
    document: String(time),
    editable: read.editable,
    disabled: read.disabled || node.states.includes('disabled'),
    ...(read.type === undefined ? {} : { type: read.type }),
    ...(read.href === undefined ? {} : { href: read.href }),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(form === undefined ? {} : { form }),
    ...(read.autocomplete === undefined ? {} : { autocomplete: read.autocomplete }),
    // A name of more than 900 letters is not in the snapshot: then what is seen speaks.
    ...(read.shown !== '' && read.shown !== name ? { shown: read.shown } : {}),
    ...(name === '' && read.hint !== '' ? { hint: read.hint } : {}),
    ...(read.says === '' ? {} : { around: { says: read.says, ...(amount === undefined ? {} : { amount }) } }),
    ...(read.editor ? { editor: 'code' } : {}),
    ...(read.download ? { download: true } : {}),
    ...(mayChangeSend(read) ? { mayChangeSend: true } : {}),
    ...(options === undefined ? {} : { options }),
  };
  return { ...facts, fingerprint: fingerprintOf(facts, target) };
}

/** Listeners for changes cannot be seen from here: the fields of a form without a button count as sending it. */
function mayChangeSend({ tag, type, form, hasChangeListener }: OwnRead): boolean {
  const chooses = tag === 'select' || type === 'checkbox' || type === 'radio';
  return hasChangeListener || (chooses && form !== undefined && !form.hasSubmit);
}

function optionsFor({ options }: OwnRead, { intent, text }: ElementTarget): readonly string[] | undefined {
  if (options === undefined || text === undefined || (intent !== 'select' && intent !== 'type')) return undefined;
  const wanted = text.split(', ');
  return options
    .filter(({ label, value }) => wanted.includes(label) || wanted.includes(value))
    .map(({ label }) => label);
}

type SideForm = NonNullable<SideElement['form']>;

function formFactsOf(form: SideForm, lang: string): FormFacts {
  const method = form.method === 'post' || form.method === 'dialog' ? form.method : 'get';
  const amount = totalIn(form.text) ?? (method === 'post' ? lastIn(form.text) : undefined);
  const url = URL.canParse(form.action) ? new URL(form.action) : undefined;
  const isSecret = form.fields.some((field) => sensitiveKindOf(field, lang) === 'password');
  return {
    method,
    action: url === undefined ? form.action : `${url.origin}${url.pathname}`,
    hasPassword: form.hasPassword || isSecret,
    submitName: form.submitName,
    ...(amount === undefined ? {} : { amount }),
    routeDigest: digest([form.action, form.method]),
    fields: form.fields.slice(0, MAX_SHOWN_FIELDS).map((field) => fieldFactsOf(field, lang)),
    moreFields: form.moreFields + Math.max(0, form.fields.length - MAX_SHOWN_FIELDS),
    contentDigest: form.contentDigest,
  };
}

function fieldFactsOf(field: SideForm['fields'][number], lang: string): FieldFacts {
  const { name, value } = field;
  if (sensitiveKindOf(field, lang) !== undefined) return { name, value: '' };
  const shown = cutPageText(value, MAX_SHOWN_VALUE);
  if (shown === value) return { name, value };
  return { name, value: shown, more: value.length - MAX_SHOWN_VALUE, digest: digest(value) };
}

/**
 * What must still hold when the action happens: the element, what would be sent with it and what is said around it. While a
 * form is filled its fields and words change, and that is what filling it is for.
 */
function fingerprintOf(facts: Omit<ElementFacts, 'fingerprint'>, { intent }: ElementTarget): string {
  const { form, around, ...own } = facts;
  const route = form && [form.routeDigest, form.hasPassword, form.submitName, form.amount];
  const isFilling = intent === 'type' || intent === 'select';
  return digest([own, route, around?.amount, isFilling ? [] : [form?.contentDigest, around?.says]]);
}

function digest(of: unknown): string {
  return createHash('sha256').update(JSON.stringify(of)).digest('hex');
}
