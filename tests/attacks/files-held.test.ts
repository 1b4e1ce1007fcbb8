import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { start } from '../fixtures/gatewright.js';
import type { Reply, Running } from '../fixtures/gatewright.js';
import { denyFirst } from '../fixtures/person.js';
import { promised } from '../fixtures/promised.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const OUTSIDE = 'the-private-key-of-somebody';

/** Names as servers and pages like to suggest them. */
const NAMES: Readonly<Record<string, string>> = {
  up: '../../../../outside.txt',
  windows: '..\\\\..\\\\run.bat',
  absolute: '/etc/cron.d/evil',
  hidden: '.bashrc',
  device: 'CON.txt',
  option: '-rf.txt',
  bidi: 'invoice%E2%80%AEfdp.exe',
  control: 'a%0Ab%1B[2J.txt',
  long: `${'x'.repeat(600)}.txt`,
};

promised('files-held', () => {
  let site: Site;
  let gatewright: Running;
  const base = mkdtempSync(join(tmpdir(), 'gw-files-'));
  const workspace = join(base, 'workspace');
  const files = join(workspace, 'files');
  const kept = (): string[] =>
    readdirSync(join(workspace, 'downloads'), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name));
  beforeAll(async () => {
    site = await startSite({
      '/': html(
        '<form method=post enctype="multipart/form-data" action=/in><input type=file id=f name=f><button>Next</button></form>',
      ),
      '/in': (_, response) => response.end('ok'),
      '/many': html('<input type=file id=f multiple>'),
      ...Object.fromEntries(
        Object.entries(NAMES).map(([key, name]) => [
          `/name-${key}`,
          (_: unknown, response: ServerResponse) =>
            response
              .writeHead(200, {
                'content-type': 'text/plain',
                'content-disposition': `attachment; filename*=UTF-8''${/%/u.test(name) ? name : encodeURIComponent(name)}`,
              })
              .end(`I am ${key}`),
        ]),
      ),
      '/names': html(
        Object.keys(NAMES)
          .map((key) => `<a href="/name-${key}">${key}</a>`)
          .join('<br>'),
      ),
      '/bomb': (_, response) => {
        response.writeHead(200, {
          'content-type': 'application/zip',
          'content-disposition': 'attachment; filename=bomb.zip',
        });
        const chunk = Buffer.alloc(1024 * 1024);
        const pour = (): void => {
          while (!response.destroyed && response.write(chunk)) void 0;
          if (!response.destroyed) response.once('drain', pour);
        };
        pour();
      },
      '/program': (_, response) =>
        response
          .writeHead(200, { 'content-disposition': 'attachment; filename=setup.sh' })
          .end('#!/bin/sh\ntouch /tmp/owned\n'),
      '/by-itself': html(
        `<p>quiet</p><a id=x href="/program" download></a><script>let n = 0; setInterval(() => n++ < 5 && x.click(), 300)</script>`,
      ),
    });
    mkdirSync(workspace, { mode: 0o700 });
    gatewright = await start({
      workspace,
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,file-io'],
    });
    writeFileSync(join(base, 'outside.txt'), OUTSIDE);
    writeFileSync(join(files, 'mine.txt'), 'mine');
    mkdirSync(join(files, 'folder'));
    symlinkSync(join(base, 'outside.txt'), join(files, 'link.txt'));
    symlinkSync(base, join(files, 'linked'));
    symlinkSync('/dev/zero', join(files, 'zero'));
    symlinkSync('mine.txt', join(files, 'inner.txt'));
    execFileSync('mkfifo', [join(files, 'pipe')]);
  });
  afterAll(async () => {
    await gatewright.close();
    await site.close();
    rmSync(base, { recursive: true, force: true });
  });
  const upload = (...paths: string[]): Promise<Reply> => gatewright.call('browser_upload', { selector: '#f', paths });

  describe('uploads', () => {
    it.each([
      ['a way up', '../../outside.txt', 'policy.file-outside'],
      ['a way down and up', 'folder/../../../outside.txt', 'policy.file-outside'],
      ['an absolute path', '/etc/passwd', 'policy.file-outside'],
      ['the folder itself', '.', 'policy.file-outside'],
      ['a link out', 'link.txt', 'policy.file-outside'],
      ['a folder that is a link', 'linked/outside.txt', 'policy.file-outside'],
      ['a device behind a link', 'zero', 'policy.file-outside'],
      ['a nul', 'mine.txt\u0000.png', 'policy.file-outside'],
      ['a pipe', 'pipe', 'browser.bad-file'],
      ['a folder', 'folder', 'browser.bad-file'],
      ['nothing', 'absent.txt', 'browser.bad-file'],
    ])('refuse %s', async (_, path, code) => {
      await gatewright.call('browser_navigate', { url: site.url() });
      site.seen.length = 0;
      const reply = await upload(path);
      expect(reply.code).toBe(code);
      expect(reply.text).not.toContain('passwd');
      await gatewright.call('browser_click', { name: 'Next' });
      await expect.poll(() => site.seen.filter(({ path: at }) => at === '/in').length).toBe(1);
      expect(JSON.stringify(site.seen)).not.toMatch(/private-key|root:|filename=\\"[a-z]/u);
    });

    it('all or none: one bad path among good ones gives nothing', async () => {
      await gatewright.call('browser_navigate', { url: site.url('/many') });
      expect((await upload('mine.txt', 'link.txt')).code).toBe('policy.file-outside');
      const { text } = await gatewright.call('browser_inspect', { selector: '#f' });
      expect(text).not.toContain('mine.txt');
    });

    it('take a link that stays inside, by its own name', async () => {
      await gatewright.call('browser_navigate', { url: site.url() });
      expect((await upload('inner.txt')).isError).toBe(false);
      await gatewright.call('browser_click', { name: 'Next' });
      await expect.poll(() => site.seen.at(-1)?.body).toContain('mine');
    });

    it('leave no copy behind when the session ends', async () => {
      await gatewright.call('browser_navigate', { url: site.url() });
      await upload('mine.txt');
      await gatewright.call('browser_close');
      const folders = [
        join(workspace, 'run'),
        ...readdirSync(tmpdir())
          .filter((name) => name.startsWith('gatewright-'))
          .map((name) => join(tmpdir(), name)),
      ];
      const left = folders.flatMap((folder) => readdirSync(folder, { recursive: true }).map(String));
      expect(left.filter((path) => path.endsWith('mine.txt'))).toEqual([]);
    });
  });

  describe('downloads', () => {
    it.each(Object.keys(NAMES))('come under a harmless name: %s', async (key) => {
      await gatewright.call('browser_navigate', { url: site.url('/names') });
      const before = new Set(kept());
      const reply = await gatewright.call('browser_download', { role: 'link', name: key });
      expect(reply.text).toContain('kept ');
      const [path = '', ...more] = kept().filter((one) => !before.has(one));
      expect(more).toEqual([]);
      expect(readFileSync(path, 'utf8')).toBe(`I am ${key}`);
      const [folder = '', name = ''] = path.slice(join(workspace, 'downloads').length + 1).split('/');
      expect(folder).toMatch(/^default-[0-9a-f]{8}$/u);
      expect(name).toMatch(/^[a-z0-9][\w.()-]{0,150}$/iu);
      expect(name).not.toMatch(/^con\b/iu);
      expect(statSync(path).mode & 0o777).toBe(0o600);
      expect(reply.meta).toMatchObject({
        bytes: readFileSync(path).length,
        sha256: createHash('sha256').update(readFileSync(path)).digest('hex'),
        origin: site.origin,
      });
    });

    it('without end are cut off, and nothing of them stays', async () => {
      await gatewright.call('browser_navigate', { url: site.url('/names') });
      const before = kept();
      const reply = await gatewright.call('browser_download', { url: site.url('/bomb') });
      expect(reply.code).toBe('page.file-too-large');
      expect(kept()).toEqual(before);
      expect((await gatewright.call('browser_snapshot')).text).toContain('device');
    });

    it('that are programs are called so, and cannot be run', async () => {
      const reply = await gatewright.call('browser_download', { url: site.url('/program') });
      expect(reply.text).toContain('it is a program');
      expect(reply.meta).toMatchObject({ isProgram: true, type: 'text/x-script' });
    });

    it('that a page starts by itself are refused, while a call runs and while none does', async () => {
      const before = kept().length;
      await gatewright.call('browser_navigate', { url: site.url('/by-itself') });
      await gatewright.call('browser_wait_for', { seconds: 2 });
      await gatewright.call('browser_click', { selector: 'p' });
      expect(kept()).toHaveLength(before);
    });
  });

  it('a person who says no keeps files where they are, both ways', async () => {
    const asking = await start({
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,file-io'],
      env: { GATEWRIGHT_CONFIRM_REQUIRED: 'file_download,file_upload' },
    });
    try {
      writeFileSync(join(asking.workspace, 'files', 'mine.txt'), 'mine');
      await asking.call('browser_navigate', { url: site.url() });
      for (const [tool, args] of [
        ['browser_upload', { selector: '#f', paths: ['mine.txt'] }],
        ['browser_download', { url: site.url('/program') }],
      ] as const) {
        site.seen.length = 0;
        const asked = asking.call(tool, args);
        await denyFirst(asking);
        expect((await asked).code).toBe('approval.denied');
        expect(site.seen).toEqual([]);
      }
      expect(readdirSync(join(asking.workspace, 'downloads'))).toEqual([]);
    } finally {
      await asking.close();
    }
  });

  it("a caller cannot give away another's files", async () => {
    const shared = await start({
      transport: 'http',
      args: ['--allow-private', site.host, '--capabilities', 'read,navigation,action,human,file-io'],
    });
    const { stdout } = shared.command(['token', 'add', 'other', '--json']);
    const { path } = JSON.parse(stdout) as { path: string };
    const token = readFileSync(path, 'utf8').trim();
    const client = new Client({ name: 'other', version: '1.0.0' });
    const authProvider = { token: () => Promise.resolve(token) };
    try {
      await client.connect(new StreamableHTTPClientTransport(new URL(shared.url), { authProvider }));
      const folder = join(shared.workspace, 'files');
      mkdirSync(join(folder, 'other'));
      mkdirSync(join(folder, 'third'));
      for (const name of ['mine.txt', 'other/theirs.txt', 'third/x.txt']) writeFileSync(join(folder, name), 'x');
      await client.callTool({ name: 'browser_navigate', arguments: { url: site.url() } });
      const codeOf = async (file: string): Promise<string | undefined> => {
        const call = { name: 'browser_upload', arguments: { selector: '#f', paths: [file] } };
        const { _meta } = await client.callTool(call);
        return (_meta?.['gatewright/result'] as { failure?: { code: string } }).failure?.code;
      };
      expect(await codeOf('mine.txt')).toBe('browser.bad-file');
      expect(await codeOf('../mine.txt')).toBe('policy.file-outside');
      expect(await codeOf('../third/x.txt')).toBe('policy.file-outside');
      expect(await codeOf('theirs.txt')).toBeUndefined();
    } finally {
      await client.close();
      await shared.close();
    }
  });

  it('without the capability there are no folders, and a download stays refused', async () => {
    const plain = await start({ args: ['--allow-private', site.host] });
    try {
      await plain.call('browser_navigate', { url: site.url('/names') });
      expect((await plain.call('browser_download', { url: site.url('/program') })).code).toBe('policy.capability-off');
      const clicked = await plain.call('browser_click', { role: 'link', name: 'up' });
      expect([clicked.code, clicked.text.includes('browser_download')]).toEqual(['page.download', false]);
      expect(readdirSync(plain.workspace)).not.toContain('downloads');
    } finally {
      await plain.close();
    }
  });
});
