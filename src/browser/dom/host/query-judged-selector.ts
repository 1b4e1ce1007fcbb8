import { Failure } from '../../../core/index.js';
import type { Elements } from './elements.js';
import type { FrameDocument, FrameDocuments } from './frame-documents.js';
import { judgeSelector, type JudgedSelector } from './selector/judge-selector.js';
import { isNumbers } from './wire-check.js';

export interface QueryDeps {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
}

/**
 * Which elements of some documents match an agent's selector. What a person could not read off an answer (masked attributes,
 * values of secret fields) counts as if it were not there: a selector that compares with it would tell it letter by letter.
 */
export async function queryJudgedSelector(
  deps: QueryDeps,
  documents: readonly FrameDocument[],
  selector: string,
  most: number,
): Promise<readonly { readonly document: FrameDocument; readonly node: number }[]> {
  const mask = deps.documents.secrets.mask();
  const isShown = (operand: string): boolean => mask === undefined || mask([{ text: operand }])[0] === operand;
  const judged = judgeSelector(selector, isShown);
  const matches: { document: FrameDocument; node: number }[] = [];
  for (const document of documents) {
    const numbers = await queryIn(deps, document, { selector, judged, most });
    if (numbers === 'bad-selector') throw new Failure('call.bad-arguments', 'selector is not a valid CSS selector');
    if (numbers === 'too-slow') throw new Failure('call.bad-arguments', 'selector asks too much of this page');
    if (isNumbers(numbers)) matches.push(...numbers.map((node) => ({ document, node })));
  }
  return matches;
}

interface Query {
  readonly selector: string;
  readonly judged: JudgedSelector;
  readonly most: number;
}

async function queryIn(deps: QueryDeps, document: FrameDocument, { selector, judged, most }: Query): Promise<unknown> {
  const asItStands = (): Promise<unknown> => deps.elements.ask(document, 'query', [selector, most]);
  if (judged.kind === 'native') return asItStands();
  const { kind, names, list } = judged;
  const masked = await maskedValues(deps, document, names);
  if (kind === 'attributes' && (masked === undefined || masked.length === 0)) return asItStands();
  return deps.elements.ask(document, 'queryParts', [
    { selector, list, most, ...(masked === undefined ? {} : { masked }) },
  ]);
}

/** Which of the texts in these attributes hold a secret. Undefined: nothing is masked. */
async function maskedValues(
  { documents, elements }: QueryDeps,
  document: FrameDocument,
  names: readonly string[],
): Promise<readonly string[] | undefined> {
  const mask = documents.secrets.mask();
  if (mask === undefined || names.length === 0) return undefined;
  const found = await elements.ask(document, 'attributeValues', [names]);
  if (found === undefined) return undefined;
  if (!isAttributeValues(found))
    throw new Failure('call.bad-arguments', 'selector compares too many attributes on this page; use a ref');
  const { origin, values } = found;
  const shown = mask(values.map((text) => ({ text, origin })));
  return values.filter((value, i) => shown[i] !== value);
}

const isAttributeValues = (value: unknown): value is { readonly origin: string; readonly values: readonly string[] } =>
  typeof value === 'object' &&
  value !== null &&
  'origin' in value &&
  typeof value.origin === 'string' &&
  'values' in value &&
  Array.isArray(value.values) &&
  value.values.every((one) => typeof one === 'string');
