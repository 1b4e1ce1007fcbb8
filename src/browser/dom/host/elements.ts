import { createHash } from 'node:crypto';
import { Failure, type ElementFacts } from '../../../core/index.js';
import type { LocatedElement } from './tab-view.js';
import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { DocumentGone } from './frame-session.js';
import type { RefBook } from './ref-book.js';
import { isFacts } from './wire-check.js';
import type { WireFacts, WireNode } from './wire.js';

/** An element that was found, with the document that it is in. */
export interface FoundElement {
  readonly document: FrameDocument;
  readonly facts: WireFacts;
  /** The point of its document's viewport by which it was found. */
  readonly at?: readonly [number, number] | undefined;
}

const MAX_DOCUMENTS = 500;
/** What input reaches, and what a picture shows, depends on closed shadow roots as well. */
const PROBED = new Set(['facts', 'hit', 'hits', 'focused', 'aim', 'watchSecrets', 'secretsSeen']);

/** Turns nodes of one tab into facts and refs, and holds on to the documents behind what was handed out. */
export class Elements {
  readonly #documents: FrameDocuments;
  readonly #refs: RefBook;
  readonly #known = new Map<string, FrameDocument>();

  constructor(documents: FrameDocuments, refs: RefBook) {
    this.#documents = documents;
    this.#refs = refs;
  }

  remember(document: FrameDocument): void {
    // The newest last: a page's own document must outlive those of its restless frames.
    this.#known.delete(document.id);
    this.#known.set(document.id, document);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MAX_DOCUMENTS && oldest !== undefined) this.#known.delete(oldest);
  }

  document(id: string): FrameDocument | undefined {
    return this.#known.get(id);
  }

  ref(document: FrameDocument, node: { n: number; role: string; name: string; row?: number | undefined }): string {
    this.remember(document);
    return this.#refs.refFor(this, {
      document: document.id,
      node: node.n,
      role: node.role,
      name: node.name,
      row: node.row,
    });
  }

  /** The ref of a node of a walk. */
  refOf(document: FrameDocument, node: WireNode & { readonly n: number }): string {
    return this.ref(document, { n: node.n, role: node.r, name: node.trueName ?? node.name ?? '', row: node.row });
  }

  /** Undefined: the node or its document is gone. */
  async facts(document: FrameDocument, node: number): Promise<WireFacts | undefined> {
    const answer = await this.ask(document, 'facts', [node]);
    if (!isFacts(answer)) return undefined;
    if (answer.held !== undefined) this.#documents.secrets.learn(answer.held.values, answer.held.origin);
    return answer;
  }

  /** Undefined: the document is gone. */
  async ask(
    document: FrameDocument,
    method: string,
    args: readonly unknown[],
    milliseconds?: number,
  ): Promise<unknown> {
    try {
      const { session, world } = document;
      if (PROBED.has(method)) return await session.probe(world, method, args, milliseconds);
      return await session.call(world, method, args, milliseconds);
    } catch (error) {
      if (error instanceof DocumentGone) return undefined;
      throw error;
    }
  }

  /** For what was handed out: a node that is gone is a stale ref. */
  async onSeen(
    seen: LocatedElement,
    method: string,
    args: readonly unknown[],
    milliseconds?: number,
  ): Promise<unknown> {
    const answer = await this.ask(this.documentOf(seen), method, [seen.node, ...args], milliseconds);
    if (answer === undefined || answer === null) throw new Failure('browser.stale-ref', `${seen.facts.ref} is gone`);
    return answer;
  }

  documentOf(seen: LocatedElement): FrameDocument {
    const document = this.#known.get(seen.facts.document);
    if (document === undefined) throw new Failure('browser.stale-ref', `${seen.facts.ref} is gone`);
    return document;
  }

  /** With what script listens for, where that makes a difference. */
  async factsToAct({ document, facts, at }: FoundElement): Promise<FoundElement> {
    if (facts.tag !== 'select' && facts.tag !== 'option') return { document, facts, at };
    await document.session.updateChangeListeners(document.world).catch(unlessLate);
    return { document, facts: (await this.facts(document, facts.n)) ?? facts, at };
  }

  async allSeen(document: FrameDocument, nodes: readonly number[]): Promise<readonly LocatedElement[]> {
    const found = await Promise.all(nodes.map((node) => this.facts(document, node)));
    return Promise.all(found.flatMap((facts) => (facts === undefined ? [] : [this.seen({ document, facts })])));
  }

  async seen({ document, facts, at }: FoundElement): Promise<LocatedElement> {
    const frame = await this.#documents.frameOf(document);
    const ref = this.ref(document, facts);
    const pressed = [...(facts.pressed ?? []), ...(facts.radios ?? []).map(({ n }) => n)];
    const itself = { facts: this.#elementFacts(ref, document, facts), frame, node: facts.n, pressed };
    return at === undefined ? itself : { ...itself, at };
  }

  /** With what is judged besides it: the controls that its click passes through, and the radio buttons that its keys choose. */
  #elementFacts(ref: string, document: FrameDocument, facts: WireFacts): ElementFacts {
    const factsOf = (one: WireFacts): ElementFacts => elementFacts(this.ref(document, one), document, one);
    const also = (facts.also ?? []).map(factsOf);
    const radios = (facts.radios ?? []).map(factsOf);
    return {
      ...elementFacts(ref, document, facts),
      ...(also.length === 0 ? {} : { also }),
      ...(radios.length === 0 ? {} : { radios }),
    };
  }
}

/** A page of which this cannot be known is acted on all the same, unless it does not answer at all. */
function unlessLate(error: unknown): void {
  if (error instanceof Failure && error.code === 'call.deadline') throw error;
}

function elementFacts(ref: string, document: FrameDocument, facts: WireFacts): ElementFacts {
  const { origin, role, name, tag, type, href, editable, disabled, sensitive, form } = facts;
  const { shown, hint, around, marked, autocomplete, editor, download, sends } = facts;
  return {
    ...{ ref, role, name, tag, editable, disabled, frameOrigin: origin, document: document.id },
    ...(type === undefined ? {} : { type }),
    ...(href === undefined ? {} : { href }),
    ...(sensitive === undefined ? {} : { sensitive }),
    ...(form === undefined ? {} : { form }),
    ...(shown === undefined ? {} : { shown }),
    ...(hint === undefined ? {} : { hint }),
    ...(around === undefined ? {} : { around }),
    ...(marked === undefined ? {} : { marked }),
    ...(autocomplete === undefined ? {} : { autocomplete }),
    ...(editor === undefined ? {} : { editor }),
    ...(download === undefined ? {} : { download }),
    ...(sends === undefined ? {} : { mayChangeSend: sends }),
    fingerprint: elementFingerprint(document, facts),
  };
}

/** What must still hold when the action happens: what the element is, and what would be sent with it. */
export function elementFingerprint(document: FrameDocument, facts: WireFacts): string {
  const { n, role, name, type, href, how, form, disabled, row, shown, hint, download, around, marked } = facts;
  const picture = hint === undefined ? undefined : pictureOf(hint);
  const itself = [document.id, n, role, name, type, href, how, disabled, row, shown, picture, download];
  const others = [...(facts.also ?? []), ...(facts.radios ?? [])].map((one) =>
    elementFingerprint(document, one).split('.'),
  );
  const destination = [form?.routeDigest, form?.submitName, others.map(([one]) => one)];
  // Without tokens, which sites renew while the pointer moves: an approval counts them too.
  const said = [form?.amount, form?.contentDigest, around?.says, around?.amount, marked, others.map(([, one]) => one)];
  return `${createDigest(JSON.stringify([...itself, ...destination]))}.${createDigest(JSON.stringify(said))}`;
}

/** Words that say in which state an icon is drawn, in the names of files, classes and drawings. */
const DRAWN_STATE =
  /^(?:hover|hovered|over|active|pressed|focus|focused|selected|filled|fill|solid|outline|outlined|o)$/u;

/** What an icon shows, whatever its state: with the pointer over it `like` is drawn as `like-hover`, which is no other button. */
function pictureOf(hint: string): string {
  const words = hint
    .replace(/([a-z])([A-Z])/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);
  return words.filter((word) => !DRAWN_STATE.test(word)).join(' ');
}

/**
 * While a form is filled, its amounts, fields and words change, and that is what filling it is for. Before the first key, and
 * for what sends the form, they must be what was judged.
 */
export function isStill(now: string, judged: string, isBeingFilled: boolean): boolean {
  return isBeingFilled ? now.split('.')[0] === judged.split('.')[0] : now === judged;
}

function createDigest(text: string): string {
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** True for fields that are filled in and sent by another control. */
export function isField({ facts: { editable, tag, type = '' } }: LocatedElement): boolean {
  return (
    editable ||
    /^(?:textarea|select)$/u.test(tag) ||
    (tag === 'input' && !/^(?:submit|image|button|reset)$/u.test(type))
  );
}
