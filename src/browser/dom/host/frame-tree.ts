/** A frame as DevTools lists it. */
export interface FrameEntry {
  readonly id: string;
  readonly parentId: string | undefined;
  readonly url: string;
}

interface Tree {
  readonly frame: { readonly id: string; readonly parentId?: string; readonly url: string };
  readonly childFrames?: readonly Tree[];
}

/** The frame and all below it, in document order. */
export function flatten({ frame, childFrames }: Tree): FrameEntry[] {
  const here = { id: frame.id, parentId: frame.parentId, url: frame.url };
  return [here, ...(childFrames ?? []).flatMap(flatten)];
}
