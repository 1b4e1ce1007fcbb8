import { Failure } from '../../../core/index.js';
import type { LocateDeps } from './locate.js';
import type { LocatedElement, ScriptDocument } from './tab-view.js';

/**
 * The document that a script runs in. Its origin is asked of the document itself, in our own world: an address may say
 * another (`about:blank`, a sandboxed frame).
 */
export async function scriptDocument(
  { documents, elements }: LocateDeps,
  seen: LocatedElement | undefined,
): Promise<ScriptDocument> {
  const own = seen === undefined ? await documents.top() : elements.documentOf(seen);
  const isFrame = seen?.facts.tag === 'iframe' || seen?.facts.tag === 'frame';
  const document = seen !== undefined && isFrame ? await documents.child(own, seen.node) : own;
  if (document === undefined) throw new Failure('browser.stale-ref', 'there is no document in this frame');
  const { session, world, frameId } = document;
  return {
    origin: await session.scripts.originOf(world),
    run: (script, timeoutMs) => session.scripts.run(frameId, script, timeoutMs),
  };
}
