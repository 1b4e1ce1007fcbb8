/** A message of the DevTools protocol: a command, its answer, or an event. */
export type Fields = Readonly<Record<string, unknown>>;

export function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function fieldsOf(message: Fields, key: string): Fields {
  const value = message[key];
  return isFields(value) ? value : {};
}

export function textOf(message: Fields, key: string): string | undefined {
  const value = message[key];
  return typeof value === 'string' ? value : undefined;
}

export function numberOf(message: Fields, key: string): number | undefined {
  const value = message[key];
  return typeof value === 'number' ? value : undefined;
}
