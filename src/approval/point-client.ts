import type { AskingClient } from '../core/index.js';
import type { OpenQuestion } from './open-question.js';

export interface Pointing {
  readonly client: AskingClient | undefined;
  /** Where a person answers; it lets nobody answer who is not signed in there. */
  readonly url: string | undefined;
  readonly callOver: AbortSignal;
  readonly onDeclined: () => void;
}

/**
 * The client's user is to open the question in the console (elicitation in URL mode). What the client says about it is
 * no answer: only the console takes one, and the link alone proves nobody.
 */
export function pointClient(open: OpenQuestion, { client, url, callOver, onDeclined }: Pointing): void {
  if (client?.opens !== true || open.clientBusy || open.isOpening || open.settled.aborted) return;
  if (url === undefined || !open.live.has('console')) {
    onDeclined();
    return;
  }
  const { settled } = open;
  open.clientBusy = true;
  void client
    .open(open.shown, url, { over: AbortSignal.any([settled, callOver]), settled })
    .then(
      ({ action }) => {
        open.isOpening = action === 'accept';
        if (action === 'decline' || action === 'cancel') onDeclined();
      },
      () => {
        onDeclined();
      },
    )
    .finally(() => {
      open.clientBusy = false;
    });
}
