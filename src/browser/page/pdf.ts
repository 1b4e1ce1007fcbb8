import { createHash } from 'node:crypto';
import type { CDPSession } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { Paper, Printed, PrintOptions } from '../../core/index.js';
import { UnreadablePdf } from '../pdf/lex.js';
import { redactPdf } from '../pdf/redact-pdf.js';
import type { RedactedPdf } from '../pdf/redact-pdf.js';
import { coverFields } from '../dom/host/cover-fields.js';
import type { GeometryDeps } from '../dom/host/frame-geometry.js';
import { countShownSecrets } from '../dom/host/shown-secrets.js';
import type { FindSecrets } from '../dom/host/tab-view.js';
import { ifInTime } from './call-time.js';
import { cdpSessionOf } from '../cdp/page-cdp-session.js';
import { requireFiles } from './require-files.js';
import { eitherFinder, secretFinder, valueFinder } from './find-secrets.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';

/** In inches. */
const PAPERS: Readonly<Record<Paper, readonly [width: number, height: number]>> = {
  a3: [11.69, 16.54],
  a4: [8.27, 11.69],
  a5: [5.83, 8.27],
  letter: [8.5, 11],
  legal: [8.5, 14],
  tabloid: [11, 17],
};
const MAX_BYTES = 50 * 1024 * 1024;
const MAX_PAGES = 500;
/** Of one answer: one of 64 MB would break the socket of a Grid. */
const MAX_READ = 4 * 1024 * 1024;
const LIFT_MS = 2_000;

/** The page as a file in the workspace. What shows a secret is not in it. */
export function print(deps: PageDeps, options: PrintOptions): Promise<Printed> {
  return readHere(deps, (origin) => printHere(deps, origin, options));
}

async function printHere(deps: PageDeps, origin: string, options: PrintOptions): Promise<Printed> {
  const files = requireFiles(deps.session);
  const { view, page } = deps.tab;
  const session = await cdpSessionOf(page);
  const find = secretFinder(deps.secrets.maskedIn(deps.session.scope));
  const cover = await coverFields(view);
  let printed: Buffer;
  let shown: number;
  try {
    shown = find === undefined ? 0 : await countInPrint(session, view, find);
    printed = await printedBytes(session, options);
    if (!(await cover.holds()))
      throw new Failure('page.secret-shown', 'a secret field came to light while it was printed');
  } finally {
    await ifInTime(LIFT_MS, cover.lift());
  }
  const { bytes, pages, hidden } = await redacted(printed, eitherFinder(find, valueFinder(cover.values)), shown);
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const { path, workspace } = await files.write(nameNow(), bytes, { sha256, type: 'application/pdf' });
  const place = workspace === undefined ? {} : { workspace };
  return { origin, path, ...place, bytes: bytes.length, sha256, pages, hidden };
}

/** As it is printed: what is only on the screen is not missed in the file. */
async function countInPrint(session: CDPSession, view: GeometryDeps, find: FindSecrets): Promise<number> {
  await session.send('Emulation.setEmulatedMedia', { media: 'print' });
  try {
    return await countShownSecrets(view, find);
  } finally {
    await session.send('Emulation.setEmulatedMedia', { media: '' });
  }
}

async function redacted(bytes: Buffer, find: FindSecrets | undefined, shown: number): Promise<RedactedPdf> {
  try {
    return await redactPdf(bytes, find, shown);
  } catch (error) {
    if (!(error instanceof UnreadablePdf)) throw error;
    throw new Failure('page.secret-shown', 'what was printed cannot be searched for secrets', undefined, error);
  }
}

async function printedBytes(session: CDPSession, options: PrintOptions): Promise<Buffer> {
  const { landscape = false, background = false, scale = 1, format } = options;
  const [paperWidth, paperHeight] = PAPERS[format ?? 'a4'];
  const { stream } = await session.send('Page.printToPDF', {
    ...{ landscape, scale, paperWidth, paperHeight, printBackground: background },
    // The page's own `@page` size, unless the agent names a format.
    preferCSSPageSize: format === undefined,
    pageRanges: `1-${String(MAX_PAGES)}`,
    // Tags and outlines would say everything once more.
    ...{ displayHeaderFooter: false, generateTaggedPDF: false, generateDocumentOutline: false },
    transferMode: 'ReturnAsStream',
  });
  if (stream === undefined) throw new Failure('browser.not-actionable', 'the page was not printed');
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for (;;) {
      const { data, base64Encoded, eof } = await session.send('IO.read', { handle: stream, size: MAX_READ });
      const chunk = Buffer.from(data, base64Encoded === true ? 'base64' : 'latin1');
      chunks.push(chunk);
      length += chunk.length;
      if (length > MAX_BYTES) throw new Failure('page.file-too-large', 'at most 50 MB');
      if (eof) return Buffer.concat(chunks);
    }
  } finally {
    session.send('IO.close', { handle: stream }).catch(() => undefined);
  }
}

/** The page's title is the page's own words. */
function nameNow(): string {
  const [day = '', time = ''] = new Date().toISOString().split('T');
  return `page-${day.replaceAll('-', '')}-${time.slice(0, 8).replaceAll(':', '')}.pdf`;
}
