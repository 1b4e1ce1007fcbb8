import type { CDPSession } from 'playwright-core';
import { Failure, isList } from '../../../core/index.js';
import { isFields } from '../../cdp/message-fields.js';

const PROBE = 'function(method,args){return gatewright.probe(method,args)}';
const ADOPT = 'function(...roots){roots.forEach(gatewright.adopt)}';
/** Closed roots inside closed roots; a page that has more is refused. */
const MAX_NESTED = 20;

type Send = <T>(work: Promise<T>) => Promise<T>;

/**
 * Calls a method of the in-page program, and tells of the elements on its way whether they have a closed shadow root,
 * in the same evaluation: no script can see one from outside, but the debugger's serialization of a node does (`mode`,
 * Runtime.SerializationOptions). Roots that the program did not know are handed to it, and the method is called again.
 * Undefined: the program is not there yet.
 */
export async function probe(
  cdp: CDPSession,
  send: Send,
  executionContextId: number,
  method: string,
  args: readonly unknown[],
): Promise<string | undefined> {
  for (let round = 0; round < MAX_NESTED; round += 1) {
    const { result, exceptionDetails } = await send(
      cdp.send('Runtime.callFunctionOn', {
        functionDeclaration: PROBE,
        executionContextId,
        arguments: [{ value: method }, { value: JSON.stringify(args) }],
        awaitPromise: true,
        serializationOptions: {
          serialization: 'deep',
          maxDepth: 2,
          additionalParameters: { includeShadowTree: 'all' },
        },
      }),
    );
    const { objectId } = result;
    if (objectId !== undefined) cdp.send('Runtime.releaseObject', { objectId }).catch(() => undefined);
    const said = exceptionDetails?.exception?.description ?? '';
    if (said.startsWith('ReferenceError')) return undefined;
    const parts: unknown = result.deepSerializedValue?.value;
    const [answer, ...nodes] = isList(parts) ? parts : [];
    if (exceptionDetails !== undefined || !isFields(answer) || typeof answer['value'] !== 'string')
      throw new Failure('internal.fault', 'the in-page program failed', undefined, new Error(said));
    const closed = nodes.flatMap(closedRootOf);
    if (closed.length === 0) return answer['value'];
    await adoptRoots(cdp, send, executionContextId, closed);
  }
  throw new Failure('browser.not-actionable', 'closed shadow roots without end');
}

function closedRootOf(node: unknown): readonly number[] {
  const shadow = isFields(node) && isFields(node['value']) ? node['value']['shadowRoot'] : undefined;
  const { mode, backendNodeId } = isFields(shadow) && isFields(shadow['value']) ? shadow['value'] : {};
  return mode === 'closed' && typeof backendNodeId === 'number' ? [backendNodeId] : [];
}

/** Hands roots to the in-page program of a document. */
export function adoptRoots(cdp: CDPSession, send: Send, context: number, roots: readonly number[]): Promise<void> {
  return handNodes(cdp, send, context, ADOPT, roots);
}

/** Calls a function of the in-page program with nodes. One that has gone meanwhile is of no interest. */
export async function handNodes(
  cdp: CDPSession,
  send: Send,
  executionContextId: number,
  functionDeclaration: string,
  nodes: readonly number[],
): Promise<void> {
  const resolved = await Promise.all(
    nodes.map((backendNodeId) =>
      send(cdp.send('DOM.resolveNode', { backendNodeId, executionContextId })).catch((error: unknown) => {
        if (error instanceof Failure) throw error;
        return undefined;
      }),
    ),
  );
  const objects = resolved.flatMap((answer) => answer?.object.objectId ?? []);
  await send(
    cdp.send('Runtime.callFunctionOn', {
      functionDeclaration,
      executionContextId,
      arguments: objects.map((objectId) => ({ objectId })),
    }),
  );
}
