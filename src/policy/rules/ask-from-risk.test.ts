import { describe, expect, test } from 'vitest';
import type { Call } from '../../core/index.js';
import { decide, observed } from '../decide.js';
import { at, call, policy, factsWith } from '../../../tests/fixtures/policy-facts.js';
import { riskOf, riskOfQuestion } from './risk/risk-of.js';

describe('what is asked', () => {
  const target = at('click');
  const click = (change: Partial<Call> = {}) => call({ targets: [target], ...change });
  const seen = (name: string) => factsWith({ target, facts: { name } });
  const from = (level: 'low' | 'medium' | 'high' | 'critical' | 'never', rules: object[] = []) =>
    policy({}, rules, [], { from: level });
  test.each([
    ['high', 'Delete', 'ask'],
    ['high', 'Save', 'allow'],
    ['medium', 'Save', 'ask'],
    ['low', 'Help', 'ask'],
    ['critical', 'Delete', 'allow'],
    ['critical', 'Pay', 'ask'],
    ['never', 'Pay', 'allow'],
  ] as const)('from %s, %s: %s', (level, name, kind) => {
    const verdict = decide(from(level), click(), seen(name));
    expect(verdict.kind).toBe(kind);
    if (kind === 'ask') expect(verdict.rule).toBe('risk');
    expect(verdict.risk).toBe({ Delete: 'high', Save: 'medium', Help: 'low', Pay: 'critical' }[name]);
  });

  test("the agent's words count for nothing", () => {
    const named = { ...target, at: { by: 'role', role: 'button', name: 'Help' } } as const;
    const callFacts = factsWith({ target: named, facts: { name: 'Delete' } });
    expect(decide(from('high'), call({ targets: [named], arguments: { name: 'Help' } }), callFacts).kind).toBe('ask');
    const innocent = { ...target, at: { by: 'role', role: 'button', name: 'Delete' } } as const;
    const help = factsWith({ target: innocent, facts: { name: 'Help' } });
    expect(decide(from('high'), call({ targets: [innocent], arguments: { name: 'Delete' } }), help).kind).toBe('allow');
  });

  test('reason and rule hold no page text', () => {
    expect(JSON.stringify(decide(from('high'), click(), seen('Delete the Quux now')))).not.toContain('Quux');
  });

  test('rules by risk: this level and above, observed without effect, and an allow lifts nothing', () => {
    const denying = from('never', [{ when: { risk: 'high' }, then: 'deny' }]);
    expect(decide(denying, click(), seen('Save')).kind).toBe('allow');
    expect(decide(denying, click(), seen('Delete'))).toMatchObject({ kind: 'deny', rule: 'rules[0]', risk: 'high' });
    expect(decide(denying, click(), seen('Pay')).kind).toBe('deny');
    const watching = from('never', [{ when: { risk: 'high' }, then: 'deny', mode: 'observe' }]);
    expect(decide(watching, click(), seen('Delete')).kind).toBe('allow');
    expect(observed(watching, click(), seen('Delete'))).toEqual(['rules[0] would deny']);
    const lifting = from('high', [{ when: { risk: 'high', tool: 'browser_*' }, then: 'allow' }]);
    expect(decide(lifting, click(), seen('Delete'))).toMatchObject({ kind: 'ask', rule: 'risk' });
  });

  test('one grave field among many decides for the whole call', () => {
    const other = at('type', 'x');
    const callFacts = seen('Delete');
    const both = new Map([...callFacts.elements, ...factsWith({ target: other, facts: { name: 'Name' } }).elements]);
    expect(riskOf(click({ targets: [other, target] }), { ...callFacts, elements: both }, policy()).level).toBe('high');
  });

  test('what a tool declares counts for a session too, where it acts; an extension always asks', () => {
    const session = { kind: 'session' } as const;
    const acting = (risk: 'low' | 'medium' | 'high') => call({ tool: 'extensions_reload', risk, targets: [session] });
    const verdict = (level: Parameters<typeof from>[0], one: Call) => decide(from(level), one, factsWith()).kind;
    expect(verdict('medium', acting('medium'))).toBe('ask');
    expect(verdict('high', acting('high'))).toBe('ask');
    expect(verdict('high', acting('medium'))).toBe('allow');
    expect(verdict('never', acting('high'))).toBe('allow');
    for (const effect of ['read', 'leave', 'ask'] as const)
      expect(verdict('low', { ...acting('high'), effect })).toBe('allow');
    const installs = call({ risk: 'high', targets: [{ ...session, extension: 'good' }] });
    for (const level of ['low', 'critical', 'never'] as const)
      expect(decide(from(level), installs, factsWith())).toMatchObject({ kind: 'ask', rule: 'extension' });
  });

  test.each([
    ['Are you sure you want to delete this item?', 'high'],
    ['Möchten Sie die Nachricht wirklich senden?', 'high'],
    ['Pay 30 € now?', 'critical'],
    ['Leave this page?', 'low'],
  ])('a question of the page: %s %s', (text, level) => {
    expect(riskOfQuestion(text).level).toBe(level);
  });
});
