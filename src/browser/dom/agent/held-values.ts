import type { WireHeld, WireHeldValue, WireWalk } from '../host/wire.js';
import { queryRoots } from './query-deep.js';
import { codeBoxes } from './code-boxes.js';
import { attribute, inputType, isArea, isInput, textContent, valueOf } from './dom-primordials.js';
import { SECRET_FIELDS, sensitiveKind } from './sensitive.js';
import type { SensitiveKind } from './sensitive-words.js';

const MAX_FIELDS = 10_000;
/** Fields that are not password fields by their type cost more to judge. */
const MAX_JUDGED = 100;
const MAX_VALUES = 40;
const MAX_CHARACTERS = 300;
const MAX_NAME_CHARACTERS = 200;

/** What secret fields hold now: it is masked from then on, in whatever the page does with it. Undefined: nothing. */
export function heldValues(): WireHeld | undefined {
  const values: WireHeldValue[] = [];
  let [fields, judged] = [0, 0];
  for (const found of queryRoots(SECRET_FIELDS))
    for (const field of found) {
      fields += 1;
      if (fields > MAX_FIELDS || values.length >= MAX_VALUES) break;
      const isPassword = isInput(field) && inputType(field) === 'password';
      if (textsIn(field).length === 0 || (!isPassword && (judged += 1) > MAX_JUDGED)) continue;
      values.push(...valuesIn(field));
    }
  return values.length === 0 ? undefined : { origin: self.origin, values };
}

export function withHeld(walk: WireWalk): WireWalk {
  const held = heldValues();
  return held === undefined ? walk : { ...walk, held };
}

function valuesIn(field: Element): readonly WireHeldValue[] {
  const texts = textsIn(field);
  if (texts.length === 0) return [];
  const kind = sensitiveKind(field);
  if (kind === undefined) return [];
  const boxes = codeBoxes(field);
  if (boxes !== undefined) return boxes[0] === field ? valuesInBoxes(boxes, kind) : [];
  const name = (attribute(field, 'name') ?? '').slice(0, MAX_NAME_CHARACTERS);
  return texts.map((value) => ({ kind, name, value: value.slice(0, MAX_CHARACTERS) }));
}

/** The field's value now, and the one that its markup had. */
function textsIn(field: Element): readonly string[] {
  const isControl = isInput(field) || isArea(field);
  const now = isControl ? valueOf(field) : textContent(field);
  const first = isInput(field) ? attribute(field, 'value') : null;
  return [...new Set([now, first])].filter((text) => typeof text === 'string').filter((text) => text.trim() !== '');
}

/** The digits together, and as a form's data shows them. */
function valuesInBoxes(boxes: readonly HTMLInputElement[], kind: SensitiveKind): readonly WireHeldValue[] {
  const value = boxes.map((box) => valueOf(box) ?? '').join('');
  const pairs = boxes.map((box) => [attribute(box, 'name') ?? '', valueOf(box) ?? '']);
  const isNamed = pairs.every(([name]) => name !== '');
  const sent: WireHeldValue = { kind: 'password', name: '', value: new URLSearchParams(pairs).toString() };
  return [{ kind, name: '', value }, ...(isNamed ? [sent] : [])];
}
