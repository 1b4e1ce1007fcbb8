// Writes the types of the package, into dist/types or the folder that is given: the files of src/sdk/ that its entries refer to, and nothing else of the
// source. Each is made by itself, without a check of the whole program, which `npm run typecheck` is for.
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';

const FROM = resolve('src/sdk');
const TO = resolve(process.argv[2] ?? 'dist/types');
const ENTRIES = ['index.ts', 'provider/index.ts', ...['ai-sdk', 'langchain', 'mastra', 'openai-agents'].map(adapter)];

rmSync(TO, { recursive: true, force: true });
const pending = ENTRIES.map((entry) => join(FROM, entry));
const done = new Set();
while (pending.length > 0) {
  const file = pending.pop();
  if (file === undefined || done.has(file)) continue;
  done.add(file);
  if (relative(FROM, file).startsWith('..'))
    throw new Error(`the types of the package refer to ${relative('.', file)}`);
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(readFileSync(file, 'utf8'), {
    fileName: file,
    reportDiagnostics: true,
    compilerOptions: {
      isolatedDeclarations: true,
      declaration: true,
      target: ts.ScriptTarget.ES2023,
      verbatimModuleSyntax: true,
    },
  });
  for (const { messageText } of diagnostics)
    throw new Error(`${relative('.', file)}: ${ts.flattenDiagnosticMessageText(messageText, '\n')}`);
  const target = join(TO, relative(FROM, file)).replace(/\.ts$/u, '.d.ts');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, outputText);
  for (const [, path] of outputText.matchAll(/from '(\.[^']+)\.js'/gu)) pending.push(join(dirname(file), `${path}.ts`));
}
console.log(`types: ${done.size} files`);

function adapter(name) {
  return `adapters/${name}.ts`;
}
