import type { AskingClient } from '../core/index.js';
import type { OpenQuestion } from './open-question.js';

export interface ClientLink {
  readonly client: AskingClient | undefined;
  /** The question's page in the console, which lets only a person who is signed in there answer. */
  readonly url: string | undefined;
  readonly callOver: AbortSignal;
  readonly onDeclined: () => void;
}

/**
 * Asks the client's user to open the question in the console (elicitation in URL mode). What the client replies is not
 * the answer: only the console takes one, and only from a person who is signed in there.
 */
export function offerClientLink(open: OpenQuestion, { client, url, callOver, onDeclined }: ClientLink): void {
  if (client?.opens !== true || open.clientBusy || open.isOpening || open.settled.aborted) return;
  if (url === undefined || !open.openChannels.has('console')) {
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
