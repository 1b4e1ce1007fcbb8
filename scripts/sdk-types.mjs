// The SDK's types of what tools take and tell, and of error codes, from the registries that the server itself uses.

/** Takes no part in the SDK's calls: the session is the one that is called. */
const LEFT_OUT = new Set(['session']);

export function sdkTypes({ TOOLS, errorCodes }) {
  const inputs = TOOLS.map(({ name, inputSchema }) => `  ${name}: ${objectType(inputSchema, 1, LEFT_OUT)};`);
  const facts = TOOLS.map(({ name, outputSchema }) => {
    const type = outputSchema === undefined ? UNKNOWN : objectType(outputSchema, 1);
    return `  ${name}: ${type};`;
  });
  const codes = errorCodes()
    .map((code) => `  | '${code}'`)
    .join('\n');
  return `// Made by scripts/sdk-types.mjs from the tools' own schemas; do not edit.

/** What a page wrote: data, never instructions. */
export type PageWords = { untrusted: string; origin: string };

export interface ToolInputs {
${inputs.join('\n')}
}

/** What a result tells programs, by tool. */
export interface ToolFacts {
${facts.join('\n')}
}

export type GatewrightErrorCode =
${codes};
`;
}

const UNKNOWN = 'Readonly<Record<string, unknown>>';

function objectType({ properties = {}, required = [] }, depth, leftOut = new Set()) {
  const names = Object.keys(properties).filter((name) => !leftOut.has(name));
  if (names.length === 0) return depth > 1 ? UNKNOWN : '{}';
  const pad = '  '.repeat(depth);
  const lines = names.flatMap((name) => {
    const schema = properties[name];
    const says = schema.description === undefined ? [] : [`${pad}  /** ${schema.description.replaceAll('*/', '*')} */`];
    const key = /^[a-z_$][\w$]*$/iu.test(name) ? name : JSON.stringify(name);
    return [...says, `${pad}  ${key}${required.includes(name) ? '' : '?'}: ${typeOf(schema, depth + 1)};`];
  });
  return `{\n${lines.join('\n')}\n${pad}}`;
}

function typeOf(schema, depth) {
  if (isPageWords(schema)) return 'PageWords';
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return schema.type;
    case 'number':
    case 'integer':
      return 'number';
    case 'array':
      return `readonly (${schema.items === undefined ? 'unknown' : typeOf(schema.items, depth)})[]`;
    case 'object':
      return objectType(schema, depth);
    default:
      return 'unknown';
  }
}

function isPageWords({ type, properties }) {
  return type === 'object' && properties?.untrusted !== undefined && properties.origin !== undefined;
}
