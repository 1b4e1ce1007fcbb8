import { quoted } from './typed-command.js';

/** What a person pastes into each client. Nothing is on a registry yet, so a client starts the file that runs now. */
export interface ClientLines {
  readonly client: string;
  /** Over HTTP, to the server that is running. */
  readonly http: readonly string[];
  /** Over stdio: the client starts a server of its own. */
  readonly stdio: readonly string[];
}

export interface ServerAccess {
  readonly url: string;
  readonly tokenFile: string;
  /** The words that start a server like this one. */
  readonly command: readonly string[];
}

export function clientLines(reach: ServerAccess): readonly ClientLines[] {
  const { url, command } = reach;
  // By its file, so that the token is in no terminal, no history and no page of ours.
  const token = `$(cat ${quoted(reach.tokenFile)})`;
  const exported = `export GATEWRIGHT_TOKEN="${token}"`;
  const [program = '', ...args] = command;
  const start = command.map(quoted).join(' ');
  return [
    {
      client: 'Claude Code',
      http: [
        `claude mcp add --scope user --transport http gatewright ${url} --header "Authorization: Bearer ${token}"`,
      ],
      stdio: [`claude mcp add --scope user gatewright -- ${start}`],
    },
    {
      client: 'Codex',
      http: [exported, `codex mcp add gatewright --url ${url} --bearer-token-env-var GATEWRIGHT_TOKEN`],
      stdio: [`codex mcp add gatewright -- ${start}`],
    },
    {
      client: 'Gemini CLI',
      http: [
        `gemini mcp add --scope user --transport http gatewright ${url} --header "Authorization: Bearer ${token}"`,
      ],
      stdio: [`gemini mcp add --scope user gatewright ${start}`],
    },
    {
      client: 'Cursor (~/.cursor/mcp.json; started from a shell with GATEWRIGHT_TOKEN set)',
      http: [exported, cursorEntry({ url, headers: { Authorization: 'Bearer ${env:GATEWRIGHT_TOKEN}' } })],
      stdio: [cursorEntry({ command: program, args })],
    },
    {
      client: 'VS Code',
      http: [
        `code --add-mcp '{"name":"gatewright","type":"http","url":${JSON.stringify(url)},"headers":{"Authorization":"Bearer '"${token}"'"}}'`,
      ],
      stdio: [`code --add-mcp ${quoted(JSON.stringify({ name: 'gatewright', command: program, args }))}`],
    },
  ];
}

function cursorEntry(server: object): string {
  return JSON.stringify({ mcpServers: { gatewright: server } });
}
