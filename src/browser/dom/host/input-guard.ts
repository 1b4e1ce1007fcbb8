import { Failure } from '../../../core/index.js';
import type { InputGuard, LocatedElement } from './tab-view.js';
import type { Elements } from './elements.js';
import type { FrameDocuments, FrameWorld } from './frame-documents.js';

interface GuardRoom {
  readonly documents: FrameDocuments;
  readonly elements: Elements;
}

/** A frame that does not answer by then takes no input either. */
const OTHERS_MILLISECONDS = 500;

/** Tells every document of the tab which input is its own until the guard is lifted; `also`: where a drag ends. */
export async function guardInput(
  { documents, elements }: GuardRoom,
  seen: LocatedElement,
  also?: LocatedElement,
): Promise<InputGuard> {
  const own = elements.documentOf(seen);
  const end = also === undefined ? own : elements.documentOf(also);
  const worlds = await documents.everyWorld();
  const isOther = ({ world }: FrameWorld): boolean =>
    world.uniqueId !== own.world.uniqueId && world.uniqueId !== end.world.uniqueId;
  const others = worlds.filter(isOther);
  const tell = (method: string, args: readonly unknown[]): Promise<unknown>[] =>
    others.map(({ session, world }) => session.call(world, method, args, OTHERS_MILLISECONDS).catch(() => undefined));
  const isInside = end.world.uniqueId === own.world.uniqueId;
  const endNode = also?.node ?? null;
  const endPressed = also?.pressed ?? [];
  await Promise.all([
    elements.ask(own, 'guardInput', [
      seen.node,
      isInside ? endNode : null,
      isInside ? [...seen.pressed, ...endPressed] : seen.pressed,
    ]),
    ...(isInside ? [] : [elements.ask(end, 'guardInput', [null, endNode, endPressed])]),
    ...tell('guardInput', [null, null, []]),
  ]);
  let lifting: ReturnType<InputGuard['lift']> | undefined;
  const lift: InputGuard['lift'] = async () => {
    const asked = [own, ...(isInside ? [] : [end])].map((one) =>
      elements.ask(one, 'liftGuard', [], OTHERS_MILLISECONDS).catch(unlessGone),
    );
    const dropped = await Promise.all([...asked, ...tell('liftGuard', [])]);
    if (dropped.includes('click')) return 'click';
    return dropped.includes('input') ? 'input' : 'nothing';
  };
  return { lift: () => (lifting ??= lift()) };
}

/** A page that is busy with what it was sent, or gone, has dropped nothing that can be told. */
function unlessGone(error: unknown): undefined {
  if (!(error instanceof Failure)) throw error;
  return undefined;
}
