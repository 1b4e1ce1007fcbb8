// The server over stdio. Needs: @modelcontextprotocol/client.
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const url = process.argv[2] ?? 'https://example.com/';
const [command, ...args] = (process.env.GATEWRIGHT ?? 'gatewright').split(' ');
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args, env: process.env, stderr: 'ignore' }));

const { tools } = await client.listTools();
console.log(`${tools.length} tools`);
for (const [name, input] of [
  ['browser_navigate', { url }],
  ['browser_click', { role: 'button', index: 0 }],
]) {
  const { content } = await client.callTool({ name, arguments: input });
  for (const part of content) if (part.type === 'text') console.log(part.text);
}
await client.close();
