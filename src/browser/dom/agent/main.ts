import type { WireCanvasFormat, WalkOptions, WirePainting } from '../host/wire.js';
import { dropPrefetched, matchesPrefetched, prefetchWalk } from './prefetched-walk.js';
import { aim, hitsFrame, painted, type AimOptions } from './aim.js';
import { bringIntoView } from './bring-into-view.js';
import { frameBox } from './frame-box.js';
import { attributeValues } from './attribute-values.js';
import { markUnpainted } from './blank-text.js';
import { actingBoxes, elementBox } from './boxes.js';
import { canvasPixels } from './canvas-pixels.js';
import { queryDeep, shadowRoots } from './query-deep.js';
import { addChangeListeners } from './change-sends.js';
import { beginChoice, choicesOf } from './choices.js';
import { offerClipboard } from './clipboard.js';
import { hitAt } from './hit-test.js';
import { isSharedControl } from './facts.js';
import {
  checkOptions,
  editedText,
  focusOn,
  optionTexts,
  optionLabels,
  scrollNear,
  selectContents,
  setOptions,
  setValue,
  stateOf,
} from './fields.js';
import { fieldKind } from './field-kind.js';
import { fileField } from './file-field.js';
import { accessKeyed, focused } from './focus.js';
import { addHandlers, addListenerElements, addListenerPaths, presumeHandlers } from './click-listeners.js';
import { withHeld } from './held-values.js';
import { holdsSecret } from './sensitive.js';
import { armInputGuard, liftGuard, listen } from './input-guard.js';
import { inspect } from './inspect.js';
import { judgedFacts } from './judged-facts.js';
import { limitAddresses } from './limit-addresses.js';
import { reportOnLeaving } from './leaving-values.js';
import { remeasureText, untilStill } from './measure-again.js';
import { queryParts, type PartsQuery } from './match-parts.js';
import { adoptClosedRoot, countNodes } from './dom-primordials.js';
import { elementNumbered, numberFor } from './element-ids.js';
import { coverForPrint, isCovered, uncover } from './print-cover.js';
import { checkSecret, putSecret, type PutSecretRules } from './put-secret.js';
import { paintedBesides } from './painted-elsewhere.js';
import { holdHidden, secretsSeen, watchSecrets } from './secret-watch.js';
import { addCandidates, takeCandidates } from './closed-root-candidates.js';
import { Walk } from './walk.js';
import { widgetField, widgetOf } from './widget.js';

/** A method gets its arguments as JSON values and answers with one; `null` means that the element is gone. */
const METHODS: Readonly<Record<string, (...args: never[]) => unknown>> = {
  walk: (options: WalkOptions) => withHeld(new Walk(options).run()),
  prefetch: (options: WalkOptions) => prefetchWalk(options),
  prefetchIfPlain: (options: WalkOptions) => (presumeHandlers() ? prefetchWalk(options) : null),
  matchesPrefetched,
  markUnpainted: (painting: WirePainting) => {
    markUnpainted(painting);
  },
  remeasureText: (numbers: readonly number[]) => remeasureText(numbers),
  untilStill: (numbers: readonly number[], milliseconds: number) => untilStill(numbers, milliseconds),
  facts: (n: number) => on(n, judgedFacts),
  aim: (n: number, options: AimOptions, milliseconds: number) => aim(n, options, milliseconds),
  painted,
  frameBox: (n: number, reveal: boolean) => frameBox(n, reveal) ?? null,
  hitsFrame: (n: number, x: number, y: number) => hitsFrame(n, x, y),
  query: (selector: string, most: number) => query(selector, most),
  queryParts: (query: PartsQuery) => queryParts(query),
  attributeValues: (names: readonly string[]) => attributeValues(names),
  hit,
  hits: (points: readonly (readonly [number, number])[]) => points.map(([x, y]) => hit(x, y)),
  focused,
  guardInput: (n: number | null, end: number | null, pressed: readonly number[]) => armInputGuard(n, end, pressed),
  liftGuard,
  box: (n: number) => on(n, elementBox),
  reveal: (n: number) => on(n, (element) => (bringIntoView(element), true)),
  state: (n: number) => on(n, stateOf),
  editedText: (n: number) => on(n, editedText),
  fieldKind: (n: number) => on(n, (element) => ({ ...fieldKind(element), inWidget: widgetOf(element) !== undefined })),
  offerClipboard: (n: number, kind: 'copy' | 'cut' | 'paste', text: string) =>
    on(n, (element) => offerClipboard(element, kind, text)),
  widgetField: (n: number) =>
    on(n, (element) => {
      const field = widgetField(element);
      return field === undefined ? null : numberFor(field);
    }),
  focus: (n: number) => on(n, (element) => (focusOn(element), true)),
  selectContents: (n: number) => on(n, (element) => (selectContents(element), true)),
  setValue: (n: number, value: string) => on(n, (element) => setValue(element, value)),
  checkSecret: (n: number, rules: PutSecretRules) => on(n, (element) => checkSecret(element, rules)),
  putSecret: (n: number, value: string, rules: PutSecretRules) =>
    on(n, (element) => (focusOn(element), putSecret(element, value, rules))),
  accessKey: (n: number, key: string) => on(n, () => accessKeyed(key) ?? false),
  sharedControl: (n: number, other: number) => on(n, (one) => on(other, (end) => isSharedControl(one, end))),
  beginChoice: (name: string) => (beginChoice(name), true),
  choices: (n: number, name: string) => on(n, (element) => choicesOf(element, name)),
  optionLabels: (n: number, words?: string) => on(n, (element) => optionLabels(element, words)),
  checkOptions: (n: number, values: readonly string[]) => on(n, (element) => checkOptions(element, values)),
  optionTexts: (n: number) => on(n, optionTexts),
  setOptions: (n: number, values: readonly string[]) => on(n, (element) => setOptions(element, values)),
  scrollBy: (n: number, dx: number, dy: number) => scrollNear(elementNumbered(n), dx, dy),
  scroll: () => ({ x: scrollX, y: scrollY }),
  watchSecrets: (maxFrames: number, watchesText: boolean) => watchSecrets(maxFrames, watchesText),
  secretsSeen,
  paintedBesides,
  holdsSecret,
  coverForPrint: (frames: readonly number[]) => coverForPrint(frames),
  isCovered,
  uncover,
  fileField: (n: number) => on(n, fileField),
  canvasPixels: (n: number, format: WireCanvasFormat) => on(n, (element) => canvasPixels(element, format)),
  actingBoxes,
  inspect: (n: number) => on(n, inspect),
  addListenerPaths: (places: readonly (readonly [number, string])[]) => {
    addListenerPaths(places);
  },
  addHandlers: (count: number) => {
    const handlers = addHandlers(count);
    if (handlers === 'new') dropPrefetched();
    return handlers;
  },
  countNodes: () => countNodes(shadowRoots()),
};

function hit(x: number, y: number): number | null {
  const element = hitAt(x, y);
  if (element !== null) addCandidates(element);
  return element === null ? null : numberFor(element);
}

function on<Answer>(number: number, use: (element: Element) => Answer): Answer | null {
  const element = elementNumbered(number);
  return element === undefined ? null : use(element);
}

function query(selector: string, most: number): number[] | 'bad-selector' {
  try {
    return queryDeep(selector, most).map(numberFor);
  } catch {
    return 'bad-selector';
  }
}

/** Methods that only read: after them a prefetched walk is still true. */
const READ_ONLY = new Set([
  'walk',
  'prefetch',
  'prefetchIfPlain',
  'matchesPrefetched',
  'addHandlers',
  'remeasureText',
  'untilStill',
  'countNodes',
  'scroll',
  'facts',
  'box',
  'state',
  'guardInput',
  'liftGuard',
]);

async function call(method: string, args: string): Promise<string> {
  if (!READ_ONLY.has(method)) dropPrefetched();
  const run = Object.hasOwn(METHODS, method) ? METHODS[method] : undefined;
  if (run === undefined) throw new Error(`no method ${method}`);
  const given: unknown = JSON.parse(args);
  if (!Array.isArray(given)) throw new Error('no list of arguments');
  const answer: unknown = await Reflect.apply(run, undefined, given);
  return JSON.stringify(answer ?? null);
}

/** The same, with the elements on its way that only the debugger can look into. */
async function probe(method: string, args: string): Promise<readonly [string, ...Element[]]> {
  takeCandidates();
  const answer = await call(method, args);
  return [answer, ...takeCandidates()];
}

/** A prefetched walk does not know of these elements. */
function addListeners(...elements: readonly unknown[]): void {
  dropPrefetched();
  addListenerElements(...elements);
}

/** A prefetched walk knows nothing of closed roots that are handed over later. */
function adopt(root: unknown): void {
  dropPrefetched();
  adoptClosedRoot(root);
}

declare const __GATEWRIGHT_NAME__: string;

// The isolated world's global is ours alone; the second definition of a document that was given two is ignored.
if (!Object.hasOwn(globalThis, __GATEWRIGHT_NAME__)) {
  listen();
  Object.defineProperty(globalThis, __GATEWRIGHT_NAME__, {
    value: { call, probe, adopt, holdHidden, element: elementNumbered, addListeners, addChangeListeners },
  });
  limitAddresses();
  reportOnLeaving();
}
