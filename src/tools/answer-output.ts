import { Failure } from '../core/index.js';
import type { Answer, Output, SecretMasking } from '../core/index.js';
import { maskingNotice } from './secrets/kept-output.js';
import { said } from './view-output.js';

/** A person's words are not page text: they go to the model as they are. */
export function answerOutput(kind: string, answer: Answer, secret: string | undefined): Output {
  switch (answer.kind) {
    case 'yes':
      if (secret !== undefined) return said(keptAs(secret, answer.masking), { answered: true });
      return said(answer.value === undefined ? `ok: ${kind}` : `ok: ${answer.value}`, {
        answered: true,
        value: answer.value,
      });
    case 'no':
      if (kind === 'confirm') return said('ok: no', { answered: true, value: 'no' });
      throw new Failure('approval.denied');
    case 'expired':
      throw new Failure('approval.expired');
    case 'pending':
      throw new Failure('approval.pending', `question ${answer.question}`);
    case 'ended':
      throw new Failure('session.expired', 'the question to a person was withdrawn with it');
    case 'nobody':
      throw new Failure('approval.nobody');
  }
}

function keptAs(name: string, masking: SecretMasking | undefined): string {
  const notice = maskingNotice(masking);
  return `ok: the answer is kept as <${name}>; fill it by that name${notice === '' ? '' : `.${notice}`}`;
}
