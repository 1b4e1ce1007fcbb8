import type { FileChooser } from 'playwright-core';
import { Failure } from '../../core/index.js';
import type { ElementTarget, Uploaded } from '../../core/index.js';
import { acceptsFile } from '../files/accepts-file.js';
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
    const chosen = staged.map(({ path }) => path);
    const result = await runAction(deps, { action: 'upload', seen }, async (attempt) => {
      if (field === undefined) return viaChooser(deps, attempt, seen, staged);
      await attempt.within(tab.view.confirm(seen));
      await attempt.send(() => tab.view.setFiles(seen, chosen));
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
  staged: readonly StagedFile[],
): Promise<Flaw | undefined> {
  const waiting = tab.page.waitForEvent('filechooser', { timeout: CHOOSER_MS });
  waiting.catch(() => undefined);
  await click(attempt, tab, seen);
  const chooser = await attempt.within(waiting.catch(() => undefined));
  if (chooser === undefined) return flaw('browser.bad-file', 'a click on the element opened no file chooser');
  const field = await attempt.within(fieldOf(chooser));
  // What was judged is the frame of the element that was clicked; its script may open the chooser of another.
  if (field.origin !== seen.facts.frameOrigin) return flaw('policy.changed', 'the chooser is of another origin');
  const wrong = whyNot(field, staged);
  if (wrong !== undefined) return flaw('browser.bad-file', wrong);
  await attempt.send(() => chooser.setFiles(staged.map(({ path }) => path)));
  return undefined;
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
