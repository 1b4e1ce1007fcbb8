import { queryRoots } from './query-deep.js';
import { MAX_COMPARED, valuesOf } from './match-parts.js';

const MAX_CHARACTERS = 3_000_000;

/** Every text that attributes of these names hold, once each. Null: it is more than can be looked through. */
export function attributeValues(
  names: readonly string[],
): { readonly origin: string; readonly values: readonly string[] } | null {
  const values = new Set<string>();
  let characters = 0;
  const isPlain = names.every((name) => /^[a-z_][\w-]*$/u.test(name));
  for (const all of queryRoots(isPlain ? names.map((name) => `[*|${name}]`).join() : '*'))
    for (const element of all)
      for (const name of names)
        for (const value of valuesOf(element, name)) {
          if (value === '' || value.length > MAX_COMPARED || values.has(value)) continue;
          values.add(value);
          characters += value.length;
          if (characters > MAX_CHARACTERS) return null;
        }
  return { origin: self.origin, values: [...values] };
}
