import { execFileSync, spawn } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** What a release packs, and the one library that the package asks for. */
const RELEASE = ['scripts/release.mjs', '--dry-run', '--built', '--without-mcpb', '--without-image'];

/** What an author finds out first: names, arguments, facts and errors have types, and nothing is `any`. */
const PROGRAM = `
import { createGatewright, isGatewrightError, type Gatewright, type GatewrightSession } from 'gatewright';
import { create } from 'gatewright/provider';

const gw: Gatewright = await createGatewright({ approvals: async ({ rows }, { signal }) => ({ yes: rows.length > 0 && !signal.aborted }) });
const session: GatewrightSession = gw.session({ principal: 'ann', name: 'work', policy: { tools: ['browser_*'] } });
const { text, facts } = await session.call('browser_navigate', { url: 'https://example.com/' }, { signal: AbortSignal.timeout(1) });
const status: number | undefined = facts.navigation?.status;
// @ts-expect-error there is no such tool
await session.call('browser_navigat', { url: 'https://example.com/' });
// @ts-expect-error there is no such argument
await session.call('browser_navigate', { uri: 'https://example.com/' });
// @ts-expect-error the text is no number
const wrong: number = text;
await gw.close().catch((error: unknown) => {
  if (!isGatewrightError(error)) throw error;
  if (error.code === 'approval.denied') console.log(error.hint, error.retry);
  // @ts-expect-error there is no such code
  if (error.code === 'approval.deneid') console.log(error.hint);
});
const provider = await create({ allowedDomains: ['example.com'] });
export const title: string = (await provider.snapshot((await provider.launch({ headless: true })).id)).title;
export { status, wrong };
`;

/** As their reader has it: the package that a release would hand out, installed, and nothing of this repository. */
describe('with the packed package', () => {
  let site: Site;
  let folder: string;
  const inPackage = (...path: string[]): string => join(folder, 'node_modules', 'gatewright', ...path);

  beforeAll(async () => {
    site = await startSite({
      '/': html(`<h1>Shop</h1><button onclick="this.textContent='Added'">Add to cart</button>`),
      '/pay': html('<form method="post" action="/paid"><button>Delete account</button></form>'),
    });
    folder = mkdtempSync(join(tmpdir(), 'gw-examples-'));
    const made = join(folder, 'made');
    const env = { ...process.env, RELEASE_FOLDER: made };
    execFileSync(process.execPath, RELEASE, { cwd: ROOT, env, stdio: 'pipe', timeout: 110_000 });
    mkdirSync(inPackage(), { recursive: true });
    const tarball = readdirSync(made).find((file) => /^gatewright-\d[^-]*\.tgz$/u.test(file)) ?? 'missing';
    execFileSync('tar', ['-xzf', join(made, tarball), '-C', inPackage(), '--strip-components=1']);
    for (const library of ['playwright-core', '@modelcontextprotocol', '@types', 'undici-types'])
      symlinkSync(join(ROOT, 'node_modules', library), join(folder, 'node_modules', library));
    cpSync(join(ROOT, 'examples', 'typescript'), folder, { recursive: true });
  }, 120_000);

  afterAll(async () => {
    await site.close();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  });

  /** Those of Python need their packages: `npm run test:clients -- examples` runs them. */
  it('mcp-client.mjs clicks a button over stdio', async () => {
    const ran = await run('mcp-client.mjs', site.url());
    expect(ran).toMatch(/^\d+ tools/u);
    expect(ran).toContain('Added');
  });

  it('sdk.mjs clicks a button, and asks its person before something grave', async () => {
    expect(await run('sdk.mjs', site.url())).toContain('Added');
    const asked = await run('sdk.mjs', site.url('/pay'));
    expect(asked).toContain('Delete account');
    expect(asked).toContain('approval.denied');
    expect(site.seen.some(({ path }) => path === '/paid')).toBe(false);
  });

  it('a strict TypeScript program has its types', { timeout: 60_000 }, () => {
    const project = join(folder, 'typed');
    mkdirSync(project);
    writeFileSync(join(project, 'program.mts'), PROGRAM);
    const options = ['--strict', '--noEmit', '--target', 'es2022', '--module', 'nodenext', '--types', 'node'];
    const all = [...options, '--exactOptionalPropertyTypes', '--noUncheckedIndexedAccess', 'program.mts'];
    const tsc = join(ROOT, 'node_modules', 'typescript', 'bin', 'tsc');
    expect(saidBy(process.execPath, [tsc, ...all], project)).toBe('');
  });

  function run(script: string, url: string): Promise<string> {
    const workspace = join(folder, 'workspace');
    const GATEWRIGHT = `${process.execPath} ${inPackage('dist', 'gatewright.js')} --allow-private ${site.host}`;
    const env = { ...process.env, GATEWRIGHT, GATEWRIGHT_WORKSPACE: workspace };
    const child = spawn(process.execPath, [join(folder, script), url], { env, cwd: folder });
    let text = '';
    child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()));
    return new Promise((resolve) => {
      child.once('close', () => {
        resolve(text);
      });
    });
  }
});

/** The compiler prints what is wrong on stdout, and ends with another status than 0. */
function saidBy(program: string, args: readonly string[], cwd: string): string {
  try {
    return execFileSync(program, args, { cwd, encoding: 'utf8', stdio: 'pipe' });
  } catch (error) {
    if (typeof error === 'object' && error !== null && 'stdout' in error) return String(error.stdout);
    throw error;
  }
}
