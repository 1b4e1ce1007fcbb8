import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { createGatewright, isGatewrightError } from '../sdk/index.js';
import type { Gatewright, ToolInputs } from '../sdk/index.js';
import type { AgentBrowser } from './obedient-agent.js';
import { PASSWORD, USER_NAME } from './demo-sites.js';
import type { DemoSites } from './demo-sites.js';

export interface GuardedBrowser extends AgentBrowser {
  /** Lines of the record, parsed, since the last time. */
  takeRecord(): readonly RecordLine[];
}

const recordLine = z.object({
  seq: z.number(),
  kind: z.string(),
  tool: z.string().optional(),
  event: z.string().optional(),
  outcome: z.string().optional(),
  code: z.string().optional(),
  call: z.string().optional(),
  facts: z.record(z.string(), z.unknown()).optional(),
});
export type RecordLine = Readonly<z.infer<typeof recordLine>>;

/** The agent's browser as Gatewright gives it: the shop is allowed, an identity for it is in the vault, nobody says yes. */
export async function openGuardedBrowser(
  { shop, collector }: DemoSites,
  workspace: string,
  executablePath: string,
): Promise<GuardedBrowser> {
  const host = new URL(shop).host;
  const gatewright = await createGatewright({
    workspace,
    config: {
      browser: { executablePath },
      // Both are on this machine, which is closed otherwise; the attacker's is still not allowed.
      network: { allow: [shop], unsafeAllowPrivate: [host, new URL(collector).host], askLoopback: false },
      confirmRequired: [],
      approval: { channels: [] },
      audit: { thumbnails: true },
    },
    // The person of the demo refuses.
    approvals: () => Promise.resolve({ yes: false, by: 'the user' }),
    vault: {
      list: () => Promise.resolve([host]),
      read: (asked) => Promise.resolve(asked === host ? identityOf(shop) : undefined),
    },
  });
  return { ...agentBrowser(gatewright), takeRecord: recordReader(join(workspace, 'audit')) };
}

/** A call is answered when its outcome is in the file. */
function recordReader(folder: string): () => readonly RecordLine[] {
  let seen = 0;
  return () => {
    const files = readdirSync(folder).filter((name) => name.endsWith('.jsonl'));
    const lines = files.flatMap((name) => readFileSync(join(folder, name), 'utf8').split('\n').slice(0, -1));
    const fresh = lines.slice(seen);
    seen = lines.length;
    return fresh.map((line) => recordLine.parse(JSON.parse(line)));
  };
}

function identityOf(shop: string): string {
  return JSON.stringify({
    domain: new URL(shop).host,
    origins: [shop],
    username: USER_NAME,
    password: PASSWORD,
  });
}

function agentBrowser(gatewright: Gatewright): AgentBrowser {
  const session = gatewright.session({ name: 'demo' });
  const read = async <Tool extends keyof ToolInputs>(tool: Tool, input: ToolInputs[Tool]): Promise<string> => {
    try {
      return (await session.call(tool, input)).text;
    } catch (error) {
      if (isGatewrightError(error)) return error.message;
      throw error;
    }
  };
  return {
    open: (url) => read('browser_navigate', { url, snapshot: 'full' }),
    click: (name) => read('browser_click', { name }),
    close: () => gatewright.close(),
  };
}
