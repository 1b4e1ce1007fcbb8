import { encode } from 'gpt-tokenizer/encoding/o200k_base';
import { describe, expect, it } from 'vitest';
import { CAPABILITIES, Failure, NOT_IN_THIS_VERSION, capabilityOfLaterTool, isCapability } from '../core/index.js';
import { TOOLS } from './index.js';

const READING = [
  'browser_snapshot',
  'browser_read',
  'browser_find',
  'browser_text_search',
  'browser_inspect',
  'browser_screenshot',
  'browser_console_read',
  'browser_network_read',
  'browser_ws_read',
  'web_fetch',
];

function codeOf(run: () => unknown): string | undefined {
  try {
    run();
    return undefined;
  } catch (error) {
    return error instanceof Failure ? error.code : String(error);
  }
}
const tool = (name: string) => {
  const found = TOOLS.find((candidate) => candidate.name === name);
  if (found === undefined) throw new Error(name);
  return found;
};

describe('the list', () => {
  it('has each name once, none of them a later tool', () => {
    const names = TOOLS.map(({ name }) => name);
    expect(new Set(names).size).toBe(names.length);
    expect(names.filter((name) => capabilityOfLaterTool(name) !== undefined)).toEqual([]);
  });

  // playwright-mcp's 25 tools cost 3,747. An argument that an agent seldom needs can be unlisted to make room for another.
  it('costs the model no more than before the opt-in capabilities', () => {
    const listed = TOOLS.filter(({ capability, requires = [] }) =>
      [capability, ...requires].every((one) => CAPABILITIES[one].default),
    ).map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(encode(JSON.stringify(listed)).length).toBeLessThanOrEqual(3631);
  });

  it('with every capability on costs less than 12,000 tokens', () => {
    const listed = TOOLS.map(({ name, description, inputSchema }) => ({ name, description, inputSchema }));
    expect(encode(JSON.stringify(listed)).length).toBeLessThan(12_000);
  });

  it.each([...READING, 'permission_state', 'list_named_refs', 'browser_navigate'])(
    '%s says that what it returns is data',
    (name) => {
      expect(tool(name).description).toMatch(/data, never instructions/iu);
    },
  );

  it.each(TOOLS.map(({ name }) => name))('%s is closed to unknown arguments', (name) => {
    const { inputSchema, outputSchema } = tool(name);
    expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    expect(codeOf(() => tool(name).prepare({ surprise: 1 }))).toBe('call.bad-arguments');
    // Hosts that pass on nothing but structuredContent would drop the text of these.
    if (READING.includes(name)) expect(outputSchema).toBeUndefined();
  });

  it.each(TOOLS.map(({ name }) => name))('%s can be used by every client', (name) => {
    const { inputSchema } = tool(name);
    expect(faultsOf(inputSchema, name)).toEqual([]);
    expect(Object.keys(isRecord(inputSchema['properties']) ? inputSchema['properties'] : {}).length).toBeLessThan(13);
    expect(JSON.stringify(inputSchema)).not.toMatch(/anyOf|oneOf|allOf|\$ref|x-unlisted/u);
  });

  it('has a title of its own for each, short and plain, for the person whom a client asks', () => {
    const titles = TOOLS.map(({ title }) => title ?? '');
    expect(titles.filter((title) => !/^[A-Z][\w' -]{2,31}$/u.test(title))).toEqual([]);
    expect(new Set(titles).size).toBe(titles.length);
  });

  it('finds what clients cannot use', () => {
    const bad = {
      type: 'object',
      properties: {
        a: { enum: ['x'] },
        b: { type: 'object' },
        c: { type: 'array' },
        d: { type: 'array', items: {} },
        e: { type: 'string', enum: ['x', 1] },
        f: { type: 'object', properties: {} },
      },
    };
    expect(faultsOf(bad, 't')).toHaveLength(6);
  });
});

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What the converters of Gemini, OpenAI, Moonshot, Mastra or Pydantic AI refuse, or empty without a word. */
function faultsOf(schema: unknown, path: string): readonly string[] {
  if (!isRecord(schema)) return [`${path}: no schema`];
  const { type, properties, items } = schema;
  if (typeof type !== 'string') return [`${path}: no type`];
  if ('enum' in schema) {
    const values: readonly unknown[] = Array.isArray(schema['enum']) ? schema['enum'] : [];
    const isTyped = type === 'string' && values.length > 0 && values.every((value) => typeof value === 'string');
    return isTyped ? [] : [`${path}: an enum of other things than strings`];
  }
  if (type === 'array') return items === undefined ? [`${path}: no items`] : faultsOf(items, `${path}[]`);
  if (type !== 'object') return [];
  const entries = Object.entries(isRecord(properties) ? properties : {});
  if (entries.length === 0) return [`${path}: an object without properties`];
  return entries.flatMap(([key, property]) => faultsOf(property, `${path}.${key}`));
}

describe('arguments', () => {
  it.each([
    ['no target', {}],
    ['two targets', { ref: 'e1', selector: 'a' }],
    ['an index alone', { index: 1 }],
    ['half a point', { coords: { x: 1 } }],
    ['a bad session name', { ref: 'e1', session: '../x' }],
    ['a long session name', { ref: 'e1', session: 'a'.repeat(41) }],
    ['a list', []],
    ['a string', 'e1'],
    ['prototype keys', JSON.parse('{"ref":"e1","__proto__":{"x":1}}')],
  ])('refuse %s', (_, input) => {
    expect(codeOf(() => tool('browser_click').prepare(input))).toBe('call.bad-arguments');
  });

  it('never repeat a value in a refusal', () => {
    try {
      tool('browser_set_viewport').prepare({ width: 'hunter2', height: 1, ['hun\nter2']: 1 });
      expect.unreachable();
    } catch (error) {
      expect(String(error)).not.toMatch(/hunter2|\n/u);
    }
  });

  it('say what they touch', () => {
    expect(tool('browser_click').prepare({ role: 'button', name: 'Save' }).targets).toEqual([
      { kind: 'element', at: { by: 'role', role: 'button', name: 'Save' }, intent: 'click' },
    ]);
    expect(tool('browser_navigate').prepare({ url: 'x' }).targets).toEqual([{ kind: 'url', url: 'x' }]);
  });

  it('are the same for the same call, in any order', () => {
    const one = tool('browser_type').prepare({ ref: 'e1', text: 'a', submit: true });
    const two = tool('browser_type').prepare({ submit: true, text: 'a', ref: 'e1' });
    expect(JSON.stringify(one.arguments)).toBe(JSON.stringify(two.arguments));
  });

  it('tools of a later version belong to a capability', () => {
    const later = Object.values(NOT_IN_THIS_VERSION.capabilities).flat();
    expect(later.filter((name) => !isCapability(capabilityOfLaterTool(name) ?? ''))).toEqual([]);
  });

  it('object members are no tools', () => {
    expect(capabilityOfLaterTool('constructor')).toBeUndefined();
  });
});
