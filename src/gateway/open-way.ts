import { Failure } from '../core/index.js';
import type { Call, CallFacts } from '../core/index.js';
import { visibleTools } from './authorize-tool.js';
import type { PathDeps } from './path-deps.js';

const MAX_NAMES = 4;

/** Adds to the refusal of a password field what this caller can do instead, with nothing of other origins' secrets. */
export function withOpenWay(
  error: unknown,
  { access, secrets }: Pick<PathDeps, 'access' | 'secrets'>,
  { scope, principal }: Call,
  { page, elements }: CallFacts,
): unknown {
  if (!(error instanceof Failure) || error.code !== 'policy.password-field') return error;
  const fields = [...elements.values()].filter(({ sensitive }) => sensitive !== undefined);
  // A field that only shows a secret is refused for another reason, and says itself what to do.
  if (page === undefined || fields.length === 0) return error;
  const origins = [page.origin, ...fields.map(({ frameOrigin }) => frameOrigin)];
  const names = secrets.namesAt(scope, origins).slice(0, MAX_NAMES);
  const tools = new Set(visibleTools(access, principal).map(({ name }) => name));
  const ways = [
    ...(names.length === 0 ? [] : [`Kept for this site: ${names.map((name) => `<${name}>`).join(', ')}.`]),
    ...(tools.has('register_secret')
      ? [`register_secret with scope ["${page.origin}"] keeps a value that you were given.`]
      : []),
    ...(tools.has('await_human') ? ['await_human with kind input and secret asks a person for it.'] : []),
  ];
  const way = ways.length === 0 ? 'No way is open to you: the operator can put it into the vault.' : ways.join(' ');
  const before = error.hint === undefined ? '' : `${error.hint.replace(/\.$/u, '')}. `;
  return new Failure(error.code, `${before}${way}`, error.detail, error);
}
