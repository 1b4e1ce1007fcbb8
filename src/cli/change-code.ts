import { Failure } from '../core/index.js';
import type { ApprovalCode } from '../app.js';
import { terminalUser } from './answer-question.js';
import type { Cli } from './cli.js';

/** What was typed; no fresh one takes the code away. */
interface Typed {
  readonly former?: string | undefined;
  readonly fresh?: string | undefined;
}

/** On the record before it is done, refusals too: whoever takes the code away weakens every yes that comes after. */
export async function changeCode(
  cli: Cli,
  options: object,
  code: ApprovalCode,
  { former, fresh }: Typed,
): Promise<void> {
  const { onRecord } = await import('../app.js');
  await onRecord(await cli.load(options), cli.terminal.err, async (note) => {
    const what = fresh === undefined ? 'removed' : code.isSet() ? 'changed' : 'set';
    const tell = (facts: { readonly refused?: string; readonly failed?: true }): void => {
      note({ event: 'approval.code', facts: { what, by: terminalUser(), ...facts } });
    };
    const checked = code.isSet() ? await code.check(former) : undefined;
    if (checked?.ok === false) {
      tell({ refused: checked.why });
      throw new Failure('config.invalid', checked.why);
    }
    tell({});
    try {
      if (fresh === undefined) code.remove();
      else await code.set(fresh);
    } catch (error) {
      tell({ failed: true });
      throw error;
    }
  });
}
