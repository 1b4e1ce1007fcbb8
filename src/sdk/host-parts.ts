import type { HostParts } from '../app.js';
import { describeQuestion } from '../core/index.js';
import type { PendingQuestion } from '../core/index.js';
import type {
  ApprovalAnswer,
  ApprovalQuestion,
  ApprovalReply,
  GatewrightOptions,
  RecordSink,
  VaultReader,
} from './types.js';

/** What the program does itself, in the terms of the modules. */
export function hostPartsOf({ approvals, sinks, vault }: GatewrightOptions): HostParts {
  return {
    ask: approvals && ((question, settled) => ask(approvals, question, settled)),
    sinks: sinks?.map(sinkOf),
    vault: vault && backendOf(vault),
  };
}

async function ask(
  approvals: NonNullable<GatewrightOptions['approvals']>,
  question: PendingQuestion,
  settled: AbortSignal,
): ReturnType<NonNullable<HostParts['ask']>> {
  const answer = await approvals(asQuestion(question), { signal: settled });
  if (!isReply(answer)) return undefined;
  const { yes, by = 'host', value, code, grantSeconds } = answer;
  return {
    yes: isTrue(yes),
    by,
    ...(value === undefined ? {} : { value }),
    ...(code === undefined ? {} : { code }),
    ...(grantSeconds === undefined ? {} : { grantSeconds }),
  };
}

/** A window that was closed may give anything. */
function isReply(answer: ApprovalAnswer | null): answer is ApprovalReply {
  return typeof answer === 'object' && answer !== null;
}

/** A program without types may give anything: nothing but `true` is a yes. */
function isTrue(value: unknown): boolean {
  return value === true;
}

function asQuestion(question: PendingQuestion): ApprovalQuestion {
  const { id, kind, scope, tool, prompt, choices, secret, origin, risk, about, picture, needsCode } = question;
  return {
    ...{ id, kind, principal: scope.principal, session: scope.session, tool, prompt, needsCode },
    rows: describeQuestion(question),
    expiresAt: new Date(question.expiresAt),
    ...(choices === undefined ? {} : { choices }),
    ...(secret === undefined ? {} : { secret }),
    ...(origin === undefined ? {} : { origin }),
    ...(risk === undefined ? {} : { risk }),
    ...(about === undefined ? {} : { about: { ...about } }),
    ...(picture === undefined ? {} : { picture }),
  };
}

function sinkOf(sink: RecordSink): NonNullable<HostParts['sinks']>[number] {
  return {
    name: sink.name,
    lasting: false,
    lastOf: () => Promise.resolve(undefined),
    take: async (records) => {
      await sink.take(records.map(({ line }) => line));
    },
    close: async () => {
      await sink.close?.();
    },
  };
}

function backendOf(vault: VaultReader): NonNullable<HostParts['vault']> {
  return {
    read: (host, signal) => vault.read(host, { signal }),
    list: (signal) => vault.list({ signal }),
    placeOf: () => "the program's own vault",
    close: () => vault.close?.(),
  };
}
