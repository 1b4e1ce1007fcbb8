import { Failure } from '../../../core/index.js';
import type { FieldCover } from './tab-view.js';
import type { FrameDocument } from './frame-documents.js';
import type { GeometryDeps } from './frame-geometry.js';
import { allIn, documentsUnder } from './secret-places.js';
import type { Watched } from './secret-places.js';

/** Secret fields of all documents of a tab, and frames that nobody can look into, are invisible until it is lifted. */
export async function coverFields(deps: GeometryDeps): Promise<FieldCover> {
  const top = await documentsUnder(deps, await deps.documents.top(), 0);
  const documents = allIn(top);
  const lift = async (): Promise<void> => {
    await Promise.allSettled(documents.map((document) => deps.elements.ask(document, 'uncover', [])));
  };
  try {
    const values = (await Promise.all(withFrames(top).map((one) => cover(deps, one)))).flat();
    const holds = async (): Promise<boolean> => {
      const answers = await Promise.all(documents.map((document) => deps.elements.ask(document, 'isCovered', [])));
      return answers.every((answer) => answer === true);
    };
    return { values, holds, lift };
  } catch (error) {
    await lift();
    throw error;
  }
}

interface ToCover {
  readonly document: FrameDocument;
  /** Elements of frames that nobody can look into. */
  readonly blind: readonly number[];
}

function withFrames({ document, children }: Watched): ToCover[] {
  const blind = [...children].filter(([, child]) => child === undefined).map(([node]) => node);
  const inside = [...children.values()].flatMap((child) => (child === undefined ? [] : withFrames(child)));
  return [{ document, blind }, ...inside];
}

async function cover(deps: GeometryDeps, { document, blind }: ToCover): Promise<readonly string[]> {
  const answer = await deps.elements.ask(document, 'coverForPrint', [blind]);
  if (typeof answer !== 'object' || answer === null || !('values' in answer) || !('isCovered' in answer))
    throw new Failure('policy.changed', 'the page went elsewhere while it was printed');
  if (answer.isCovered !== true || !Array.isArray(answer.values))
    throw new Failure('page.secret-shown', 'a secret field of the page cannot be hidden');
  return answer.values.filter((value: unknown) => typeof value === 'string');
}
