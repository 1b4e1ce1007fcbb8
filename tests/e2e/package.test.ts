import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { z } from 'zod';
import { VARIABLES } from '../../src/config/environment.js';
import { replyOf } from '../fixtures/gatewright.js';
import { startRegistry } from '../fixtures/local-registry.js';
import type { Registry } from '../fixtures/local-registry.js';
import { hasMcpbTool, hasServerImage } from '../fixtures/needs.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

const withBundle = hasMcpbTool();
const withImage = hasServerImage();
const IMAGE = 'localhost/gatewright:tests';

/** Everything that a release would hand out, each started as the people would start it that it is for. */
describe('a release', () => {
  let out: string;
  let site: Site;
  let registry: Registry;
  const made = (file: string): string => readFileSync(join(out, file), 'utf8');
  const json = (file: string): Record<string, unknown> => JSON.parse(made(file)) as Record<string, unknown>;
  const fileLike = (form: RegExp): string => join(out, readdirSync(out).find((file) => form.test(file)) ?? 'missing');
  const tarball = (): string => fileLike(/^gatewright-\d[^-]*\.tgz$/u);
  const freshFolder = (): string => mkdtempSync(join(out, '..', 'fresh-'));
  const unpack = (file: string): string => {
    const folder = freshFolder();
    execFileSync('tar', ['-xzf', file, '-C', folder]);
    return folder;
  };

  beforeAll(async () => {
    out = join(mkdtempSync(join(tmpdir(), 'gw-release-')), 'made');
    const parts = [
      ...(withBundle ? [] : ['--without-mcpb']),
      ...(withImage ? ['--image', IMAGE] : ['--without-image']),
    ];
    const env = { ...process.env, RELEASE_FOLDER: out };
    const script = ['scripts/release.mjs', '--dry-run', '--built', ...parts];
    execFileSync(process.execPath, script, { cwd: ROOT, env, stdio: 'pipe', timeout: 230_000 });
    site = await startSite({ '/': html('<h1>Seen from the package</h1>') });
    registry = await startRegistry(ROOT);
  }, 240_000);

  afterAll(async () => {
    await Promise.all([site.close(), registry.close()]);
    rmSync(join(out, '..'), { recursive: true, force: true, maxRetries: 5 });
  });

  /** What a new user's client does first. */
  async function firstSteps(server: { command: string; args: string[]; env: Record<string, string>; cwd: string }) {
    const client = new Client({ name: 'gatewright-tests', version: '1.0.0' });
    await client.connect(new StdioClientTransport({ ...server, stderr: 'ignore' }), { timeout: 110_000 });
    const { tools } = await client.listTools();
    const call = { name: 'browser_navigate', arguments: { url: site.url() } };
    const { text } = replyOf(await client.callTool(call, { timeout: 59_000 }));
    const version = client.getServerVersion()?.version;
    await client.close();
    return { tools: tools.map(({ name }) => name), text, version };
  }

  it('runs by npx from the tarball, in a folder and a home that are empty', { timeout: 180_000 }, async () => {
    const cwd = freshFolder();
    copyFileSync(tarball(), join(cwd, 'gatewright.tgz'));
    const env = {
      PATH: process.env['PATH'] ?? '',
      HOME: cwd,
      npm_config_registry: registry.url,
      npm_config_update_notifier: 'false',
      ...browsersOfThisMachine(),
    };
    const args = ['--yes', './gatewright.tgz', '--allow-private', site.host];
    const seen = await firstSteps({ command: 'npx', args, env, cwd });
    expect(seen.tools.length).toBeGreaterThan(25);
    expect(seen.text).toContain('Seen from the package');
    expect(readdirSync(join(cwd, '.gatewright'))).toContain('audit');
  });

  it.runIf(withBundle)('runs from the MCPB bundle, as its manifest says', { timeout: 120_000 }, async () => {
    const folder = freshFolder();
    const bundle = fileLike(/\.mcpb$/u);
    const tool = execFileSync(process.execPath, ['scripts/release.mjs', '--tools'], { cwd: ROOT, encoding: 'utf8' });
    execFileSync(process.execPath, [tool.trim().replace('release: ', ''), 'unpack', bundle, folder], { stdio: 'pipe' });
    const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as BundleManifest;
    expect(manifest.manifest_version).toBe('0.3');
    const { command, args, env } = manifest.server.mcp_config;
    // As a client fills it in: the folder, and what its user typed.
    const fill = (text: string): string =>
      text.replaceAll('${__dirname}', folder).replaceAll('${user_config.allowed_origins}', site.host);
    const own = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, fill(value)]));
    const outside = { PATH: process.env['PATH'] ?? '', HOME: folder, GATEWRIGHT_ALLOW_PRIVATE: site.host };
    const seen = await firstSteps({
      command,
      args: args.map(fill),
      env: { ...outside, ...browsersOfThisMachine(), ...own },
      cwd: freshFolder(),
    });
    expect(seen.text).toContain('Seen from the package');
    expect(seen.version).toBe(manifest.version);
    // Installers show these before the server has ever run.
    expect(manifest.tools.map(({ name }) => name).sort()).toEqual(seen.tools.sort());
  });

  it.runIf(withImage)('has the image as a file that a container engine loads', () => {
    const archive = fileLike(/-oci\.tar$/u);
    const member = (name: string): Record<string, unknown> =>
      JSON.parse(execFileSync('tar', ['-xOf', archive, name], { encoding: 'utf8' })) as Record<string, unknown>;
    expect(member('oci-layout')).toEqual({ imageLayoutVersion: '1.0.0' });
    const blob = (digest: string) => member(`blobs/${digest.replace(':', '/')}`);
    const [first] = member('index.json')['manifests'] as { digest: string }[];
    const { config } = blob(first?.digest ?? '') as { config: { digest: string } };
    expect(blob(config.digest)['config']).toMatchObject({
      User: '10001:10001',
      Entrypoint: ['node', '/app/dist/gatewright.js'],
    });
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

  it('is a package with what runs and nothing else, that programs import', () => {
    const folder = join(unpack(tarball()), 'package');
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
    const names = `import('${join(folder, 'dist', 'index.js')}').then((sdk) => console.log(Object.keys(sdk).join()))`;
    expect(execFileSync(process.execPath, ['-e', names], { encoding: 'utf8' })).toContain('createGatewright');
  });

  it('has an entry for the MCP registry that fits its schema and the package', () => {
    const server = json('server.json');
    const manifest = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as Record<string, string>;
    expect(registryEntry.safeParse(server).error?.issues).toBeUndefined();
    expect(server['name']).toBe(manifest['mcpName']);
    expect(server['version']).toBe(manifest['version']);
    expect(server['packages']).toMatchObject([
      { registryType: 'npm', identifier: 'gatewright', version: manifest['version'], transport: { type: 'stdio' } },
    ]);
    const [packaged] = server['packages'] as { environmentVariables: { name: string }[] }[];
    for (const { name } of packaged?.environmentVariables ?? []) expect([...VARIABLES.keys()]).toContain(name);
    for (const wrong of [
      { description: 'x'.repeat(101) },
      { name: 'gatewright' },
      { version: '^1.0.0' },
      {
        packages: [{ registryType: 'npm', identifier: 'gatewright', version: 'latest', transport: { type: 'stdio' } }],
      },
      { packages: [{ registryType: 'npm', identifier: 'gatewright', version: '1.0.0', transport: { type: 'http' } }] },
      { keywords: [] },
    ])
      expect(registryEntry.safeParse({ ...server, ...wrong }).success, JSON.stringify(wrong)).toBe(false);
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
    const folder = unpack(fileLike(/-claude-plugin\.tgz$/u));
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

interface BundleManifest {
  readonly manifest_version: string;
  readonly version: string;
  readonly tools: readonly { readonly name: string }[];
  readonly server: {
    readonly mcp_config: {
      readonly command: string;
      readonly args: readonly string[];
      readonly env: Readonly<Record<string, string>>;
    };
  };
}

/** A home that is empty has no browser; where this machine's are is all that is told of it. */
function browsersOfThisMachine(): Record<string, string> {
  const path = process.env['PLAYWRIGHT_BROWSERS_PATH'] ?? join(homedir(), '.cache', 'ms-playwright');
  return { PLAYWRIGHT_BROWSERS_PATH: path };
}

/** The parts of the registry's schema of 2025-12-11 that the entry uses, as its documentation describes them. */
const exactVersion = z
  .string()
  .min(1)
  .max(255)
  .refine((version) => version !== 'latest' && !/^[\^~<>=]|\s-\s|\|\||(?:^|\.)[x*](?:\.|$)/u.test(version));
const registryEntry = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/u),
  title: z.string().min(1).max(100).optional(),
  description: z.string().min(1).max(100),
  version: exactVersion,
  packages: z.array(
    z.strictObject({
      registryType: z.enum(['npm', 'pypi', 'oci', 'nuget', 'mcpb']),
      identifier: z.string().min(1),
      version: exactVersion,
      runtimeHint: z.string().optional(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      environmentVariables: z
        .array(
          z.strictObject({
            name: z.string().min(1),
            description: z.string().optional(),
            format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
            isRequired: z.boolean().optional(),
            isSecret: z.boolean().optional(),
          }),
        )
        .optional(),
    }),
  ),
});
