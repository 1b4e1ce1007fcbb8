/** The same promise, however often it is asked for. */
export function onceOnly<T>(work: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  return () => (running ??= work());
}

export function once(work: () => void): () => void {
  let over = false;
  return () => {
    if (over) return;
    over = true;
    work();
  };
}
