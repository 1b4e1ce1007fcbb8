import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CAPABILITIES, capabilityNames } from '../../src/core/capabilities.js';
import { attend } from '../fixtures/console-person.js';
import type { Attended } from '../fixtures/console-person.js';

const OPT_IN = capabilityNames().filter((name) => !CAPABILITIES[name].default);

describe('what is said of each capability that is on', () => {
  let there: Attended;
  let doctor: string;
  let record: string;
  let posture: string;
  beforeAll(async () => {
    there = await attend({ capabilities: capabilityNames() });
    const { gatewright, page, base } = there;
    doctor = gatewright.command(['doctor', '--json']).stdout;
    record = JSON.stringify(gatewright.record());
    await page.goto(`${base}/allowed`);
    posture = await page.locator('body').innerText();
  }, 120_000);
  afterAll(() => there.close());

  it.each(OPT_IN)('%s: at boot, in doctor, in the console and in the record', (name) => {
    const line = `capability ${name} is on: it exposes ${CAPABILITIES[name].exposes}`;
    const folded = (text: string): string => text.replace(/\s+/gu, ' ');
    expect(there.gatewright.stderr()).toContain(line);
    expect(doctor).toContain(line);
    expect(record).toContain(line);
    expect(folded(posture)).toContain(line);
  });

  it.each(capabilityNames().filter((name) => CAPABILITIES[name].default))(
    '%s, which is on by default, has no line',
    (name) => {
      for (const told of [there.gatewright.stderr(), doctor, record, posture])
        expect(told).not.toContain(`capability ${name} is on`);
    },
  );
});
