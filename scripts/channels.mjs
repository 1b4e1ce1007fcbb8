// The descriptions of the package in the formats of those who pass it on. All of them come from package.json, and none
// names a place on the net: nothing is published, and there is no address yet.

const SERVER_SCHEMA = 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json';
const TITLE = 'Gatewright';
const AUTHOR = 'The Gatewright authors';
/** The registry's limit. */
const MAX_DESCRIPTION = 100;
const SHORT = 'A real browser for AI agents that keeps the keys: policy, approval, masking and a record.';

/** What a client starts once the package is in a registry. */
export const COMMAND = { command: 'npx', args: ['-y', 'gatewright'] };

/** For the MCP registry, whose names begin with a domain of the publisher's. */
export function serverJson({ name, version, mcpName }) {
  if (SHORT.length > MAX_DESCRIPTION) throw new Error('the description is too long for the registry');
  return {
    $schema: SERVER_SCHEMA,
    name: mcpName,
    title: TITLE,
    description: SHORT,
    version,
    packages: [
      {
        registryType: 'npm',
        identifier: name,
        version,
        runtimeHint: 'npx',
        transport: { type: 'stdio' },
        environmentVariables: [
          { name: 'GATEWRIGHT_ALLOWED_ORIGINS', description: 'Where it may go, e.g. example.com,*.example.com' },
          { name: 'GATEWRIGHT_WORKSPACE', description: 'The one folder that it writes to', format: 'filepath' },
        ],
      },
    ],
  };
}

/** An MCP bundle: the package with its one dependency, for clients that install from a file. */
export function mcpbManifest({ name, version, description, license, keywords, engines }, tools) {
  return {
    manifest_version: '0.3',
    name,
    display_name: TITLE,
    version,
    description,
    author: { name: AUTHOR },
    server: {
      type: 'node',
      entry_point: 'server/dist/gatewright.js',
      mcp_config: {
        command: 'node',
        args: ['${__dirname}/server/dist/gatewright.js'],
        env: { GATEWRIGHT_ALLOWED_ORIGINS: '${user_config.allowed_origins}' },
      },
    },
    tools: tools.map(({ name: tool, description: says }) => ({ name: tool, description: says })),
    user_config: {
      allowed_origins: {
        type: 'string',
        title: 'Where it may go',
        description: 'Hosts and origins, separated by commas, e.g. example.com,*.example.com',
        required: true,
      },
    },
    keywords,
    license,
    compatibility: { platforms: ['linux', 'darwin'], runtimes: { node: engines.node } },
  };
}

/** A marketplace with one plugin, for Claude Code. The server is in it: nothing is fetched when it starts. */
export function claudePlugin({ name, version, description, license, keywords }) {
  const server = { command: 'node', args: ['${CLAUDE_PLUGIN_ROOT}/server/dist/gatewright.js'] };
  return {
    '.claude-plugin/marketplace.json': {
      name,
      owner: { name: AUTHOR },
      plugins: [{ name, source: `./plugins/${name}`, description, version }],
    },
    [`plugins/${name}/.claude-plugin/plugin.json`]: {
      ...{ name, version, description, license, keywords },
      author: { name: AUTHOR },
    },
    [`plugins/${name}/.mcp.json`]: { mcpServers: { [name]: server } },
  };
}

/** Links that put the server into a client's configuration, after the client has asked its user. */
export function installLinks({ name }) {
  const vscode = encodeURIComponent(JSON.stringify({ name, ...COMMAND }));
  const cursor = encodeURIComponent(Buffer.from(JSON.stringify(COMMAND)).toString('base64'));
  return {
    vscode: `vscode:mcp/install?${vscode}`,
    'vscode-insiders': `vscode-insiders:mcp/install?${vscode}`,
    cursor: `cursor://anysphere.cursor-deeplink/mcp/install?name=${name}&config=${cursor}`,
  };
}

/** An entry of a Docker MCP catalogue. Sessions live in the server, so that it must not be started anew for each call. */
export function dockerEntry({ name, version, description }) {
  return [
    `name: ${name}`,
    `title: ${TITLE}`,
    'type: server',
    `image: ${name}:${version}`,
    `description: ${JSON.stringify(description)}`,
    'longLived: true',
    // Without a command the image serves HTTP; a catalogue's client speaks over stdio.
    'command:',
    '  - --workspace',
    '  - /workspace',
    'volumes:',
    `  - ${name}:/workspace`,
    'env:',
    '  - name: GATEWRIGHT_ALLOWED_ORIGINS',
    `    value: "{{${name}.allowed_origins}}"`,
    'config:',
    `  - name: ${name}`,
    '    description: Where the browser may go',
    '    type: object',
    '    properties:',
    '      allowed_origins:',
    '        type: string',
    '    required:',
    '      - allowed_origins',
    '',
  ].join('\n');
}

const ONLY_HERE = new Set(['scripts', 'devDependencies', 'overrides', 'private']);

/** The package as it is published: what the bundle holds already is not installed a second time. */
export function publishedManifest(manifest) {
  const left = Object.entries(manifest).filter(([key]) => !ONLY_HERE.has(key));
  const needed = { 'playwright-core': manifest.dependencies['playwright-core'] };
  return { ...Object.fromEntries(left), dependencies: needed };
}
