import { spawnSync } from 'node:child_process';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse as parseYaml } from 'yaml';
import { dockerEntry } from '../../scripts/channels.mjs';
import { freePort } from '../fixtures/chrome-place.js';
import { replyOf } from '../fixtures/gatewright.js';
import { hasServerImage } from '../fixtures/needs.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const IMAGE = 'localhost/gatewright:tests';
/** As docs/containers.md says. The two limits are those of a machine that may not raise its own. */
const HARDENED = [
  ...['--read-only', '--read-only-tmpfs=false', '--tmpfs', '/tmp:rw,nosuid,nodev,mode=1777,size=1g'],
  ...['--shm-size', '1g', '--cap-drop', 'all', '--security-opt', 'no-new-privileges', '--memory', '4g'],
  ...['--security-opt', 'seccomp=deploy/seccomp.json', '--security-opt', 'unmask=ALL', '--pids-limit', '2000'],
];
const HERE = ['--ulimit', 'nofile=4096:4096', '--ulimit', 'nproc=4096:4096', '--network', 'host'];
const names = ['doctor', 'serve', 'catalogue'].map((name) => `gw-test-${name}-${String(process.pid)}`);
const [checked = '', serving = '', catalogued = ''] = names;

describe.runIf(hasServerImage())('the image of the server', () => {
  let site: Site;

  beforeAll(async () => {
    site = await startSite({ '/': html('<h1>Seen from the image</h1>') });
  });

  afterAll(async () => {
    podman('rm', '--force', '--time', '0', ...names);
    podman('volume', 'rm', '--force', ...names);
    await site.close();
  });

  it('has sandbox and jail on as the docs run it, and no program with more power than its user', () => {
    const volume = ['--volume', `${checked}:/workspace:U`];
    const said = podman('run', '--rm', ...HERE, ...HARDENED, ...volume, IMAGE, 'doctor');
    expect(said).toMatch(/^ok +sandbox +on/mu);
    expect(said).toMatch(/^ok +jail +on/mu);
    expect(podman('run', '--rm', ...HERE, '--entrypoint', 'id', IMAGE, '-u').trim()).toBe('10001');
    const find = ['--user', '0', '--entrypoint', 'find', IMAGE, '/', '-xdev', '-perm', '/6000', '-type', 'f'];
    expect(podman('run', '--rm', ...HERE, ...find).trim()).toBe('');
  });

  it('serves MCP over HTTP to a caller with a token, and to nobody else', async () => {
    const port = await freePort();
    const volume = ['--volume', `${serving}:/workspace:U`];
    const flags = ['serve', '--http', `127.0.0.1:${String(port)}`, '--allow-private', site.host];
    podman('run', '--detach', '--name', serving, ...HERE, ...HARDENED, ...volume, IMAGE, ...flags);
    const url = `http://127.0.0.1:${String(port)}/mcp`;
    await expect.poll(() => answers(url), { timeout: 30_000 }).toBe(401);
    const token = podman('exec', serving, 'cat', '/workspace/token').trim();
    const client = new Client({ name: 'gatewright-tests', version: '1.0.0' });
    await client.connect(
      new StreamableHTTPClientTransport(new URL(url), { authProvider: { token: () => Promise.resolve(token) } }),
    );
    expect((await client.listTools()).tools.length).toBeGreaterThan(25);
    expect(await opened(client)).toContain('Seen from the image');
    await client.close();
  });

  it('speaks over stdio as the entry of the Docker catalogue starts it', async () => {
    const entry = parseYaml(dockerEntry({ name: 'gatewright', version: '0', description: '' })) as {
      readonly command: readonly string[];
      readonly volumes: readonly string[];
    };
    const volumes = entry.volumes.flatMap((volume) => ['--volume', volume.replace(/^[^:]+/u, catalogued)]);
    // What Docker's gateway gives every server; no profile of ours is there.
    const limits = ['--security-opt', 'no-new-privileges', '--memory', '2g'];
    const allow = ['--allow-private', site.host];
    const run = ['run', '--rm', '--interactive', '--name', catalogued, ...HERE, ...limits, ...volumes];
    const client = new Client({ name: 'gatewright-tests', version: '1.0.0' });
    await client.connect(
      new StdioClientTransport({
        command: 'podman',
        args: [...run, IMAGE, ...entry.command, ...allow],
        stderr: 'ignore',
      }),
    );
    expect(await opened(client)).toContain('Seen from the image');
    await client.close();
  });

  async function opened(client: Client): Promise<string> {
    const call = { name: 'browser_navigate', arguments: { url: site.url() } };
    return replyOf(await client.callTool(call, { timeout: 50_000 })).text;
  }
});

async function answers(url: string): Promise<number> {
  try {
    return (await fetch(url, { method: 'POST' })).status;
  } catch {
    return 0;
  }
}

function podman(...args: readonly string[]): string {
  const { stdout, stderr, status } = spawnSync('podman', args, { encoding: 'utf8', timeout: 55_000 });
  if (status !== 0 && args[0] === 'run') throw new Error(stderr + stdout);
  return stdout;
}
