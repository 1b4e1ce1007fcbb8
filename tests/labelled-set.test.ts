import { describe, expect, test } from 'vitest';
import { isHeldOut, LABELS } from './labelled/labels.js';
import type { Label } from './labelled/labels.js';
import type { ElementFacts, RiskLevel } from '../src/core/index.js';
import { LANGUAGES } from '../src/policy/languages/index.js';
import { at, call, policy, factsWith } from './fixtures/policy-facts.js';
import { riskOf } from '../src/policy/rules/risk/risk-of.js';

const NOTHING_SAID = policy();

function judge(label: Label): RiskLevel {
  const { role, text, method, action, href } = label;
  const isField = role === 'textbox' || role === 'searchbox';
  const target = isField ? at('press', 'Enter') : at('click');
  const site = 'https://shop.example.com';
  const facts: Partial<ElementFacts> = {
    role,
    name: text,
    tag: isField ? 'input' : role === 'link' ? 'a' : 'button',
    editable: isField,
    type: isField ? 'text' : method === undefined ? 'button' : 'submit',
    ...(href !== undefined && { href: `${site}${href}` }),
    ...(method !== undefined && {
      form: {
        method,
        action: `${site}${action ?? '/'}`,
        hasPassword: label.hasPassword ?? false,
        ...(label.amount !== undefined && { amount: label.amount }),
        ...(label.submitName !== undefined && { submitName: label.submitName }),
      },
    }),
  };
  return riskOf(call({ targets: [target] }), factsWith({ target, facts }), NOTHING_SAID).level;
}

const asks = (risk: RiskLevel): boolean => risk === 'high' || risk === 'critical';
const show = (label: Label): string =>
  `${label.language} ${label.role} ${JSON.stringify(label.text)} ${label.action ?? label.href ?? ''}: ${judge(label)} for ${label.risk}`;

function measure(labels: readonly Label[]) {
  const grave = labels.filter(({ risk }) => asks(risk));
  const low = labels.filter(({ risk }) => risk === 'low');
  const critical = labels.filter(({ risk }) => risk === 'critical');
  const missed = grave.filter((label) => !asks(judge(label)));
  const wrong = low.filter((label) => asks(judge(label)));
  const known = critical.filter((label) => judge(label) === 'critical');
  return {
    recall: 1 - missed.length / grave.length,
    wrongQuestions: wrong.length / low.length,
    criticalAsCritical: known.length / critical.length,
    of: { grave: grave.length, low: low.length, critical: critical.length },
    missed: missed.map(show),
    wrong: wrong.map(show),
  };
}

describe('controls of web pages in every language with word lists', () => {
  test('there are enough of them, and each half has its share', () => {
    const held = LABELS.filter(isHeldOut);
    expect(LABELS.length).toBeGreaterThanOrEqual(400);
    const measured = new Set(LABELS.map(({ language }) => language));
    expect(LANGUAGES.map(({ code }) => code).filter((code) => !measured.has(code))).toEqual(['others']);
    expect(held.length / LABELS.length).toBeGreaterThan(0.45);
    expect(held.length / LABELS.length).toBeLessThan(0.55);
  });

  test('the development half: what may be looked at', () => {
    const { missed, wrong, ...figures } = measure(LABELS.filter((label) => !isHeldOut(label)));
    expect({ ...figures, missed, wrong }).toMatchObject({ recall: expect.closeTo(1, 1) as number });
    expect(figures.recall, missed.join('\n')).toBeGreaterThanOrEqual(0.97);
    expect(figures.wrongQuestions, wrong.join('\n')).toBeLessThanOrEqual(0.02);
  });

  // What is missed here is not printed: whoever mends the rules must not see it.
  test('the held-out half: at least 0.97 of the grave ones ask, at most 0.02 of the low ones', () => {
    const { recall, wrongQuestions, criticalAsCritical, of } = measure(LABELS.filter(isHeldOut));
    process.stdout.write(
      `held out: recall of high and critical ${recall.toFixed(4)} (${of.grave}), wrong questions on low ` +
        `${wrongQuestions.toFixed(4)} (${of.low}), critical judged critical ${criticalAsCritical.toFixed(4)} (${of.critical})\n`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.97);
    expect(wrongQuestions).toBeLessThanOrEqual(0.02);
    expect(criticalAsCritical).toBeGreaterThanOrEqual(0.9);
  });

  test.each([...new Set(LABELS.map(({ language }) => language))])('the held-out half in %s', (language) => {
    const { recall, wrongQuestions, of } = measure(
      LABELS.filter((label) => label.language === language && isHeldOut(label)),
    );
    process.stdout.write(
      `${language}: recall ${recall.toFixed(3)} (${of.grave}), wrong questions ${wrongQuestions.toFixed(3)} (${of.low})\n`,
    );
    expect(recall).toBeGreaterThanOrEqual(0.9);
    expect(wrongQuestions).toBeLessThanOrEqual(0.05);
  });
});
