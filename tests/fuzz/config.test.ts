import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { stringify } from 'yaml';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { Failure } from '../../src/core/index.js';
import { forAWhile, printSeed, TEST_MS } from './for-a-while.js';

printSeed();

let workspace: string;
beforeAll(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-fuzz-'));
  mkdirSync(workspace, { recursive: true });
  chmodSync(workspace, 0o700);
});
afterAll(() => {
  rmSync(workspace, { recursive: true, force: true });
});

const KEYS = [
  'version', 'browser', 'network', 'allow', 'load', 'block', 'sessions', 'snapshot', 'maxConcurrent', 'idleSeconds',
  'capabilities', 'rules', 'when', 'then', 'name', 'url', 'text', 'role', 'approval', 'channels', 'webhook', 'timeoutSeconds',
  'audit', 'postgres', 'vault', 'backend', 'file', 'credentials', 'accounts', 'teams', 'tokenFile', 'http', 'host', 'port',
  'publicHosts', 'confirmRequired', 'unsafeAllowPrivate', 'resolver', 'upstreamProxy', 'viewport', 'width', 'executablePath',
  '__proto__', 'constructor', 'toString', '',
]; // prettier-ignore
const key = fc.oneof(fc.constantFrom(...KEYS), fc.string({ maxLength: 8 }));
const leaf = fc.oneof(
  fc.constantFrom<unknown>(
    'on',
    'off',
    'auto',
    'deny',
    'allow',
    '*.example',
    'https://a.example',
    '127.0.0.1:1',
    '(a+)+$',
    '../x',
    1,
    0,
    -1,
    1e308,
    null,
    true,
    false,
  ),
  fc.string({ unit: 'binary', maxLength: 30 }),
  fc.double(),
);
const { tree } = fc.letrec<{ tree: unknown }>((tie) => ({
  tree: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    leaf,
    fc.array(tie('tree'), { maxLength: 4 }),
    fc.array(fc.tuple(key, tie('tree')), { maxLength: 6 }).map((entries) => Object.fromEntries(entries) as unknown),
  ),
}));

const yamlText = fc.oneof(
  tree.map((value) => stringify(value)),
  fc.array(fc.tuple(key, tree), { maxLength: 6 }).map((entries) => stringify(Object.fromEntries(entries))),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString('latin1')),
  fc.nat({ max: 20_000 }).map((deep) => '['.repeat(deep)),
  fc.nat({ max: 3000 }).map((deep) => `${'{a: '.repeat(deep)}1${'}'.repeat(deep)}`),
  fc
    .nat({ max: 9 })
    .map((deep) =>
      [
        'a: &a0 [x]',
        ...Array.from({ length: deep }, (_, i) => `b${String(i)}: &a${String(i + 1)} [${`*a${String(i)},`.repeat(9)}]`),
      ].join('\n'),
    ),
);

const env = fc.dictionary(
  fc.oneof(
    fc.constantFrom(
      'GATEWRIGHT_HEADLESS',
      'GATEWRIGHT_ALLOW',
      'GATEWRIGHT_CAPS',
      'GATEWRIGHT_EXECUTABLE_PATH',
      'GATEWRIGHT_HTTP',
    ),
    fc.string({ maxLength: 10 }).map((text) => `GATEWRIGHT_${text.toUpperCase()}`),
  ),
  fc.string({ unit: 'binary', maxLength: 40 }),
  { maxKeys: 4 },
);

describe('the configuration', () => {
  it(
    'is read or refused with a code, whatever stands in it',
    async () => {
      const file = join(workspace, 'gatewright.yaml');
      await forAWhile(fc.tuple(yamlText, env), async ([text, variables]) => {
        writeFileSync(file, text, { mode: 0o600 });
        try {
          const { config } = await loadConfig({ workspace, env: { ...variables }, flags: {} });
          expect(Object.isFrozen(config)).toBe(true);
        } catch (error) {
          if (!(error instanceof Failure)) throw error;
          expect(error.code).toMatch(/^config\./u);
        }
        expect(Object.prototype).not.toHaveProperty('browser');
      });
    },
    TEST_MS,
  );
});
