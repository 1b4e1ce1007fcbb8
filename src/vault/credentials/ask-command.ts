import { Failure, parseJson } from '../../core/index.js';
import { environmentFor } from '../environment.js';
import type { Environment } from '../environment.js';
import { runCommand } from '../../platform/run-command.js';

const TIMEOUT_MS = 10_000;
const MAX_BYTES = 1024 * 1024;

export interface CommandKind {
  readonly program: string;
  /** Its own variables: its session and where it keeps its things. */
  readonly own: RegExp;
  readonly always?: Readonly<Record<string, string>>;
  /** How it says that there is no such account, and that it is locked, on stderr. */
  readonly missing: RegExp;
  readonly locked: RegExp;
}

/** What it printed; undefined if it says that there is no such thing. Its own words are never passed on. */
export async function askCommand(
  kind: CommandKind,
  asked: { readonly args: readonly string[]; readonly input?: string },
  environment: Environment,
  signal: AbortSignal,
): Promise<string | undefined> {
  const { program, own, always, missing, locked } = kind;
  const result = await runCommand(
    {
      ...asked,
      program,
      environment: { ...environmentFor(environment, own), ...always },
      timeoutMs: TIMEOUT_MS,
      maxBytes: MAX_BYTES,
    },
    signal,
  );
  switch (result.kind) {
    case 'not-found':
      throw new Failure('vault.unavailable', `the command ${program} is not installed`);
    case 'too-slow':
      throw new Failure('vault.unavailable', `${program} did not answer in time`);
    case 'too-much':
    case 'failed':
      throw new Failure('vault.unavailable', `${program} could not be run`);
    case 'ran':
      break;
  }
  if (result.status === 0) return result.output;
  if (locked.test(result.stderr)) throw new Failure('vault.denied', `${program} is locked or signed out`);
  if (missing.test(result.stderr)) return undefined;
  throw new Failure('vault.unavailable', `${program} failed with status ${String(result.status)}`);
}

/** JSON that a command printed, by a schema; what does not fit is not shown. */
export function readPrinted<T>(
  program: string,
  printed: string,
  schema: { safeParse(value: unknown): { success: true; data: T } | { success: false } },
): T {
  const parsed = schema.safeParse(parseJson(printed));
  if (!parsed.success) throw new Failure('vault.bad-record', `what ${program} printed cannot be read`);
  return parsed.data;
}
