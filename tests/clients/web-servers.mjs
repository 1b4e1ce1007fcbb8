// Copied beside its libraries by run.mjs: the MCP endpoint of the SDK inside of real web frameworks, as docs/sdk.md puts it
// there, and a real client that opens a page through each. One line of JSON for each try.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getRequestListener } from '@hono/node-server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { Hono } from 'hono';

// By its name, as a program would; here it is only what was built.
const load = (name) => import(name);
const { createGatewright } = await load('gatewright');
const { default: express } = await load('express');

const url = process.env.SITE ?? '';
const TOKEN = 'b7'.repeat(32);
const workspace = mkdtempSync(join(tmpdir(), 'gw-web-servers-'));
mkdirSync(join(workspace, 'tokens'), { recursive: true, mode: 0o700 });
writeFileSync(join(workspace, 'tokens', 'caller'), `${TOKEN}\n`, { mode: 0o600 });
const gw = await createGatewright({
  workspace,
  config: { network: { unsafeAllowPrivate: [new URL(url).host] }, approval: { channels: [] } },
});

function honoListener() {
  const app = new Hono();
  app.all('/mcp', (c) => gw.fetch(c.req.raw));
  return getRequestListener(app.fetch);
}

function expressListener() {
  const app = express();
  app.all(
    '/mcp',
    getRequestListener((request) => gw.fetch(request)),
  );
  app.use(express.json());
  return app;
}

/** The client without its token is refused, and with it lists the tools and opens a page. */
async function attempt(listener) {
  const server = createServer(listener);
  await new Promise((ready) => server.listen(0, '127.0.0.1', () => ready(undefined)));
  const address = server.address();
  const endpoint = new URL(`http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}/mcp`);
  const stranger = new Client({ name: 'stranger', version: '1.0.0' });
  const isRefused = await stranger.connect(new StreamableHTTPClientTransport(endpoint)).then(
    () => false,
    () => true,
  );
  const client = new Client({ name: 'caller', version: '1.0.0' });
  await client.connect(new StreamableHTTPClientTransport(endpoint, { authProvider: { token: async () => TOKEN } }));
  const { tools } = await client.listTools();
  const { content } = await client.callTool({ name: 'browser_navigate', arguments: { url, snapshot: 'full' } });
  await client.close();
  server.closeAllConnections();
  server.close();
  return [
    isRefused ? undefined : 'a caller without a token was let in',
    tools.some(({ name }) => name === 'browser_navigate') ? undefined : `${tools.length} tools`,
    JSON.stringify(content).includes('Add to cart') ? undefined : JSON.stringify(content).slice(0, 300),
  ]
    .filter((what) => what !== undefined)
    .join('; ');
}

const versionOf = (name) =>
  JSON.parse(readFileSync(join(import.meta.dirname, 'node_modules', name, 'package.json'), 'utf8')).version;
for (const [name, listener] of [
  ['hono', honoListener()],
  ['express', expressListener()],
]) {
  const why = await attempt(listener).catch((error) => String(error?.stack ?? error));
  console.log(JSON.stringify({ client: `${name} ${versionOf(name)}`, what: 'answers a client at /mcp', why }));
}
await gw.close();
rmSync(workspace, { recursive: true, force: true, maxRetries: 5 });
process.exit(0);
