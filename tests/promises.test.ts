import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { PROMISES } from './promises.js';

const folder = fileURLToPath(new URL('attacks/', import.meta.url));
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'));
const cited = new Map(files.map((name) => [name, citations(readFileSync(`${folder}${name}`, 'utf8'))]));

function citations(source: string): string[] {
  return [...source.matchAll(/\bpromised\(\s*'([a-z-]+)'/gu)].map(([, id]) => id ?? '');
}

describe('promises', () => {
  it.each(Object.keys(PROMISES))('%s is cited by an attack test', (id) => {
    expect([...cited.values()].flat()).toContain(id);
  });

  it.each(files)('%s cites promises, all of which exist', (name) => {
    const ids = cited.get(name) ?? [];
    expect(ids.length).toBeGreaterThan(0);
    expect(ids.filter((id) => !Object.hasOwn(PROMISES, id))).toEqual([]);
  });
});
