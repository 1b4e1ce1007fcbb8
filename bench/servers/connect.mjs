import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { processTree } from '../process-tree.mjs';

/** @typedef {import('../types.js').Connection} Connection */

const PATIENCE = { timeout: 120_000 };
// Checking answers against schemas is the client's own time, and differs by what a server declares.
/** @type {NonNullable<import('@modelcontextprotocol/client').ClientOptions['jsonSchemaValidator']>} */
const TRUSTING = { getValidator: () => (/** @type {any} */ data) => ({ valid: true, data, errorMessage: undefined }) };

/**
 * Starts a server process and asks for its tools, with a stopwatch from the spawn to that answer.
 *
 * @param {import('../types.js').Contestant} contestant
 * @param {Omit<import('../types.js').Setup, 'folder'>} setup
 * @returns {Promise<Connection>}
 */
export async function connect(contestant, setup) {
  const folder = await mkdtemp(join(setup.runFolder, `${contestant.id}-`));
  await chmod(folder, 0o755);
  const { args, env } = await contestant.prepare({ ...setup, folder });
  const transport = new StdioClientTransport({
    args,
    command: process.execPath,
    cwd: folder,
    env: { PATH: process.env['PATH'] ?? '', HOME: folder, LANG: 'C.UTF-8', ...env },
    stderr: 'pipe',
    maxBufferSize: 256 * 1024 * 1024,
  });
  const complaints = keepTail(transport.stderr);
  const client = new Client({ name: 'bench', version: '1.0.0' }, { jsonSchemaValidator: TRUSTING });
  const started = performance.now();
  try {
    await client.connect(transport, PATIENCE);
    const { tools } = await client.listTools(undefined, PATIENCE);
    const msToTools = performance.now() - started;
    const pid = transport.pid ?? 0;
    return {
      contestant,
      client,
      pid,
      msToTools,
      tools,
      ask: (call) => timedCall(client, contestant, call),
      call: (call) => successfulCall(client, contestant, call),
      close: () => closeAll(client, pid, folder),
    };
  } catch (error) {
    await closeAll(client, transport.pid ?? 0, folder);
    throw new Error(`${contestant.label} did not start: ${String(error)}\n${complaints()}`);
  }
}

/**
 * @param {Client} client
 * @param {import('../types.js').Contestant} contestant
 * @param {import('../types.js').ToolCall} call
 * @returns {Promise<import('../types.js').RawAnswer>}
 */
async function timedCall(client, contestant, call) {
  const started = performance.now();
  const result = await client.callTool(call, PATIENCE);
  const ms = performance.now() - started;
  const blocks = result.content ?? [];
  const plain = blocks.map((block) => (block.type === 'text' ? block.text : '')).join('\n');
  // Several hosts hand the model only the structured part when there is one.
  const text = result.structuredContent === undefined ? plain : JSON.stringify(result.structuredContent);
  const images = blocks.map((block) => (block.type === 'image' ? Buffer.byteLength(block.data, 'base64') : 0));
  const imageBytes = images.reduce((sum, bytes) => sum + bytes, 0);
  return { ms, text, plain, imageBytes, isFailed: result.isError === true || contestant.isFailureText(plain) };
}

/**
 * @param {Client} client
 * @param {import('../types.js').Contestant} contestant
 * @param {import('../types.js').ToolCall} call
 * @returns {Promise<import('../types.js').Answer>}
 */
async function successfulCall(client, contestant, call) {
  const { plain, isFailed, ...answer } = await timedCall(client, contestant, call);
  // A failure is no sample: refusing is quick.
  if (isFailed) throw new Error(`${contestant.label} ${call.name}: ${plain.slice(0, 300)}`);
  return answer;
}

/**
 * @param {Client} client
 * @param {number} pid
 * @param {string} folder
 */
async function closeAll(client, pid, folder) {
  const family = pid === 0 ? [] : processTree(pid);
  await client.close().catch(() => undefined);
  // A peer's browser may outlive it, and would then disturb the next one's figures.
  for (let waited = 0; waited < 30 && family.some(isAlive); waited += 1) await pause(100);
  for (const member of family.filter(isAlive)) process.kill(member, 'SIGKILL');
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
}

/** @param {number} pid */
function isAlive(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** @param {number} ms */
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/**
 * @param {import('node:stream').Stream | null} stream
 * @returns {() => string}
 */
function keepTail(stream) {
  let tail = '';
  stream?.on('data', (chunk) => {
    tail = (tail + String(chunk)).slice(-2000);
  });
  return () => tail;
}
