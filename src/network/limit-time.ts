/**
 * A signal that ends with others, or after a time. Not `AbortSignal.any` over `AbortSignal.timeout`: nothing holds
 * the latter but its timer, weakly, so that it may be collected before it fires.
 */
export async function limitTime<T>(
  outer: AbortSignal | readonly AbortSignal[],
  milliseconds: number,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const limit = new AbortController();
  const end = (): void => {
    limit.abort();
  };
  const timer = setTimeout(end, milliseconds);
  const all = [outer].flat();
  for (const signal of all) signal.addEventListener('abort', end, { once: true });
  if (all.some(({ aborted }) => aborted)) end();
  try {
    return await work(limit.signal);
  } finally {
    clearTimeout(timer);
    for (const signal of all) signal.removeEventListener('abort', end);
  }
}
