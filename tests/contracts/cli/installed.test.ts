import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startRegistry } from '../../fixtures/local-registry.js';
import type { Registry } from '../../fixtures/local-registry.js';

const execute = promisify(execFile);
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { version: string };

/** As a person gets it: packed, installed by npm somewhere else, and started by its name. */
describe('the installed command', () => {
  let registry: Registry;
  let place: string;
  let tarball: string;
  beforeAll(async () => {
    registry = await startRegistry(ROOT);
    place = mkdtempSync(join(tmpdir(), 'gw-installed-'));
    const packed = await run('npm', ['pack', '--ignore-scripts', '--silent', '--pack-destination', place], ROOT);
    tarball = join(place, packed.trim().split('\n').at(-1) ?? '');
  }, 120_000);
  afterAll(async () => {
    await registry.close();
    rmSync(place, { recursive: true, force: true, maxRetries: 5 });
  });

  async function run(
    program: string,
    args: readonly string[],
    cwd: string,
    env: Record<string, string> = {},
  ): Promise<string> {
    const { stdout } = await execute(program, args, {
      cwd,
      encoding: 'utf8',
      timeout: 110_000,
      env: {
        PATH: process.env['PATH'],
        HOME: place,
        npm_config_registry: registry.url,
        npm_config_cache: join(place, 'cache'),
        npm_config_audit: 'false',
        npm_config_fund: 'false',
        npm_config_update_notifier: 'false',
        GATEWRIGHT_WORKSPACE: join(place, 'workspace'),
        ...env,
      },
    });
    return stdout;
  }

  /** What a command prints when it fails. */
  async function refusalOf(
    program: string,
    args: readonly string[],
    cwd: string,
    env: Record<string, string> = {},
  ): Promise<string> {
    try {
      await run(program, args, cwd, env);
      return 'it did not fail';
    } catch (error) {
      return (error as { stderr: string }).stderr;
    }
  }

  const project = (name: string): string => {
    const folder = join(place, name);
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, 'package.json'), JSON.stringify({ name, version: '1.0.0', private: true }));
    return folder;
  };

  test('in a project, by npx', { timeout: 120_000 }, async () => {
    const folder = project('app');
    await run('npm', ['install', tarball], folder);
    expect((await run('npx', ['gatewright', '--version'], folder)).trim()).toBe(version);
    expect(await run('npx', ['gatewright', 'help'], folder)).toContain('add [options] <client>');
    const refusal = await refusalOf('npx', ['gatewright', 'approvals', 'deny', 'x'], folder);
    expect(refusal).toContain('list them with: npx gatewright approvals');
  });

  test(
    "from elsewhere, by npx and its cache: the client's entry does not name the cache",
    { timeout: 120_000 },
    async () => {
      const npx = (...args: string[]) =>
        run('npx', ['--yes', '--package', tarball, 'gatewright', ...args], project('else'));
      expect((await npx('version')).trim()).toBe(version);
      expect(await npx('add', 'claude', '--print')).not.toContain('_npx');
    },
  );

  test('for everybody, by its name', { timeout: 120_000 }, async () => {
    const prefix = join(place, 'global');
    await run('npm', ['install', '--global', '--prefix', prefix, tarball], place);
    const bin = join(prefix, 'bin');
    const PATH = `${bin}:${process.env['PATH'] ?? ''}`;
    expect((await run('gatewright', ['-v'], place, { PATH })).trim()).toBe(version);
    expect(await refusalOf('gatewright', ['token', 'revoke', 'x'], place, { PATH })).toContain(
      'with: gatewright token list',
    );
    // Where its folder is on no path, its path is what can be typed.
    const path = join(bin, 'gatewright');
    expect(await refusalOf(path, ['token', 'revoke', 'x'], place)).toContain(`with: ${path} token list`);

    const client = new Client({ name: 'installed', version: '1.0.0' });
    const env = { PATH, GATEWRIGHT_WORKSPACE: join(place, 'workspace') };
    await client.connect(new StdioClientTransport({ command: path, env, stderr: 'ignore' }));
    expect((await client.listTools()).tools.map(({ name }) => name)).toContain('browser_navigate');
    await client.close();
  });

  test('linked from a checkout', { timeout: 120_000 }, async () => {
    const checkout = join(place, 'checkout');
    mkdirSync(checkout);
    await run('tar', ['-xzf', tarball, '--strip-components=1', '-C', checkout], place);
    const prefix = join(place, 'linked');
    mkdirSync(join(prefix, 'lib'), { recursive: true });
    await run('npm', ['link', '--ignore-scripts'], checkout, { npm_config_prefix: prefix });
    expect((await run(join(prefix, 'bin', 'gatewright'), ['--version'], place)).trim()).toBe(version);
  });

  test('the file is a program by itself', async () => {
    const file = join(ROOT, 'dist', 'gatewright.js');
    expect(readFileSync(file, 'utf8').split('\n')[0]).toBe('#!/usr/bin/env node');
    expect(statSync(file).mode & 0o111).toBe(0o111);
    expect((await run(file, ['--version'], place)).trim()).toBe(version);
    expect(await refusalOf(file, ['token', 'revoke', 'x'], place)).toContain(`with: node ${file} token list`);
  });
});
