import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PROMISES } from './promises.js';

const map = readFileSync('src/README.md', 'utf8');
const recipes = readFileSync('CONTRIBUTING.md', 'utf8');
const quoted = (text: string): string[] => [...text.matchAll(/`([^`\n]+)`/gu)].map(([, code = '']) => code);
const isPath = (code: string): boolean =>
  /^[\w-][\w.-]*(?:\/[\w.-]*)*$/u.test(code) && /\/|\.(?:ts|mjs|json|md)$/u.test(code);

/** A short name lies in a folder that the same section names before it. */
function missingIn(section: string): string[] {
  const folders = ['', 'src'];
  return quoted(section)
    .filter(isPath)
    .filter((path) => {
      const found = folders.map((folder) => join(folder, path)).find((candidate) => existsSync(candidate));
      if (found !== undefined && path.includes('/')) folders.push(dirname(join(found, '.')), found);
      return found === undefined;
    });
}

describe('src/README.md', () => {
  it('names only files that exist', () => {
    expect(map.split('\n**').flatMap(missingIn)).toEqual([]);
  });

  it('has a line for every module', () => {
    const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(modules.map(({ name }) => name).filter((name) => !map.includes(`| \`${name}/\``))).toEqual([]);
  });

  it('names only promises that are kept', () => {
    const named = [...map.matchAll(/[Pp]romises? ([^.\n]+)/gu)].flatMap(([, list = '']) => quoted(list));
    expect(named.length).toBeGreaterThan(5);
    expect(named.filter((name) => !Object.hasOwn(PROMISES, name))).toEqual([]);
  });
});

describe('the recipes of CONTRIBUTING.md', () => {
  it('name only files that exist', () => {
    expect(recipes.split('\n## ').flatMap(missingIn)).toEqual([]);
  });

  /** What was touched to add the youngest of each kind: each of these files mentions it. */
  const kinds = [
    {
      heading: 'Add a tool',
      word: /clipboard_read|clipboardRead\b/u,
      own: /\/clipboard-read\.ts$/u,
      in: ['src', 'tests/fixtures'],
    },
    {
      heading: 'Add a browser provider',
      word: /'relay'/u,
      own: /\/relay\//u,
      in: ['src', 'tests/contracts/providers'],
    },
    {
      heading: 'Add a vault backend',
      word: /'sops'|sops\.js/u,
      own: /\/sops\.ts$/u,
      in: ['src/vault', 'src/config', 'tests/fixtures'],
    },
    { heading: 'Add a language', word: /turkish|\btr\.json/u, own: /\/turkish\.ts$/u, in: ['src', 'tests'] },
  ] as const;
  it.each(kinds)('$heading: every file that knows one is named', ({ heading, word, own, in: folders }) => {
    const recipe = recipes.split('\n## ').find((part) => part.startsWith(heading)) ?? '';
    const knowing = folders
      .flatMap((folder) => filesBelow(folder))
      .filter((file) => !own.test(file) && word.test(readFileSync(file, 'utf8')));
    const base = (file: string): string => file.replace(/^.*\//u, '');
    expect(knowing.filter((file) => !recipe.includes(base(file)))).toEqual([]);
  });
});

function filesBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.includes('generated'))
    .map((name) => join(folder, name));
}

describe('docs/path.md', () => {
  const page = readFileSync('docs/path.md', 'utf8');
  const rows = [...page.matchAll(/^\| `([\w/]+)`(?:, `[\w/]+`)* +\|[^|]+\| ([^|]+?) +\|$/gmu)];
  const imports = new Map(rows.map(([, name = '', list = '']) => [name, list]));
  const modules = readdirSync('src', { withFileTypes: true }).filter((entry) => entry.isDirectory());

  /** What the files of a module import: modules, and files that lie directly in `src/`. */
  function importedBy(module: string): string[] {
    const found = filesBelow(join('src', module)).flatMap((file) =>
      [...readFileSync(file, 'utf8').matchAll(/(?:from|import\()\s*'(\.[^']+)'/gu)].map(([, to = '']) =>
        join(dirname(file), to).split('/').slice(1),
      ),
    );
    const names = found.map(([first = '', second]) => (second === undefined ? first.replace(/\.js$/u, '.ts') : first));
    return [...new Set(names)].filter((name) => name !== module).sort();
  }

  it.each(modules.map(({ name }) => name))('says what %s imports', (module) => {
    const said = imports.get(module) === 'nothing' ? [] : imports.get(module)?.split(', ').sort();
    expect(said).toEqual(importedBy(module));
  });

  it('has the steps of src/gateway/path.ts, in its order', () => {
    const said = [...page.matchAll(/^ {1,2}(\d+) (\S+(?: \S+)?) {2,}/gmu)].map(([, number, name]) => [number, name]);
    const functions = readFileSync('src/gateway/path.ts', 'utf8').split(/^(?:export )?(?:async )?function /mu);
    const stepsOf = (code: string): string[][] =>
      [...code.matchAll(/^ *\/\/ (\d.*)$/gmu)].flatMap(([, comment = '']) =>
        [...comment.matchAll(/(?:^|, )(\d+) ([a-z]+(?: [a-z]+)?)/gu)].map(([, number = '', name = '']) => [
          number,
          name,
        ]),
      );
    const marked = functions.map(stepsOf);
    for (const steps of marked) {
      const numbers = steps.map(([number]) => Number(number));
      expect(numbers).toEqual(numbers.toSorted((one, other) => one - other));
    }
    const all = new Set(marked.flat().map((step) => step.join(' ')));
    expect([...all].sort((one, other) => Number.parseInt(one) - Number.parseInt(other))).toEqual(
      said.map((step) => step.join(' ')),
    );
    expect(said).toHaveLength(11);
  });
});
