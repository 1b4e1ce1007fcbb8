import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { start } from '../fixtures/gatewright.js';
import type { Running } from '../fixtures/gatewright.js';
import { answerFirst } from '../fixtures/person.js';
import { html, startSite } from '../fixtures/site.js';
import type { Site } from '../fixtures/site.js';

const BOTH = { GATEWRIGHT_CONFIRM_REQUIRED: 'file_download,file_upload' };
const WITH_FILES = ['--capabilities', 'read,navigation,action,human,file-io'];

let site: Site;
beforeAll(async () => {
  site = await startSite({
    '/': html(`<h1>Files</h1>
      <form method=post enctype="multipart/form-data" action=/in>
        <label>Document <input type=file name=f></label><button>Next</button>
      </form>
      <a href="/report">Report</a><a href="/">Home</a>`),
    '/in': (_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Received</h1>'),
    '/report': (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/csv', 'content-disposition': 'attachment; filename="report 1.csv"' })
        .end('a,b\n1,2\n'),
  });
});
afterAll(() => site.close());

describe.each(['stdio', 'http'] as const)('over %s', (transport) => {
  let gatewright: Running;
  beforeAll(async () => {
    gatewright = await start({ transport, args: ['--allow-private', site.host, ...WITH_FILES] });
    await gatewright.call('browser_navigate', { url: site.url() });
  });
  afterAll(() => gatewright.close());

  it('lists its tools truthfully, and says at boot what is exposed', async () => {
    const { tools } = await gatewright.client.listTools();
    const annotated = Object.fromEntries(
      ['browser_upload', 'browser_download', 'browser_pdf'].map((name) => [
        name,
        tools.find((tool) => tool.name === name)?.annotations,
      ]),
    );
    expect(annotated['browser_upload']).toMatchObject({
      readOnlyHint: false,
      destructiveHint: true,
      openWorldHint: true,
    });
    expect(annotated['browser_download']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(annotated['browser_pdf']).toMatchObject({ readOnlyHint: false, destructiveHint: false });
    expect(gatewright.stderr()).toContain('capability file-io is on');
    expect(gatewright.stderr()).toContain(`uploads from ${join(gatewright.workspace, 'files')}`);
  });

  it('a file goes to the site', async () => {
    writeFileSync(join(gatewright.workspace, 'files', 'paper.txt'), 'words on paper');
    const reply = await gatewright.call('browser_upload', { name: 'Document', paths: ['paper.txt'] });
    expect(reply.text).toContain('gave 1 file(s), 14 bytes');
    await gatewright.call('browser_click', { name: 'Next' });
    await expect.poll(() => site.seen.at(-1)?.body).toContain('words on paper');
    expect(site.seen.at(-1)?.body).toContain('filename="paper.txt"');
  });

  it('a file comes from the site', async () => {
    await gatewright.call('browser_navigate', { url: site.url() });
    const reply = await gatewright.call('browser_download', { name: 'Report' });
    expect(reply.isError).toBe(false);
    const path = /downloads\/\S+/u.exec(reply.text)?.[0] ?? '';
    expect(reply.text).toContain(`its path begins in the workspace ${gatewright.workspace}`);
    const file = readFileSync(join(gatewright.workspace, path));
    expect([path.endsWith('/report_1.csv'), file.toString()]).toEqual([true, 'a,b\n1,2\n']);
    expect(reply.meta).toMatchObject({ bytes: 8, sha256: createHash('sha256').update(file).digest('hex') });
    expect((await gatewright.call('browser_snapshot')).text).toContain('heading "Files"');
  });

  it('a link that is none says so', async () => {
    const reply = await gatewright.call('browser_download', { name: 'Home' });
    expect([reply.isError, reply.code]).toEqual([true, 'page.no-download']);
  }, 30_000);

  it('the page becomes a PDF', async () => {
    const reply = await gatewright.call('browser_pdf', { landscape: true, format: 'letter', background: true });
    expect(reply.meta).toMatchObject({ pages: 1, hidden: 0, origin: site.origin });
    const { path, bytes, sha256 } = reply.meta as { path: string; bytes: number; sha256: string };
    const file = readFileSync(join(gatewright.workspace, path));
    expect([file.length, createHash('sha256').update(file).digest('hex')]).toEqual([bytes, sha256]);
    expect(file.toString('latin1')).toMatch(/^%PDF-[\s\S]*\/MediaBox \[0 0 792 612\]/u);
    expect(reply.text).not.toContain('%PDF');
  });
});

it('a person who says yes lets files through, both ways, and it is on the record', async () => {
  const gatewright = await start({ args: ['--allow-private', site.host, ...WITH_FILES], env: BOTH });
  try {
    writeFileSync(join(gatewright.workspace, 'files', 'paper.txt'), 'approved words');
    await gatewright.call('browser_navigate', { url: site.url() });
    const uploading = gatewright.call('browser_upload', { name: 'Document', paths: ['paper.txt'] });
    await answerFirst(gatewright);
    expect((await uploading).isError).toBe(false);
    const downloading = gatewright.call('browser_download', { name: 'Report' });
    await answerFirst(gatewright);
    expect((await downloading).isError).toBe(false);
    const rules = gatewright.record().map((record) => JSON.stringify(record));
    for (const rule of ['file_upload', 'file_download'])
      expect(rules.some((line) => line.includes(rule) && line.includes('"approver"'))).toBe(true);
  } finally {
    await gatewright.close();
  }
});
