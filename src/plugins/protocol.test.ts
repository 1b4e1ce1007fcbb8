import { describe, expect, it } from 'vitest';
import { PluginLines } from './plugin-lines.js';
import { readMessage } from './plugin-message.js';
import { planSandbox } from './sandbox-plan.js';
import type { SandboxMachine } from './sandbox-plan.js';

const bytes = (text: string): Buffer => Buffer.from(text);

describe('the lines of a plugin', () => {
  it('are put together from pieces, characters that are cut in two too', () => {
    const lines = new PluginLines(100);
    const [first = 0, second = 0] = bytes('é');
    expect(lines.push(Buffer.from([0x61, first]))).toEqual([]);
    expect(lines.push(Buffer.from([second, 0x0a, 0x62]))).toEqual(['aé']);
    expect(lines.push(bytes('\n\n'))).toEqual(['b', '']);
  });

  it('end at their limit, whole or not', () => {
    expect(new PluginLines(3).push(bytes('abcd'))).toBeUndefined();
    expect(new PluginLines(3).push(bytes('abcd\n'))).toBeUndefined();
    expect(new PluginLines(3).push(bytes('abc\nabc\n'))).toEqual(['abc', 'abc']);
  });
});

describe('a message of a plugin', () => {
  it.each([
    ['{"ready":1,"namespace":"board"}', 'ready'],
    ['{"call":"c","ask":1,"port":"page.text"}', 'ask'],
    ['{"call":"c","result":null}', 'result'],
    ['{"call":"c","error":"no"}', 'error'],
  ])('%s is read', (line, kind) => {
    expect(readMessage(line)?.kind).toBe(kind);
  });

  it.each([
    '',
    'null',
    '{"ready":2,"namespace":"board"}',
    '{"call":"c"}',
    '{"call":"c","result":1,"error":"no"}',
    '[1]',
  ])('%s is none', (line) => {
    expect(readMessage(line)).toBeUndefined();
  });

  it('of a depth that nobody can walk is none, and ends nothing', () => {
    expect(readMessage(`{"call":"c","result":${'['.repeat(200_000)}${']'.repeat(200_000)}}`)).toBeUndefined();
  });
});

describe('what holds a plugin', () => {
  const machine: SandboxMachine = { platform: 'linux', isRoot: false, major: 22, node: '/n', find: () => undefined };

  it('is nothing without bubblewrap before Node 25: then it is not started', () => {
    for (const platform of ['linux', 'darwin', 'win32'] as const)
      expect(planSandbox({ ...machine, platform }).kind).toBe('none');
    expect(planSandbox({ ...machine, isRoot: true, major: 26 }).kind).toBe('none');
  });

  it('is Node alone where Node takes the network away too', () => {
    const plan = planSandbox({ ...machine, platform: 'darwin', major: 25 });
    expect(plan.kind).toBe('permissions');
    const command = plan.kind === 'none' ? [] : plan.command('/p', 'main.mjs');
    expect(command).toContain('--permission');
    expect(command.some((word) => word.startsWith('--allow-net') || word.startsWith('--allow-child'))).toBe(false);
  });
});
