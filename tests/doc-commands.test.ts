import { Command } from 'commander';
import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest';
import { runCli } from '../src/cli/run.js';
import { readStdioLine } from '../src/cli/server-flags.js';
import { VARIABLES } from '../src/config/environment.js';
import { MENTIONED, TYPED, wordsFor } from './fixtures/doc-snippets.js';

const act: unknown = Object.getOwnPropertyDescriptor(Command.prototype, 'action')?.value;
let said: string;

// Each parse opens the terminal anew.
process.stdout.setMaxListeners(0);
process.stderr.setMaxListeners(0);

/** The real parser, and nothing that a command would then do; a group still says which of its commands are unknown. */
beforeEach(() => {
  said = '';
  const say = (text: string | Uint8Array): boolean => {
    said += String(text);
    return true;
  };
  vi.spyOn(process.stdout, 'write').mockImplementation(say);
  vi.spyOn(process.stderr, 'write').mockImplementation(say);
  vi.spyOn(Command.prototype, 'action').mockImplementation(function (this: Command, listener) {
    const unlessDone = (...args: unknown[]): unknown => {
      const isUnknown = this.commands.length > 0 && this.args.length > 0;
      return isUnknown ? listener.apply(this, args) : undefined;
    };
    if (typeof act === 'function') Reflect.apply(act, this, [unlessDone]);
    return this;
  });
});

afterEach(() => {
  vi.restoreAllMocks();
  process.exitCode = undefined;
});

async function parses(argv: readonly string[]): Promise<boolean> {
  if (readStdioLine(argv) !== undefined) return true;
  await runCli({ argv, entry: 'gatewright.js', start: ['gatewright'], version: '0', env: {} });
  const isTaken = (process.exitCode ?? 0) === 0;
  process.exitCode = undefined;
  return isTaken;
}

const started = TYPED.flatMap(({ where, line }) => {
  const words = wordsFor(line.replace(/^for .*; do (.*); done$/u, '$1'));
  return words === undefined ? [] : [{ where, line, words }];
});

describe('the gatewright commands in README and docs', () => {
  it('are found', () => {
    expect(started.length).toBeGreaterThan(40);
    expect(MENTIONED.length).toBeGreaterThan(60);
  });

  test.each(started)('$where: $line', async ({ words }) => {
    expect(await parses(words), said).toBe(true);
  });

  test.each([...new Set(MENTIONED.map(({ line }) => line))])('in a sentence: gatewright %s', async (line) => {
    const words = line.replaceAll('CLIENT', 'claude').replaceAll('URL', 'https://example.com/').split(' ');
    if (await parses(words)) return;
    // A command that is named without what it takes: there is such a command.
    await parses([...words, '--help']);
    expect(said).toContain(`Usage: gatewright ${words.join(' ')} `);
  });

  it('are refused where they are wrong', async () => {
    expect(await parses(['vault', 'ad', 'github.com'])).toBe(false);
    expect(await parses(['add', 'claude', '--alow', 'x'])).toBe(false);
    expect(await parses(['explain', 'one', 'two'])).toBe(false);
    expect(await parses(['token', 'add'])).toBe(false);
  });

  it('set variables that are read', () => {
    const set = TYPED.flatMap(({ line }) =>
      [...line.matchAll(/\b(GATEWRIGHT_[A-Z_]+)=/gu)].map(([, name = '']) => name),
    );
    expect(set.length).toBeGreaterThan(1);
    expect(set.filter((name) => !VARIABLES.has(name))).toEqual([]);
  });
});
