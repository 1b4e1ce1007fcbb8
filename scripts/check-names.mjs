// Fails when two files of src/ export the same name. Today's duplicates are listed; the list may only become shorter.
import { readFile, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const LISTED = fileURLToPath(new URL('duplicate-names.json', import.meta.url));
const SOURCES = fileURLToPath(new URL('../src/', import.meta.url));
const DECLARED =
  /^export (?:default )?(?:declare )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type|enum) ([\w$]+)/gmu;

const files = (await readdir(SOURCES, { recursive: true })).filter(
  (name) => name.endsWith('.ts') && !name.endsWith('.test.ts') && !name.endsWith('.generated.ts'),
);
const places = new Map();
for (const file of files.sort()) {
  const text = await readFile(join(SOURCES, file), 'utf8');
  // Overloads and a type beside a value of the same name are one declaration.
  for (const name of new Set([...text.matchAll(DECLARED)].map(([, declared]) => declared)))
    places.set(name, [...(places.get(name) ?? []), file]);
}
const duplicates = [...places].filter(([, where]) => where.length > 1);
const listed = JSON.parse(await readFile(LISTED, 'utf8'));
const now = Object.fromEntries(duplicates.map(([name, where]) => [name, where.length]));
const added = duplicates.filter(([name, where]) => where.length > (listed[name] ?? 1));
const gone = Object.keys(listed).filter((name) => (now[name] ?? 1) < listed[name]);
if (process.argv.includes('--shrink')) {
  const kept = Object.keys(listed).filter((name) => now[name] !== undefined);
  const shrunk = Object.fromEntries(kept.map((name) => [name, Math.min(now[name], listed[name])]));
  await writeFile(LISTED, `${JSON.stringify(shrunk, null, 2)}\n`);
  gone.length = 0;
}
for (const [name, where] of added)
  console.error(`${name} is exported by ${where.join(' and ')}: one name has one declaration, so rename one of them.`);
if (gone.length > 0)
  console.error(`Fewer duplicates than listed: ${gone.join(', ')}. Run node scripts/check-names.mjs --shrink.`);
if (added.length > 0 || gone.length > 0) process.exit(1);
console.log(`${duplicates.length} listed duplicate names, none new`);
