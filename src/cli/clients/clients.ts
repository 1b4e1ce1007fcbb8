import { homedir } from 'node:os';
import { join } from 'node:path';
import { Failure, nearestWord } from '../../core/index.js';
import type { JsonObject } from '../../core/index.js';

/** What a client needs to know to start, or to reach, a server. */
export interface ServerEntry {
  readonly stdio: { readonly command: string; readonly args: readonly string[] };
  readonly http: { readonly url: string; readonly headers: JsonObject };
}

export interface McpClient {
  readonly name: string;
  readonly title: string;
  /** The client's own file for every project of this user. */
  readonly file: (place: ClientHome) => string;
  readonly format: 'json' | 'toml';
  /** The key that holds the servers. */
  readonly key: string;
  readonly stdio: (server: ServerEntry['stdio']) => JsonObject;
  /** Absent: this client starts its servers itself, and reaches none. */
  readonly http?: (server: ServerEntry['http']) => JsonObject;
  readonly next: string;
}

export interface ClientHome {
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
}

const withArgs = ({ command, args }: ServerEntry['stdio']): JsonObject => ({ command, args });

const CLIENTS: readonly McpClient[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    file: ({ home, env }) => join(given(env['CLAUDE_CONFIG_DIR']) ?? home, '.claude.json'),
    format: 'json',
    key: 'mcpServers',
    stdio: (server) => ({ type: 'stdio', ...withArgs(server) }),
    http: ({ url, headers }) => ({ type: 'http', url, headers }),
    next: 'It is there in new sessions of Claude Code; /mcp lists it.',
  },
  {
    name: 'codex',
    title: 'Codex',
    file: ({ home, env }) => join(given(env['CODEX_HOME']) ?? join(home, '.codex'), 'config.toml'),
    format: 'toml',
    key: 'mcp_servers',
    stdio: withArgs,
    http: ({ url, headers }) => ({ url, http_headers: headers }),
    next: 'It is there in new sessions of Codex; /mcp lists it.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    file: ({ home }) => join(home, '.gemini', 'settings.json'),
    format: 'json',
    key: 'mcpServers',
    stdio: withArgs,
    http: ({ url, headers }) => ({ httpUrl: url, headers }),
    next: 'It is there in new sessions of Gemini CLI, in trusted folders; /mcp lists it.',
  },
  {
    name: 'cursor',
    title: 'Cursor',
    file: ({ home }) => join(home, '.cursor', 'mcp.json'),
    format: 'json',
    key: 'mcpServers',
    stdio: withArgs,
    http: ({ url, headers }) => ({ url, headers }),
    next: 'Switch it on under Settings, MCP, if Cursor does not do so itself.',
  },
  {
    name: 'vscode',
    title: 'VS Code',
    file: (place) => join(appFolder(place), 'Code', 'User', 'mcp.json'),
    format: 'json',
    key: 'servers',
    stdio: (server) => ({ type: 'stdio', ...withArgs(server) }),
    http: ({ url, headers }) => ({ type: 'http', url, headers }),
    next: 'Start it with the command "MCP: List Servers" in VS Code.',
  },
  {
    name: 'claude-desktop',
    title: 'Claude Desktop',
    file: (place) => join(appFolder(place), 'Claude', 'claude_desktop_config.json'),
    format: 'json',
    key: 'mcpServers',
    stdio: withArgs,
    next: 'Quit Claude Desktop and start it again.',
  },
  {
    name: 'windsurf',
    title: 'Windsurf',
    file: ({ home }) => join(home, '.codeium', 'windsurf', 'mcp_config.json'),
    format: 'json',
    key: 'mcpServers',
    stdio: withArgs,
    http: ({ url, headers }) => ({ serverUrl: url, headers }),
    next: 'Refresh the MCP servers in Windsurf.',
  },
  {
    name: 'zed',
    title: 'Zed',
    file: zedFile,
    format: 'json',
    key: 'context_servers',
    stdio: withArgs,
    http: ({ url, headers }) => ({ url, headers }),
    next: 'Zed starts it by itself; Settings, AI, MCP Servers lists it.',
  },
];

const OTHER_NAMES: Readonly<Record<string, string>> = {
  'claude-code': 'claude',
  'codex-cli': 'codex',
  'gemini-cli': 'gemini',
  code: 'vscode',
  'vs-code': 'vscode',
};

export const CLIENT_NAMES = CLIENTS.map(({ name }) => name);

export function clientNamed(typed: string): McpClient {
  const name = Object.hasOwn(OTHER_NAMES, typed) ? OTHER_NAMES[typed] : typed;
  const client = CLIENTS.find((candidate) => candidate.name === name);
  if (client !== undefined) return client;
  const meant = nearestWord(typed, CLIENT_NAMES);
  const next = meant === undefined ? `valid: ${CLIENT_NAMES.join(', ')}` : `did you mean ${meant}?`;
  throw new Failure('config.invalid', `there is no client ${JSON.stringify(typed)}; ${next}`);
}

export function clientFileOf(env: NodeJS.ProcessEnv): ClientHome {
  return { home: given(env['HOME']) ?? homedir(), env, platform: process.platform };
}

/** Where desktop programs keep what is theirs. */
function appFolder({ home, env, platform }: ClientHome): string {
  if (platform === 'darwin') return join(home, 'Library', 'Application Support');
  if (platform === 'win32') return given(env['APPDATA']) ?? join(home, 'AppData', 'Roaming');
  return configFolder(home, env);
}

function zedFile(place: ClientHome): string {
  if (place.platform === 'win32') return join(appFolder(place), 'Zed', 'settings.json');
  const folder = place.platform === 'darwin' ? join(place.home, '.config') : configFolder(place.home, place.env);
  return join(folder, 'zed', 'settings.json');
}

function configFolder(home: string, env: NodeJS.ProcessEnv): string {
  return given(env['XDG_CONFIG_HOME']) ?? join(home, '.config');
}

function given(value: string | undefined): string | undefined {
  return value === undefined || value === '' ? undefined : value;
}
