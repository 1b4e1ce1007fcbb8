import { Failure } from '../core/index.js';
import type { Prepared } from '../core/index.js';
import type { CallRequest } from './gateway.js';
import type { PathDeps } from './path-deps.js';

type OwnerDeps = Pick<PathDeps, 'clients' | 'shared'>;

/** The client's part of the key of the session that a call names: the caller itself, or the program that shares it. */
export function ownerOf({ clients, shared }: OwnerDeps, request: CallRequest, session: string): string | undefined {
  const client = clients?.nameOf(request);
  if (client === undefined || shared === undefined) return client;
  return shared.ownerOf({ principal: request.principal.id, client, session });
}

/** The same for the record of the intent, before the arguments are parsed. */
export function ownerNamed(deps: OwnerDeps, request: CallRequest): string | undefined {
  return ownerOf(deps, request, request.onlySession ?? sessionNamed(request.input) ?? 'default');
}

/** A caller that has one session is in it, whether or not the tool takes its name; another one it cannot name. */
export function inOnlySession(prepared: Prepared, { input, onlySession }: CallRequest): Prepared {
  if (onlySession === undefined) return prepared;
  const named = sessionNamed(input);
  if (named !== undefined && named !== onlySession)
    throw new Failure('call.bad-arguments', `session: there is ${onlySession} and no other; leave it out`);
  return { ...prepared, session: onlySession };
}

export function sessionNamed(input: unknown): string | undefined {
  const named = typeof input === 'object' && input !== null && 'session' in input ? input.session : undefined;
  return typeof named === 'string' && named !== '' ? named : undefined;
}
