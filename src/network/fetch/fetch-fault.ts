import { Failure } from '../../core/index.js';
import { UpstreamRefusal } from '../proxy/route.js';

/** A network fault in words of our own: the library's messages quote addresses and server text. */
export function fetchFault(error: unknown, call: AbortSignal): Failure {
  if (error instanceof Failure) return error;
  if (call.aborted) {
    const reason: unknown = call.reason;
    return reason instanceof Failure ? reason : new Failure('call.cancelled');
  }
  return new Failure('network.unreachable', hintOf(error), undefined, error);
}

function hintOf(error: unknown): string {
  if (error instanceof UpstreamRefusal) return error.message;
  const code = error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (/CERT|SELF_SIGNED|VERIFY|ISSUER/u.test(code)) return `its certificate is not trusted: ${code}`;
  if (code.startsWith('HPE_')) return `it did not answer in HTTP: ${code}`;
  if (code === 'ABORT_ERR') return 'it did not answer in time';
  return /^[A-Z0-9_]+$/u.test(code) ? code : 'the connection failed';
}
