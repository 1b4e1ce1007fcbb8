/** A call has 30 s of its own; waiting for a person is counted apart; clients give up at 60 s. */
const CALL_MS = 30_000;
const HARD_MS = 55_000;

interface ApprovalSeconds {
  readonly timeoutSeconds: number;
  readonly maxSeconds: number;
}

/** An approval is denied `approvalMs` after a person saw it, and `approvalMaxMs` after it was asked. */
export function timesOf({ approval }: { readonly approval: ApprovalSeconds }) {
  const { timeoutSeconds, maxSeconds } = approval;
  return {
    callMs: CALL_MS,
    hardMs: HARD_MS,
    approvalMs: timeoutSeconds * 1000,
    approvalMaxMs: maxSeconds * 1000,
  };
}
