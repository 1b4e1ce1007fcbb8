import { expect, it, test } from 'vitest';
import { describeKeys } from './describe-keys.js';
import { VARIABLES } from './environment.js';
import { KEY_EXAMPLES, VARIABLE_EXAMPLES } from './key-examples.js';
import { configSchema } from './schema.js';

const rows = describeKeys();
const keys = rows.map(({ key }) => key);

test.each(rows)('$key: the example is taken', ({ key, example, says }) => {
  expect(configSchema.safeParse(example).error?.issues).toBeUndefined();
  const isSet = key.split('.').reduce<unknown>((at, name) => Reflect.get(Object(at) as object, name), example);
  expect(isSet).toBeDefined();
  expect(says).toMatch(/\.$/u);
});

it('lists nothing that is refused', () => {
  for (const absent of ['snapshot.excludePasswordFields', 'snapshot.excludeHiddenElements'])
    expect(keys).not.toContain(absent);
  expect(JSON.stringify(rows)).not.toMatch(/`time-travel`/u);
});

it('has an example for nothing that is not there', () => {
  expect(Object.keys(KEY_EXAMPLES).filter((key) => !keys.includes(key))).toEqual([]);
});

it('has a sentence for every variable that is read', () => {
  const read = [...VARIABLES.keys()];
  expect(Object.keys(VARIABLE_EXAMPLES).sort()).toEqual(read.sort());
});
