import type { WireFacts } from '../host/wire.js';
import { activatedBy, otherRadios } from './activation.js';
import { addCandidates } from './closed-root-candidates.js';
import { numberFor } from './element-ids.js';
import { heldValues } from './held-values.js';
import { controlAround, elementFacts } from './facts.js';
import { Visibility } from './visibility.js';

/** The facts of an element, and of whatever else input at it reaches: all of that is judged with it. */
export function judgedFacts(element: Element): WireFacts {
  const visibility = new Visibility();
  addCandidates(element);
  const pressed = activatedBy(element);
  for (const one of pressed) addCandidates(one);
  const itself = elementFacts(element, visibility);
  // Its own facts are those of the control around it already.
  const own = controlAround(element);
  const also = pressed.filter((one) => one !== element && one !== own).map((one) => elementFacts(one, visibility));
  const held = heldValues();
  const radios = otherRadios(element).map((one) => elementFacts(one, visibility, false));
  return {
    ...itself,
    ...(held === undefined ? {} : { held }),
    ...(pressed.length === 0 ? {} : { pressed: pressed.map(numberFor) }),
    ...(also.length === 0 ? {} : { also }),
    ...(radios.length === 0 ? {} : { radios }),
  };
}
