import { createHash } from 'node:crypto';
import type { CDPSession, Page as PlaywrightPage } from 'playwright-core';
import { Failure, cutPageText, onePageLine } from '../../core/index.js';
import type { PageToolFacts, PageTools, ScriptResult, Target } from '../../core/index.js';
import { topFrameId } from '../cdp/page-cdp-session.js';
import type { Attempt } from './attempt.js';
import { flaw } from './observe.js';
import type { Flaw } from './observe.js';
import type { PageDeps } from './page-deps.js';
import { readHere } from './page-reads.js';
import { requireSameDocument } from './permit-preconditions.js';
import { runAction } from './run-action.js';
import { pageHoldsSecret } from './run-agent-script.js';
import { shownText } from './shown-text.js';
import { originOf } from './shown-url.js';

const MAX_TOOLS = 50;
const MAX_WORDS = 1000;
const MAX_SCHEMA = 5000;
const MAX_ANSWER = 100_000;
/** Of an answer, so that it can be masked before it is cut for good. */
const MAX_READ = 120_000;
const CALL_MS = 10_000;
/** The browser's own answer to a call that was cancelled comes a little later. */
const GRACE_MS = 5000;
const CLAIMS = {
  readOnly: 'read-only',
  untrustedContent: 'untrusted content',
  consequential: 'consequential',
  debugging: 'debugging',
  autosubmit: 'sends a form',
} as const;

/** Tools that pages register with `document.modelContext`, over DevTools' WebMCP domain. */
export function pageToolsOf(deps: PageDeps): PageTools {
  return {
    listPageTools: () =>
      readHere(deps, async (origin) => ({ origin, tools: await readPageTools(deps.tab.page, origin) })),
    callPageTool: (args) => callPageTool(deps, args),
  };
}

/** The tool that a call would run, if one of its targets names one. */
export async function readTargetPageTool(
  page: PlaywrightPage,
  targets: readonly Target[],
): Promise<{ readonly pageTool?: PageToolFacts }> {
  for (const target of targets) {
    if (target.kind !== 'page' || target.pageTool === undefined) continue;
    const name = target.pageTool;
    const pageTool = (await readPageTools(page, originOf(page.url()))).find((tool) => tool.name === name);
    if (pageTool === undefined) throw new Failure('page.no-tool');
    return { pageTool };
  }
  return {};
}

async function readPageTools(page: PlaywrightPage, origin: string): Promise<readonly PageToolFacts[]> {
  return withTools(page, origin, (tools) => Promise.resolve(tools));
}

/** A session of its own for each use: turning the domain on is what lists the tools, before it answers. */
async function withTools<T>(
  page: PlaywrightPage,
  origin: string,
  use: (tools: readonly PageToolFacts[], session: CDPSession, frameId: string) => Promise<T>,
): Promise<T> {
  const session = await page.context().newCDPSession(page);
  try {
    const tools = new Map<string, PageToolFacts>();
    const frameId = await topFrameId(session);
    session.on('WebMCP.toolsAdded', ({ tools: added }) => {
      for (const tool of added)
        if (tool.frameId === frameId && tools.size < MAX_TOOLS) tools.set(tool.name, factsOf(tool, origin));
    });
    session.on('WebMCP.toolsRemoved', ({ tools: removed }) => {
      for (const tool of removed) if (tool.frameId === frameId) tools.delete(tool.name);
    });
    await session.send('WebMCP.enable').catch((error: unknown) => {
      throw new Failure('browser.unsupported', 'this Chromium has no WebMCP; a newer one has', undefined, error);
    });
    return await use([...tools.values()], session, frameId);
  } finally {
    session.detach().catch(() => undefined);
  }
}

interface Registered {
  readonly name: string;
  readonly description: string;
  readonly inputSchema?: object;
  readonly annotations?: { readonly [claim in keyof typeof CLAIMS]?: boolean };
}

function factsOf({ name, description, inputSchema = {}, annotations = {} }: Registered, origin: string): PageToolFacts {
  const schema = JSON.stringify(inputSchema);
  const claimed = Object.entries(CLAIMS).flatMap(([claim, word]) =>
    Object.entries(annotations).some(([key, value]) => key === claim && value) ? [word] : [],
  );
  const whole = JSON.stringify([origin, name, description, schema, claimed]);
  return {
    name,
    description: onePageLine(description, MAX_WORDS),
    inputSchema: cutPageText(schema, MAX_SCHEMA),
    claims: claimed,
    origin,
    fingerprint: createHash('sha256').update(whole).digest('hex'),
  };
}

async function callPageTool(deps: PageDeps, args: Readonly<Record<string, unknown>>): Promise<ScriptResult> {
  const { pageTool: judged } = deps.permit.callFacts;
  if (judged === undefined) throw new Failure('internal.fault', 'a tool of the page was called that was not judged');
  let told: ScriptFacts = { isWithheld: true };
  const result = await runAction(deps, { action: 'page_tools_call' }, (attempt) =>
    withTools(deps.tab.page, originOf(deps.tab.page.url()), async (tools, session, frameId) => {
      const now = tools.find(({ name }) => name === judged.name);
      requireSameDocument(deps);
      if (now?.fingerprint !== judged.fingerprint) throw new Failure('policy.changed');
      const wasHeld = await attempt.within(pageHoldsSecret(deps));
      const outcome = await attempt.send(
        () => invoke(session, frameId, judged.name, args, attempt),
        CALL_MS + GRACE_MS,
      );
      // Before and after: the tool may take the field away, or bring one.
      const isWithheld = wasHeld || (await attempt.within(pageHoldsSecret(deps)).catch(() => true));
      const { text, flaw: flawed } = outcome;
      const valueOrError = { origin: judged.origin, ...answerShown(deps, judged.origin, outcome) };
      told = { isWithheld, ...(isWithheld || text === '' ? {} : { valueOrError }) };
      return flawed;
    }),
  );
  return { result, ...told };
}

function answerShown(deps: PageDeps, origin: string, { text, flaw }: Answer): { text: string; more: number } {
  const read = cutPageText(text, MAX_READ);
  const shown = shownText(deps, origin, read, MAX_ANSWER);
  if (flaw !== undefined) return { text: onePageLine(shown.text, MAX_WORDS), more: 0 };
  return { text: shown.text, more: shown.more + Math.max(0, text.length - read.length) };
}

type ScriptFacts = Omit<ScriptResult, 'result'>;

interface Answer {
  readonly text: string;
  readonly flaw?: Flaw;
}

async function invoke(
  session: CDPSession,
  frameId: string,
  toolName: string,
  args: Readonly<Record<string, unknown>>,
  { signal }: Attempt,
): Promise<Answer> {
  if (!isInput(args)) throw new Failure('call.bad-arguments', 'args: is no JSON object');
  let invocation: string | undefined;
  const cancel = (): void => {
    if (invocation !== undefined)
      session.send('WebMCP.cancelInvocation', { invocationId: invocation }).catch(() => undefined);
  };
  const timer = setTimeout(cancel, CALL_MS);
  signal.addEventListener('abort', cancel, { once: true });
  try {
    // An answer may come before the id of the call that it answers; that of another call is never taken for it.
    const early: Responded[] = [];
    session.on('WebMCP.toolResponded', (answer) => early.push(answer));
    const closed = new Promise<never>((_, reject) => {
      session.on('close', () => {
        reject(new Error('the tab was closed'));
      });
    });
    closed.catch(() => undefined);
    const { invocationId } = await session.send('WebMCP.invokeTool', { frameId, toolName, input: args });
    invocation = invocationId;
    const answered = new Promise<Answer>((resolve) => {
      const take = (answer: Responded): void => {
        if (answer.invocationId === invocationId) resolve(answerOf(answer));
      };
      session.on('WebMCP.toolResponded', take);
      early.forEach(take);
    });
    return await Promise.race([answered, closed]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', cancel);
  }
}

/** The protocol's own types know text alone as values; every JSON is taken. */
function isInput(args: object): args is Record<string, string> {
  return !Array.isArray(args);
}

interface Responded {
  readonly invocationId: string;
  readonly status: 'Completed' | 'Canceled' | 'Error';
  readonly output?: unknown;
  readonly errorText?: string;
  readonly exception?: { readonly description?: string };
}

function answerOf({ status, output, errorText = '', exception }: Responded): Answer {
  if (status === 'Completed') return { text: typeof output === 'string' ? output : JSON.stringify(output ?? null) };
  if (status === 'Canceled')
    return { text: '', flaw: flaw('page.script-error', `the tool did not end within ${String(CALL_MS)} ms`) };
  const words = errorText === '' ? (exception?.description ?? '') : errorText;
  return { text: words, flaw: flaw('page.script-error') };
}
