import { ownCommand } from '../core/own-command.js';
import { quoted } from './typed-command.js';

/** A person who types the bare command is told what it does: the server waits for a client's messages on stdin. */
export function sayWhatStdioIs(argv: readonly string[]): void {
  const flags = argv.length === 0 ? '' : ` ${argv.map(quoted).join(' ')}`;
  for (const line of [
    'This is the MCP server on stdio: a client starts it and talks to it, a person does not.',
    `  To add it to a client:              ${ownCommand(`add claude${flags}`)}   (or codex, gemini, cursor, vscode, …)`,
    `  To run one for clients and console: ${ownCommand(`serve${flags}`)}`,
    `  To see every command:               ${ownCommand('help')}`,
    'It waits for messages now. Ctrl-C ends it.',
  ])
    process.stderr.write(`${line}\n`);
}
