import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atTerminal } from '../../fixtures/at-a-terminal.js';
import type { Typed } from '../../fixtures/at-a-terminal.js';
import { runCommand } from '../../fixtures/gatewright.js';
import { bytesBelow } from '../../fixtures/vault-places.js';

const CODE = 'four-Green-5-apples';

let workspace: string;
beforeEach(() => {
  workspace = mkdtempSync(join(tmpdir(), 'gw-init-'));
});
afterEach(() => {
  rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
});

const SITES: Typed = [/Which sites[^]*?\) $/u, 'example.com\r'];
const PORTS: Typed = [/Which ports[^]*?\) $/u, '\r'];
const ASK = /A code to be asked[^]*?\) $/u;
const AGAIN = /Once more: $/u;

const config = () => readFileSync(join(workspace, 'gatewright.yaml'), 'utf8');
const isSet = (): boolean => {
  const { stdout } = runCommand(workspace, ['approvals', 'code', 'status', '--json']);
  return (JSON.parse(stdout) as { set: boolean }).set;
};

describe('gatewright init at a terminal', { timeout: 60_000 }, () => {
  test('asks for a code last, and sets what was typed twice, unseen', async () => {
    const { status, screen } = await atTerminal(
      workspace,
      ['init'],
      [SITES, PORTS, [ASK, `${CODE}\r`], [AGAIN, `${CODE}\r`]],
    );
    expect(screen).toContain('gatewright.yaml');
    expect(status).toBe(0);
    expect(config()).toContain('example.com');
    expect(isSet()).toBe(true);
    expect(screen).not.toContain(CODE);
    expect(bytesBelow(workspace).includes(CODE)).toBe(false);
    const wrong = runCommand(workspace, ['approvals', 'code', 'remove'], 'something-else\n');
    expect([wrong.status, isSet()]).toEqual([2, true]);
    expect(runCommand(workspace, ['approvals', 'code', 'remove'], `${CODE}\n`).status).toBe(0);
    expect(isSet()).toBe(false);
  });

  test.each<[string, Typed[], string]>([
    ['nothing', [[ASK, '\r']], 'Wrote'],
    [
      'two different codes',
      [
        [ASK, `${CODE}\r`],
        [AGAIN, `${CODE}x\r`],
      ],
      'two different codes',
    ],
    [
      'a code that is too short',
      [
        [ASK, 'abc\r'],
        [AGAIN, 'abc\r'],
      ],
      'No code is set',
    ],
  ])('%s: the file is there and no code', async (_, typing, says) => {
    const { status, screen } = await atTerminal(workspace, ['init'], [SITES, PORTS, ...typing]);
    expect(screen).toContain(says);
    expect(screen).toContain('Wrote');
    expect(status).toBe(0);
    expect(config()).toContain('example.com');
    expect(screen).not.toContain(CODE);
    expect(isSet()).toBe(false);
  });

  test('a mistake is taken back with backspace', async () => {
    const typed = `${CODE}zz\u007F\u007F\r`;
    await atTerminal(workspace, ['init'], [SITES, PORTS, [ASK, typed], [AGAIN, `${CODE}\r`]]);
    expect(runCommand(workspace, ['approvals', 'code', 'remove'], `${CODE}\n`).status).toBe(0);
  });

  test('Ctrl-C at the code changes nothing, as it says', async () => {
    const { status, screen } = await atTerminal(workspace, ['init'], [SITES, PORTS, [ASK, '\u0003']]);
    expect(status).not.toBe(0);
    expect(screen).not.toMatch(/ {4}at /u);
    expect(screen).toContain('Nothing was changed.');
    expect(existsSync(join(workspace, 'gatewright.yaml'))).toBe(false);
    expect(isSet()).toBe(false);
  });

  test('a slip at a question is asked about again', async () => {
    const { status, screen } = await atTerminal(
      workspace,
      ['init'],
      [
        [/Which sites[^]*?\) $/u, 'my site\r'],
        [/my: a public site has a dot[^]*?\) $/u, 'example.com\r'],
        [/Which ports[^]*?\) $/u, 'abc\r'],
        [/abc: a port is a number[^]*?\) $/u, '3000\r'],
        [ASK, '\r'],
      ],
    );
    expect(status, screen).toBe(0);
    expect(config()).toContain('localhost:3000');
  });

  test('does not ask where the answers came by flags, nor where nobody is there', async () => {
    const flagged = await atTerminal(workspace, ['init', '--sites', 'example.com', '--ports', ''], []);
    expect(flagged.status).toBe(0);
    expect(flagged.screen).not.toContain('A code');
    const piped = runCommand(workspace, ['init', '--force', '--sites', 'example.com'], `${CODE}\n${CODE}\n`);
    expect(piped.status).toBe(0);
    expect(isSet()).toBe(false);
    expect(statSync(join(workspace, 'gatewright.yaml')).mode & 0o077).toBe(0);
  });

  test('does not ask again where a code is set', async () => {
    expect(runCommand(workspace, ['approvals', 'code', 'set'], `${CODE}\n`).status).toBe(0);
    const { status, screen } = await atTerminal(workspace, ['init'], [SITES, PORTS]);
    expect(status).toBe(0);
    expect(screen).not.toContain('A code');
    expect(isSet()).toBe(true);
  });
});
