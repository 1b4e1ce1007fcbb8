import { execFileSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS } from './fixtures/doc-snippets.js';

/** What a reader has beside the block: their own functions, a framework, and what an earlier block of the page made. */
const GIVEN = `import type { ApprovalQuestion, Gatewright, GatewrightSession } from 'gatewright';
import type { RequestListener } from 'node:http';
declare global {
  function askInYourOwnWay(rows: ApprovalQuestion['rows'], picture: ApprovalQuestion['picture'], signal: AbortSignal): Promise<boolean>;
  function ask(rows: ApprovalQuestion['rows']): Promise<boolean>;
  const express: { all(path: string, handler: RequestListener): void };
  const model: object;
  const prompt: string;
  var gw: Gatewright;
  var session: GatewrightSession;
}
`;
/** The framework is the reader's to install; these are the parts that the page uses. */
const FRAMEWORK = `declare module 'ai' {
  export type ToolSet = Record<string, object>;
  export function stepCountIs(steps: number): object;
  export function generateText(options: { model: object; system: string; tools: ToolSet; prompt: string; stopWhen: object }): Promise<object>;
}
`;

const BLOCKS = SNIPPETS.filter(({ language }) => language === 'ts');

/** Against the types of the package as it is packed, in a folder outside of the project. */
describe('the programs in README, docs and examples', () => {
  let folder: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'gw-doc-types-'));
    const installed = join(folder, 'node_modules', 'gatewright');
    mkdirSync(installed, { recursive: true });
    copyFileSync('package.json', join(installed, 'package.json'));
    execFileSync(process.execPath, ['scripts/build-types.mjs', join(installed, 'dist', 'types')]);
    for (const name of ['@hono', '@modelcontextprotocol', '@types', 'hono'])
      symlinkSync(resolve('node_modules', name), join(folder, 'node_modules', name));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
    writeFileSync(join(folder, 'given.ts'), GIVEN);
    writeFileSync(join(folder, 'framework.d.ts'), FRAMEWORK);
  });

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  /** What the compiler says against these files, with the name of each. */
  function faultsOf(files: ReadonlyMap<string, string>): string[] {
    for (const [name, text] of files) writeFileSync(join(folder, name), text);
    const roots = ['given.ts', 'framework.d.ts', ...files.keys()].map((name) => join(folder, name));
    const program = ts.createProgram(roots, {
      ...{ strict: true, noEmit: true, skipLibCheck: true, allowJs: true, checkJs: true, types: ['node'] },
      ...{ target: ts.ScriptTarget.ES2023, module: ts.ModuleKind.NodeNext, lib: ['lib.es2023.d.ts'] },
      moduleResolution: ts.ModuleResolutionKind.NodeNext,
      typeRoots: [join(folder, 'node_modules', '@types')],
    });
    return ts
      .getPreEmitDiagnostics(program)
      .map(
        ({ file, messageText }) =>
          `${basename(file?.fileName ?? '')}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`,
      );
  }

  /** Each block is a module of its own; `export` makes it one where it imports nothing. */
  const moduleOf = (text: string): string => `${text}\nexport {};\n`;

  it('are taken by the compiler of a program that installs the package', () => {
    const blocks = BLOCKS.map(
      ({ where, text }) => [`${where.replaceAll(/[^\w]+/gu, '-')}.ts`, moduleOf(text)] as const,
    );
    const examples = readdirSync('examples/typescript')
      .map((name) => [name, readFileSync(join('examples', 'typescript', name), 'utf8')] as const)
      .filter(([, text]) => text.includes("from 'gatewright'"));
    expect(blocks.length).toBeGreaterThan(5);
    expect(examples.length).toBeGreaterThan(0);
    expect(faultsOf(new Map([...blocks, ...examples]))).toEqual([]);
  });

  it.each([
    [
      'an option that is not there',
      `import { createGatewright } from 'gatewright';\nawait createGatewright({ approval: 1 });`,
    ],
    ['a tool that is not there', `await gw.session().call('browser_clik', {});`],
    ['an argument of the wrong type', `await session.call('browser_navigate', { url: 1 });`],
    ['an export that is not there', `import { launch } from 'gatewright/provider';`],
    ['a file of the package that is no entry', `import 'gatewright/dist/index.js';`],
  ])('are refused for %s', (_, text) => {
    expect(faultsOf(new Map([['wrong.ts', moduleOf(text)]])).some((fault) => fault.startsWith('wrong.ts: '))).toBe(
      true,
    );
    rmSync(join(folder, 'wrong.ts'));
  });
});
