import { createReadStream } from 'node:fs';
import type { FileChooser, JSHandle } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { ElementTarget, Uploaded } from '../../core/index.js';
import { carryFiles, GIVE_FILES, MAX_PIECE_BYTES } from '../dom/host/carried-files.js';
import type { FileSource } from '../dom/host/carried-files.js';
import { acceptsFile, typeByName } from '../files/accepts-file.js';
import type { StagedFile } from '../files/session-files.js';
import type { FileField, LocatedElement } from '../dom/host/tab-view.js';
import type { Attempt } from './attempt.js';
import { duringCall } from './call-time.js';
import { requireFiles } from './require-files.js';
import { requireDeclared, requireSameDocument } from './permit-preconditions.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { runAction } from './run-action.js';
import { click } from './pointer.js';
import { originOf } from './shown-url.js';
import { explainFault } from './attempt.js';

/** By paths that the browser knows or, where its disk is not ours, by their content. */
type Chosen =
  | { readonly paths: readonly string[]; readonly sources?: undefined }
  | { readonly paths?: undefined; readonly sources: readonly FileSource[] };

/** From the click to the window in which a person would choose a file. */
const CHOOSER_MS = 5_000;

/** Gives copies of files to a file field, or to the one that opens its chooser when the element is clicked. */
export async function upload(deps: PageDeps, target: ElementTarget, paths: readonly string[]): Promise<Uploaded> {
  const { tab, session, permit, secrets } = deps;
  const files = requireFiles(session);
  const seen = requireDeclared(deps, target);
  const { origin } = requireSameDocument(deps);
  const to = {
    owner: permit.call.principal.id,
    origins: [...new Set([seen.facts.frameOrigin, origin])],
    secrets: secrets.maskedIn(session.scope),
  };
  try {
    const field = await duringCall(deps.signal, tab.view.fileField(seen));
    const staged = await duringCall(deps.signal, files.stage(paths, to, deps.signal));
    const wrong = field === undefined ? undefined : whyNot(field, staged);
    if (wrong !== undefined) throw new Failure('browser.bad-file', wrong);
    const chosen: Chosen = files.areElsewhere
      ? { sources: staged.map(sourceOf) }
      : { paths: staged.map(({ path }) => path) };
    const result = await runAction(deps, { action: 'upload', seen }, async (attempt) => {
      if (field === undefined) return viaChooser(deps, attempt, seen, { staged, chosen });
      const given = chosen.paths ?? (await attempt.within(tab.view.carryFiles(seen, chosen.sources)));
      await attempt.within(tab.view.confirm(seen));
      await attempt.send(() => tab.view.setFiles(seen, given));
      return undefined;
    });
    return {
      result,
      files: result.ok ? staged.map(({ name, bytes, sha256, type }) => ({ name, bytes, sha256, type })) : [],
    };
  } catch (error) {
    throw explainFault(error, tab);
  }
}

async function viaChooser(
  { tab }: PageDeps,
  attempt: Attempt,
  seen: LocatedElement,
  { staged, chosen }: { readonly staged: readonly StagedFile[]; readonly chosen: Chosen },
): Promise<Flaw | undefined> {
  const waiting = tab.page.waitForEvent('filechooser', { timeout: CHOOSER_MS });
  waiting.catch(() => undefined);
  await click(attempt, tab, seen);
  const chooser = await attempt.within(waiting.catch(() => undefined));
  if (chooser === undefined) return flaw('browser.bad-file', 'a click on the element opened no file chooser');
  const wrong = await attempt.within(whyNotBy(chooser, seen, staged));
  if (wrong !== undefined) return wrong;
  const { paths, sources } = chosen;
  if (paths !== undefined) {
    await attempt.send(() => chooser.setFiles([...paths]));
    return undefined;
  }
  const give = await attempt.within(carryToChooser(chooser, sources));
  // The way there takes a while, in which a script may have put the field elsewhere.
  const changed = await attempt.within(whyNotBy(chooser, seen, staged));
  if (changed === undefined) await attempt.send(give);
  return changed;
}

async function whyNotBy(
  chooser: FileChooser,
  seen: LocatedElement,
  staged: readonly StagedFile[],
): Promise<Flaw | undefined> {
  const field = await fieldOf(chooser);
  // What was judged is the frame of the element that was clicked; its script may open the chooser of another.
  if (field.origin !== seen.facts.frameOrigin) return flaw('policy.changed', 'the chooser is of another origin');
  const wrong = whyNot(field, staged);
  return wrong === undefined ? undefined : flaw('browser.bad-file', wrong);
}

/** By Playwright's own world, whose globals no page can patch either. */
async function carryToChooser(chooser: FileChooser, sources: readonly FileSource[]): Promise<() => Promise<void>> {
  const element = chooser.element();
  const held = await carryFiles<JSHandle>(
    {
      // Its argument is the element, which the hold does not need.
      hold: (code) => element.evaluateHandle(inPage(code)),
      run: async (handle, code, value) => {
        await handle.evaluate(inPage(code), value);
      },
    },
    sources,
  );
  return () => element.evaluate(inPage(GIVE_FILES), held).then(() => undefined);
}

/** Playwright calls what is a function and sends its text; a text alone it would evaluate and not call. */
function inPage(code: string): () => undefined {
  return Object.assign(() => undefined, { toString: () => code });
}

function sourceOf({ name, path, type }: StagedFile): FileSource {
  return {
    name,
    type: typeByName(name, type),
    pieces: () => createReadStream(path, { highWaterMark: MAX_PIECE_BYTES }),
  };
}

async function fieldOf(chooser: FileChooser): Promise<FileField & { readonly origin: string }> {
  const element = chooser.element();
  const [accept, folder, frame] = await Promise.all([
    element.getAttribute('accept'),
    element.getAttribute('webkitdirectory'),
    element.ownerFrame(),
  ]);
  return {
    multiple: chooser.isMultiple(),
    accept: accept ?? '',
    folder: folder !== null,
    disabled: false,
    origin: originOf(frame?.url() ?? ''),
  };
}

/** Undefined: it takes them. A browser itself would ask a person, who can see what the field wants. */
function whyNot({ multiple, accept, folder, disabled }: FileField, files: readonly StagedFile[]): string | undefined {
  if (disabled) return 'the field is disabled';
  if (folder) return 'the field wants a whole folder, which is never given';
  if (files.length > 1 && !multiple) return 'the field takes one file only';
  const at = files.findIndex(({ name, type }) => !acceptsFile(accept, name, type));
  return at === -1 ? undefined : `paths[${String(at)}]: the field does not accept this kind of file`;
}
