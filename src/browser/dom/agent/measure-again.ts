import type { WireTextBoxes } from '../host/wire.js';
import { fieldVisibility } from './field-visibility.js';
import { PaintedText, paintedTarget } from './painted-text.js';
import { allAnimations, isText } from './dom-primordials.js';
import { holds } from './hit-test.js';
import { Visibility } from './visibility.js';

/** Measures texts again whose boxes the picture did not show: they may have moved. */
export function remeasureText(numbers: readonly number[]): readonly WireTextBoxes[] {
  const visibility = new Visibility();
  const paintedText = new PaintedText(visibility);
  for (const number of numbers) {
    const found = paintedTarget(number);
    if (found === undefined) continue;
    const { node, element } = found;
    const { inner } = visibility.enter(element, visibility.around(element));
    if (isText(node)) paintedText.text(node, element, inner);
    else fieldVisibility(visibility, paintedText, element, inner);
  }
  return paintedText.entries;
}

/** Waits for what moves or fades some text and ends soon; says whether there was anything to wait for. */
export async function untilStill(numbers: readonly number[], milliseconds: number): Promise<boolean> {
  const elements = numbers.flatMap((number) => paintedTarget(number)?.element ?? []);
  const waits = allAnimations(document).flatMap((animation) => {
    const { effect, playState, playbackRate } = animation;
    if (playState !== 'running' || !(effect instanceof KeyframeEffect) || effect.target === null) return [];
    const { target } = effect;
    if (!elements.some((element) => holds(target, element))) return [];
    const { endTime, localTime } = effect.getComputedTiming();
    const left = (Number(endTime ?? Infinity) - Number(localTime ?? 0)) / playbackRate;
    return left > 0 && left <= milliseconds ? [left] : [];
  });
  if (waits.length === 0) return false;
  await new Promise((resolve) => setTimeout(resolve, Math.max(...waits) + 20));
  return true;
}
