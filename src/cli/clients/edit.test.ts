import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readFromJson, removeFromJson, setInJson } from './edit-json.js';
import { removeFromToml, setInToml } from './edit-toml.js';

const PATH = ['mcpServers', 'gatewright'] as const;
const ENTRY = { command: 'node', args: ['/x/gw.js', '--allow-private', 'localhost:3000'] };
const entryIn = (text: string): unknown => {
  const parsed: unknown = JSON.parse(text);
  return parsed;
};

describe('JSON', () => {
  it.each([
    ['an empty file', ''],
    ['an empty object', '{}'],
    ['no servers', '{\n  "theme": "dark"\n}\n'],
    ['empty servers', '{\n  "mcpServers": {}\n}\n'],
    ['other servers', '{\n    "mcpServers": {\n        "other": { "command": "x" }\n    },\n    "z": [1, 2]\n}'],
    ['one line', '{"mcpServers":{"other":{"command":"x"}},"a":1}'],
    ['an older entry', '{ "mcpServers": { "gatewright": { "url": "http://old" }, "b": {} } }'],
    ['Windows lines', '{\r\n\t"a": 1\r\n}\r\n'],
  ])('%s', (_, text) => {
    const written = setInJson(text, PATH, ENTRY);
    const before: unknown = text === '' ? {} : entryIn(text);
    expect(entryIn(written)).toMatchObject({ ...(before as object), mcpServers: { gatewright: ENTRY } });
    expect(setInJson(written, PATH, ENTRY)).toBe(written);
    const removed = removeFromJson(written, PATH) ?? '';
    expect(entryIn(removed)).not.toHaveProperty('mcpServers.gatewright');
    expect(removeFromJson(removed, PATH)).toBeUndefined();
    expect(written.includes('\r\n')).toBe(text.includes('\r\n'));
  });

  it('keeps comments, commas at the end and blanks', () => {
    const text = `// mine\n{\n  /* theme */ "theme": "dark", // no comma lost\n  "mcpServers": {\n    // the other\n    "other": { "command": "a//b", },\n  },\n}\n`;
    const written = setInJson(text, PATH, ENTRY);
    for (const part of ['// mine', '/* theme */', '// no comma lost', '// the other', '"a//b", },'])
      expect(written).toContain(part);
    expect(readFromJson(written, PATH)).toMatchObject({ command: 'node' });
    expect(removeFromJson(written, PATH)).toBe(text);
  });

  it('comes back to the very text', () => {
    const text = '{\n  "a": 1,\n  "mcpServers": {\n    "other": {\n      "command": "x"\n    }\n  }\n}\n';
    expect(removeFromJson(setInJson(text, PATH, ENTRY), PATH)).toBe(text);
  });

  it.each([
    ['broken', '{ "a": '],
    ['two values', '{} {}'],
    ['a list', '[]'],
    ['servers that are no object', '{ "mcpServers": [] }'],
    ['a key twice', '{ "mcpServers": {}, "mcpServers": {} }'],
    ['an open comment', '{ /* }'],
    ['a stray comma', '{ , }'],
    ['single quotes', "{ 'a': 1 }"],
    ['very deep', '['.repeat(100_000)],
  ])('%s is refused', (_, text) => {
    expect(() => setInJson(text, PATH, ENTRY)).toThrow(/^line \d+: /u);
  });

  it('leaves whatever else there is', () => {
    const key = fc.string({ minLength: 1 }).filter((name) => name !== '__proto__' && name !== 'mcpServers');
    fc.assert(
      fc.property(fc.dictionary(key, fc.jsonValue()), fc.constantFrom(0, 2, 4, '\t'), (whole, indent) => {
        const text = JSON.stringify(whole, undefined, indent);
        const written = setInJson(text, PATH, ENTRY);
        expect(entryIn(written)).toEqual({ ...(entryIn(text) as object), mcpServers: { gatewright: ENTRY } });
        expect(entryIn(removeFromJson(written, PATH) ?? '')).toEqual({ ...(entryIn(text) as object), mcpServers: {} });
      }),
      { numRuns: 300 },
    );
  });
});

describe('TOML', () => {
  const TABLE = ['mcp_servers', 'gatewright'] as const;
  const WRITTEN =
    '[mcp_servers.gatewright]\ncommand = "node"\nargs = ["/x/gw.js", "--allow-private", "localhost:3000"]\n';

  it('an empty file', () => {
    expect(setInToml('', TABLE, ENTRY)).toBe(WRITTEN);
    expect(removeFromToml(WRITTEN, TABLE)).toBe('');
  });

  it('adds at the end, replaces in place, and leaves every other line', () => {
    const text = `# mine\nmodel = "x" # why\nlong = """\n[mcp_servers.gatewright]\nnot a table"""\nlist = [\n  "a", # [b]\n  'c',\n]\n\n[mcp_servers.other]\ncommand = "y"\n`;
    const written = setInToml(text, TABLE, ENTRY);
    expect(written).toBe(`${text}\n${WRITTEN}`);
    expect(setInToml(written, TABLE, ENTRY)).toBe(written);
    expect(removeFromToml(written, TABLE)).toBe(text);
    expect(removeFromToml(text, TABLE)).toBeUndefined();
  });

  it('takes its subtables along, and leaves what follows', () => {
    const text = `${WRITTEN}\n[mcp_servers.gatewright.env]\nA = "1"\n\n# of the next\n[tools]\nweb = true\n`;
    const removed = removeFromToml(text, TABLE) ?? '';
    expect(removed.trim()).toBe('# of the next\n[tools]\nweb = true');
    const replaced = setInToml(text, TABLE, {
      url: 'http://127.0.0.1:7717/mcp',
      http_headers: { Authorization: 'Bearer x' },
    });
    expect(replaced).toContain('http_headers = { Authorization = "Bearer x" }');
    expect(replaced).not.toContain('env');
    expect(replaced).toContain('# of the next\n[tools]');
  });

  it('quotes what needs it', () => {
    const evil = setInToml('', TABLE, { command: 'a"b\\c\n[tools]', args: ['\u007F', "it's"] });
    expect(evil.split('\n')).toHaveLength(4);
    expect(evil).toContain(String.raw`command = "a\"b\\c\n[tools]"`);
  });

  it.each([
    ['inline servers', 'mcp_servers = { gatewright = { command = "x" } }'],
    ['a dotted key', 'mcp_servers.gatewright.command = "x"'],
    ['an inline entry', '[mcp_servers]\ngatewright = { command = "x" }'],
    ['an open string', 'a = "x'],
    ['an open list', 'a = [1,'],
    ['no key', 'just words'],
    ['a bad header', '[a'],
    ['an open long text', 'a = """x'],
  ])('%s is refused', (_, text) => {
    expect(() => setInToml(text, TABLE, ENTRY)).toThrow(/^line \d+: /u);
  });
});
