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
  const { input } = request;
  const named = typeof input === 'object' && input !== null && 'session' in input ? input.session : undefined;
  return ownerOf(deps, request, typeof named === 'string' && named !== '' ? named : 'default');
}
