import { Failure } from '../core/index.js';
import type { Call, CallDiagnostics } from '../core/index.js';
import { createMask } from '../masking/index.js';
import type { PathDeps } from './path-deps.js';

/** What is kept of the calls of this session, and of no other. A note is masked before it is on the disk. */
export function diagnosticsFor({ diagnostics, secrets }: PathDeps, { scope }: Call): CallDiagnostics {
  if (diagnostics === undefined) throw new Failure('internal.fault', 'diagnostics are not there');
  return {
    note: ({ insight, category, severity, ref }) => {
      const mask = createMask(secrets.all());
      const masked = (text: string | undefined): string | undefined => (text === undefined ? undefined : mask(text));
      const note = { insight: mask(insight), category: masked(category), severity, ref: masked(ref) };
      return diagnostics.note(scope, note);
    },
    search: (query) => diagnostics.search(scope, query),
    report: (isFull) => diagnostics.report(scope, isFull),
  };
}
