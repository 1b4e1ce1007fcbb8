import type { Readable, Writable } from 'node:stream';
import { parseJSONRPCMessage, type JSONRPCMessage, type Transport } from '@modelcontextprotocol/server';
import { MAX_MESSAGE_BYTES } from './limits.js';
import { LineSplitter, type InputLine } from './line-splitter.js';
import { codedFault, isRecord, isRpcId, RPC, type ProtocolFault } from './protocol-fault.js';

/**
 * MCP's stdio framing. The SDK's own transport ends the connection at a line over its limit and says nothing to a
 * line it cannot read; this one answers both and goes on.
 */
export class LineTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;

  readonly #input: Readable;
  readonly #output: Writable;
  readonly #lines = new LineSplitter(MAX_MESSAGE_BYTES);
  #closed = false;

  constructor(input: Readable, output: Writable) {
    this.#input = input;
    this.#output = output;
  }

  start(): Promise<void> {
    this.#input.on('data', this.#onData);
    this.#input.once('end', this.#onEnd);
    this.#input.once('close', this.#onEnd);
    this.#input.once('error', this.#onEnd);
    // Kept after close, so that a late write to a broken pipe cannot bring the process down.
    this.#output.on('error', this.#onEnd);
    if (this.#input.readableEnded || this.#input.destroyed) setImmediate(this.#onEnd);
    return Promise.resolve();
  }

  send(message: JSONRPCMessage): Promise<void> {
    return this.#write(message);
  }

  close(): Promise<void> {
    if (this.#closed) return Promise.resolve();
    this.#closed = true;
    this.#input.off('data', this.#onData);
    this.#input.pause();
    this.onclose?.();
    return Promise.resolve();
  }

  readonly #onEnd = (): void => {
    void this.close();
  };

  readonly #onData = (chunk: Buffer): void => {
    for (const line of this.#lines.push(chunk)) {
      if (this.#closed) return;
      const read = readLine(line);
      if (read === undefined) continue;
      if (read.kind === 'message') this.onmessage?.(read.message);
      else void this.#write(read.fault);
    }
  };

  #write(message: JSONRPCMessage | ProtocolFault): Promise<void> {
    if (this.#closed) return Promise.resolve();
    return new Promise((resolve) => {
      // A failed write ends the connection through 'error'; nobody is left to be told.
      this.#output.write(`${JSON.stringify(message)}\n`, () => {
        resolve();
      });
    });
  }
}

type Read =
  | { readonly kind: 'message'; readonly message: JSONRPCMessage }
  | { readonly kind: 'fault'; readonly fault: ProtocolFault };

function readLine(line: InputLine): Read | undefined {
  if (line.kind === 'oversize') return fault(codedFault(line.id ?? null, RPC.invalidRequest, 'call.too-large'));
  let value: unknown;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(line.bytes);
    if (text.trim() === '') return undefined;
    value = JSON.parse(text);
  } catch {
    return fault(codedFault(null, RPC.parseError, 'call.malformed'));
  }
  try {
    return { kind: 'message', message: parseJSONRPCMessage(value) };
  } catch {
    // Batches end here too: neither revision has them.
    const id = isRecord(value) && isRpcId(value['id']) ? value['id'] : null;
    return fault(codedFault(id, RPC.invalidRequest, 'call.malformed'));
  }
}

function fault(of: ProtocolFault): Read {
  return { kind: 'fault', fault: of };
}
