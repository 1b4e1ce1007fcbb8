import { describe, expect, it } from 'vitest';
import { layOut } from './side-by-side.js';

const plain = (_: string, text: string): string => text;
const LONG = 'record: 14 browser_navigate denied policy.origin-not-allowed http://shop.localhost:8080';

describe('two sides', () => {
  it('stand beside each other where there is room, and no line is wider than the terminal', () => {
    const lines = layOut('asks for a report to be opened, which leads to another site', [{ text: LONG }], 100, plain);
    expect(lines).toEqual([
      'asks for a report to be opened, which       record: 14 browser_navigate denied',
      'leads to another site                       policy.origin-not-allowed http://shop.localhost:8080',
    ]);
  });

  it('stand below each other where there is none', () => {
    const lines = layOut('sends what it knows', [{ text: 'stopped' }, { text: LONG }], 60, plain);
    expect(lines.slice(0, 2)).toEqual(['sends what it knows', '  stopped']);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(60);
  });

  it('breaks a word that is longer than a line, and obeys no control character', () => {
    for (const line of layOut('x', [{ text: `${'a'.repeat(200)}\u001B[2J` }], 100, plain)) {
      expect(line.length).toBeLessThanOrEqual(100);
      expect(line).not.toContain('\u001B');
    }
  });

  it('paints each line of a side by itself', () => {
    const lines = layOut('x', [{ text: LONG, colour: 'dim' }], 100, (colour, text) => `<${colour}>${text}</${colour}>`);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(/<dim>[^<]+<\/dim>$/u);
  });
});
