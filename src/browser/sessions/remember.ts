const MAX_REMEMBERED = 1000;

/** The oldest goes when there are too many. */
export function remember<T>(kept: Map<string, T>, key: string, value: T): void {
  kept.set(key, value);
  const [oldest] = kept.keys();
  if (kept.size > MAX_REMEMBERED && oldest !== undefined) kept.delete(oldest);
}
