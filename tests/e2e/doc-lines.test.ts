import { spawn } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SNIPPETS, TYPED, wordsFor } from '../fixtures/doc-snippets.js';
import { COMMAND } from '../fixtures/gatewright.js';

/**
 * Lines of README and docs that are not run here, by how they begin, and why. That the program takes their words is
 * checked by tests/doc-commands.test.ts, that a shell can read them by tests/doc-snippets.test.ts.
 */
const NOT_RUN: Readonly<Record<string, string>> = {
  'npm ': 'installs, builds, tests or measures for minutes; its scripts are checked to be there',
  'podman ': 'an image of minutes; tests/contracts/providers runs containers',
  'ssh ': 'another machine',
  'helm ': 'a cluster of Kubernetes',
  'kubectl ': 'a cluster of Kubernetes; tests/kubernetes.test.ts reads the files',
  'chromium ': 'the browser of another machine; tests/contracts/providers starts one with these switches',
  'gatewright container build': 'an image of minutes; scripts/containers-for-tests.mjs runs it',
  'printf ': 'the setting of that image',
  'gatewright chrome start': 'leaves a browser behind; tests/e2e/attach.test.ts runs it',
  GATEWRIGHT_ATTACH_CDP: 'needs that browser; tests/e2e/attach.test.ts runs it',
  'gatewright install-browser': 'may install one; tests/contracts/cli/install-browser.test.ts runs it',
  'gatewright demo': 'tests/e2e/demo.test.ts runs it',
  'gatewright vault capture': 'a person signs in; tests/e2e/vault-capture.test.ts runs it',
  'gatewright approvals code set': 'asks at a terminal; tests/e2e/approval-code.test.ts runs it',
  'gatewright init': 'asks at a terminal; tests/contracts/cli/init.test.ts runs it',
  'gatewright audit verify': "needs a copy of the record's key; tests/attacks/record-added-to.test.ts runs it",
  'gatewright profiles remove': 'needs a profile; tests/e2e/profiles.test.ts runs it',
  'gatewright audit replay': 'needs a session; tests/e2e/sessions-one-key.test.ts runs it',
};

/** What is typed when a line asks. */
const ASKED: Readonly<Record<string, string>> = {
  'vault add': 'correct horse battery staple\n',
};

/** Lines that say no, as the page says: what they end with, and what they print. */
const DENIED: Readonly<Record<string, RegExp>> = {
  'explain https://elsewhere.example/': /^deny {2}by allow/u,
  '--on https://shop.example/': /^deny {2}by rules/u,
};

/** Lines that go on until they are stopped, and what they print when they are ready. */
const LASTING: Readonly<Record<string, RegExp>> = {
  serve: /\/mcp/u,
  console: /http:\/\/127\.0\.0\.1/u,
  '--capabilities': /^$/u,
};

const isNotRun = (line: string): boolean => Object.keys(NOT_RUN).some((start) => line.startsWith(start));
const LINES = TYPED.filter(({ line }) => !isNotRun(line));

describe('the lines that README and docs tell a reader to type', () => {
  let root: string;
  let bin: string;

  beforeAll(() => {
    root = mkdtempSync(join(tmpdir(), 'gw-lines-'));
    bin = join(root, 'bin');
    mkdirSync(bin);
    const start = `#!/bin/sh\nexec ${process.execPath} ${COMMAND} "$@"\n`;
    writeFileSync(join(bin, 'gatewright'), start);
    chmodSync(join(bin, 'gatewright'), 0o755);
  });

  afterAll(() => {
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  });

  /** A home for each block of code, with the configuration that its section shows and the files that it names. */
  function homeFor(where: string): string {
    const home = join(root, where.replaceAll(/\W/gu, '-'));
    if (existsSync(home)) return home;
    mkdirSync(join(home, '.gatewright'), { recursive: true, mode: 0o700 });
    const config = where.startsWith('docs/recipes.md') ? configAbove(where) : undefined;
    if (config !== undefined) writeFileSync(join(home, '.gatewright', 'gatewright.yaml'), config, { mode: 0o600 });
    writeFileSync(join(home, '.gatewright', 'webhook-secret'), 'a secret of the webhook, long enough', { mode: 0o600 });
    const origins = [{ origin: 'https://stored.example', localStorage: [{ name: 'token', value: 'correct-horse-1' }] }];
    writeFileSync(join(home, 'state.json'), JSON.stringify({ cookies: [], origins }));
    return home;
  }

  it('are run, but for those that are listed with a reason, each of which is in use', () => {
    expect(LINES.length).toBeGreaterThan(30);
    const unused = Object.keys(NOT_RUN).filter((start) => !TYPED.some(({ line }) => line.startsWith(start)));
    expect(unused).toEqual([]);
    expect(LINES.filter(({ line }) => wordsFor(line) === undefined && !line.startsWith('for '))).toEqual([]);
  });

  it.each(LINES)('$where: $line', async ({ where, line }) => {
    const home = homeFor(where);
    const { PLAYWRIGHT_BROWSERS_PATH: browsers, PATH: path = '' } = process.env;
    const place = browsers === undefined ? {} : { PLAYWRIGHT_BROWSERS_PATH: browsers };
    const env = { ...place, PATH: `${bin}:${path}`, HOME: home, NO_COLOR: '1' };
    const ran = await type(line.replace('node dist/gatewright.js', 'gatewright'), home, env);
    const no = Object.entries(DENIED).find(([end]) => line.endsWith(end))?.[1];
    expect(ran.code, ran.said).toBe(no === undefined ? 0 : 1);
    expect(ran.said).toMatch(no ?? /^/u);
  });
});

interface Ran {
  readonly code: number | null;
  readonly said: string;
}

async function type(line: string, cwd: string, env: NodeJS.ProcessEnv): Promise<Ran> {
  const words = (wordsFor(line) ?? []).join(' ');
  const ready = Object.entries(LASTING).find(([start]) => words.startsWith(start))?.[1];
  const input = Object.entries(ASKED).find(([start]) => words.startsWith(start))?.[1] ?? '';
  const child = spawn('bash', ['-c', `exec ${line}`.replace(/^exec for/u, 'for')], { cwd, env });
  let said = '';
  const heard = (text: Buffer): void => {
    said += text.toString();
    if (ready?.test(said) === true) child.kill('SIGTERM');
  };
  child.stdout.on('data', heard);
  child.stderr.on('data', heard);
  child.stdin.on('error', () => undefined);
  child.stdin.end(input);
  const code = await new Promise<number | null>((resolve) => child.on('close', resolve));
  // Stopped by us once it was ready: with what code it then ends is not what the page is about.
  return { code: ready?.test(said) === true ? 0 : code, said };
}

/** The configuration that stands before a block in the same section of its page. */
function configAbove(where: string): string | undefined {
  const at = SNIPPETS.findIndex((snippet) => snippet.where === where);
  const before = SNIPPETS[at - 1];
  return before?.file === SNIPPETS[at]?.file && before?.language === 'yaml' ? before.text : undefined;
}
