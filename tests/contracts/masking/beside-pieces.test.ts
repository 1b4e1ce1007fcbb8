import { describe, expect, it } from 'vitest';
import type { SecretContent } from '../../../src/core/seals/secret-class.js';
import { mintSecret } from '../../../src/core/seals/secret-mint.js';
import { createMask } from '../../../src/masking/index.js';
import { LeakScan, caseText } from '../../fixtures/leak-scan.js';
import { ownMatrix } from './cases.js';

const secret = (name: string, value: string, more: Partial<SecretContent>) =>
  mintSecret(name, { value, origins: ['https://a.example'], ...more });

describe('what an agent registered', () => {
  const { secrets, cases } = ownMatrix();
  const own = secrets.map(({ name, value }) => secret(name, value, { isAgents: true }));
  const must = cases.filter(({ level }) => level === 'must');
  const half = (value: string): number => value.length >> 1;
  const learnt = secrets.flatMap(({ value }) => [
    ...[value, value.slice(0, half(value)), value.slice(half(value))],
    ...[`before ${value}`, `${value} after`],
  ]);

  it.each(learnt)('stays masked everywhere beside %j, which a page showed', (value) => {
    const mask = createMask([...own, secret('PART', value, { use: 'code', isFieldValue: true })]);
    for (const origin of [undefined, 'https://a.example', 'https://b.example']) {
      const scan = new LeakScan(must);
      must.forEach((one, number) => {
        scan.read('text', mask(caseText(one, number), origin));
      });
      expect(scan.leaks('must')).toEqual([]);
    }
  });
});
