import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { start } from '../fixtures/gatewright.js';
import { html, startSite } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a release would hand out, but for the MCPB bundle, whose tool is no part of the project. */
describe('a release', () => {
  let out: string;
  const made = (file: string): string => readFileSync(join(out, file), 'utf8');
  const json = (file: string): Record<string, unknown> => JSON.parse(made(file)) as Record<string, unknown>;
  const unpack = (file: string): string => {
    const folder = mkdtempSync(join(out, 'unpacked-'));
    execFileSync('tar', ['-xzf', join(out, file), '-C', folder]);
    return folder;
  };

  beforeAll(() => {
    out = mkdtempSync(join(tmpdir(), 'gw-release-'));
    const script = ['scripts/release.mjs', '--dry-run', '--without-mcpb', '--built'];
    const env = { ...process.env, RELEASE_FOLDER: join(out, 'made') };
    execFileSync(process.execPath, script, { cwd: ROOT, env, stdio: 'pipe', timeout: 55_000 });
    out = join(out, 'made');
  });

  afterAll(() => {
    rmSync(join(out, '..'), { recursive: true, force: true, maxRetries: 5 });
  });

  it('names its parts with their checksums, and the libraries that are in it', () => {
    const sums = made('SHA256SUMS').trim().split('\n');
    expect(sums.length).toBeGreaterThan(5);
    for (const line of sums) {
      const [sum, file = ''] = line.split('  ');
      expect(
        createHash('sha256')
          .update(readFileSync(join(out, file)))
          .digest('hex'),
      ).toBe(sum);
    }
    const sbom = json('sbom.cdx.json');
    expect(sbom['bomFormat']).toBe('CycloneDX');
    expect(JSON.stringify(sbom['components'])).toContain('"playwright-core"');
    expect(JSON.stringify(sbom)).not.toContain('vitest');
  });

  it('is a package that a client lists the tools of and opens a page with, and that programs import', async () => {
    const [tarball = ''] = readdirSync(out).filter((file) => /^gatewright-\d[^-]*\.tgz$/u.test(file));
    const folder = join(unpack(tarball), 'package');
    const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<string, object>;
    expect(Object.keys(manifest['dependencies'] ?? {})).toEqual(['playwright-core']);
    expect(manifest).not.toHaveProperty('scripts');
    expect(readdirSync(folder).sort()).toEqual(
      [
        'CHANGELOG.md',
        'LICENSE',
        'README.md',
        'SECURITY.md',
        'container',
        'dist',
        'docs',
        'examples',
        'package.json',
      ].sort(),
    );
    for (const { types, default: code } of Object.values(manifest['exports'] ?? {}).filter(
      (entry): entry is { types: string; default: string } => typeof entry === 'object',
    ))
      for (const file of [types, code]) expect(existsSync(join(folder, file)), file).toBe(true);
    mkdirSync(join(folder, 'node_modules'));
    symlinkSync(join(ROOT, 'node_modules', 'playwright-core'), join(folder, 'node_modules', 'playwright-core'));
    const site = await startSite({ '/': html('<h1>Packed</h1>') });
    const running = await start({
      command: join(folder, 'dist', 'gatewright.js'),
      args: ['--allow-private', site.host],
    });
    expect((await running.client.listTools()).tools.length).toBeGreaterThan(25);
    expect((await running.call('browser_navigate', { url: site.url() })).text).toContain('Packed');
    await running.close();
    await site.close();
    const names = `import('${join(folder, 'dist', 'index.js')}').then((sdk) => console.log(Object.keys(sdk).join()))`;
    expect(execFileSync(process.execPath, ['-e', names], { encoding: 'utf8' })).toContain('createGatewright');
  });

  it('has an entry for the MCP registry that fits the package', () => {
    const server = json('server.json');
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
    expect(server['$schema']).toMatch(/\/2025-12-11\/server\.schema\.json$/u);
    expect(server['name']).toBe(manifest['mcpName']);
    expect(server['name']).toMatch(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u);
    expect(String(server['description']).length).toBeLessThanOrEqual(100);
    expect(server['packages']).toMatchObject([
      { registryType: 'npm', identifier: 'gatewright', version: manifest['version'], transport: { type: 'stdio' } },
    ]);
  });

  it('has links that a client can read back', () => {
    const links = json('install-links.json') as Record<string, string>;
    const vscode = new URL(links['vscode'] ?? '');
    expect(`${vscode.protocol}${vscode.pathname}`).toBe('vscode:mcp/install');
    const wanted = { command: 'npx', args: ['-y', 'gatewright'] };
    expect(JSON.parse(decodeURIComponent(vscode.search.slice(1)))).toEqual({ name: 'gatewright', ...wanted });
    const cursor = new URL(links['cursor'] ?? '');
    expect([cursor.protocol, cursor.host, cursor.pathname]).toEqual([
      'cursor:',
      'anysphere.cursor-deeplink',
      '/mcp/install',
    ]);
    const config = Buffer.from(cursor.searchParams.get('config') ?? '', 'base64').toString();
    expect([cursor.searchParams.get('name'), JSON.parse(config)]).toEqual(['gatewright', wanted]);
  });

  it('has a Docker entry that keeps the server alive between calls', () => {
    const entry = parseYaml(made('docker-catalog.yaml')) as Record<string, unknown>;
    expect(entry).toMatchObject({ name: 'gatewright', type: 'server', longLived: true });
  });

  it('has a plugin for Claude Code that holds the server itself', () => {
    const [archive = ''] = readdirSync(out).filter((file) => file.endsWith('-claude-plugin.tgz'));
    const folder = unpack(archive);
    const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8')) as Record<string, unknown>;
    const market = read('.claude-plugin/marketplace.json') as { plugins: { name: string; source: string }[] };
    const [plugin] = market.plugins;
    expect(read(join(plugin?.source ?? '', '.claude-plugin/plugin.json'))['name']).toBe(plugin?.name);
    const servers = read(join(plugin?.source ?? '', '.mcp.json'))['mcpServers'] as Record<string, { args: string[] }>;
    const [entry = ''] = servers['gatewright']?.args ?? [];
    const script = entry.replace('${CLAUDE_PLUGIN_ROOT}', join(folder, plugin?.source ?? ''));
    expect(execFileSync(process.execPath, [script, '--version'], { encoding: 'utf8' })).toMatch(/^\d+\.\d+/u);
  });
});
