import { expect, test } from 'vitest';
import type { Call, CallFacts, ElementFacts, ElementIntent, ElementTarget } from '../core/index.js';
import { compilePolicy } from '../policy/index.js';
import { askedTargets } from './asked-targets.js';

const policy = compilePolicy({
  ...{ network: { allow: [], block: [], load: [], observe: false }, rules: [], confirmRequired: [] },
  approval: { from: 'high', trustedDomains: [], sensitiveDomains: [] },
});

interface Seen {
  readonly intent: ElementIntent;
  readonly name: string;
  readonly ref: string;
}

function asked(seen: readonly Seen[]): readonly string[] {
  const pairs = seen.map(({ intent, name, ref }, x): [ElementTarget, ElementFacts] => [
    { kind: 'element', at: { by: 'coords', x, y: 0 }, intent },
    {
      ...{ ref, role: 'button', name, tag: 'button', frameOrigin: 'https://a.example', document: 'd' },
      ...{ editable: false, disabled: false, fingerprint: 'f' },
    },
  ]);
  const elements = new Map(pairs);
  const call: Call = {
    ...{ tool: 'gesture_chain', capability: 'canvas', effect: 'act', principal: { id: 'local' }, arguments: {} },
    scope: { principal: 'local', session: 'default' },
    targets: [...elements.keys()],
  };
  const page = { tab: 't1', url: 'https://a.example/', origin: 'https://a.example', document: 'd' };
  const callFacts: CallFacts = { page, elements, urls: new Map(), granted: [] };
  return askedTargets(policy, call, callFacts).map((target) => elements.get(target)?.name ?? '');
}

const many = (count: number, intent: ElementIntent): Seen[] =>
  Array.from({ length: count }, (_, i) => ({ intent, name: `Help ${String(i)}`, ref: `e${String(i)}` }));
const grave: Seen = { intent: 'click', name: 'Delete my account', ref: 'grave' };

test('what is acted on is shown, the gravest first, and what is passed over is not', () => {
  expect(asked([...many(30, 'hover'), ...many(2, 'click'), grave])).toEqual(['Delete my account', 'Help 0', 'Help 1']);
  expect(asked([...many(40, 'scroll'), grave])).toEqual(['Delete my account']);
});

test('more than can be shown is refused', () => {
  expect(asked([...many(19, 'click'), grave])).toHaveLength(20);
  expect(() => asked([...many(20, 'click'), grave])).toThrow(/split/u);
});

test('a stroke on one element is one, and elements that look alike are several', () => {
  const stroke = Array.from({ length: 100 }, (): Seen => ({ intent: 'drag', name: 'Board', ref: 'e1' }));
  expect(asked(stroke)).toEqual(['Board']);
  expect(asked(['a', 'b'].map((ref) => ({ ...grave, ref })))).toHaveLength(2);
});

test('where nothing is acted on, what is passed over is shown', () => {
  expect(asked(many(30, 'hover'))).toHaveLength(20);
});
