import type { Output, Part, ScriptResult } from '../core/index.js';
import { actionOutput } from './action-output.js';

/** What a script in the page came to: the action's outcome, then its value or error, then what changed. */
export function scriptOutput(what: 'value' | 'answer', { result, ...script }: ScriptResult): Output {
  const output = actionOutput(result);
  const [head, ...rest] = output.parts;
  return { ...output, parts: [...(head === undefined ? [] : [head]), ...partsOf(what, script), ...rest] };
}

function partsOf(what: string, { valueOrError, isWithheld }: Omit<ScriptResult, 'result'>): Part[] {
  if (isWithheld)
    return [{ from: 'gateway', text: `Its ${what} is withheld: the page has a password, code or card field.` }];
  if (valueOrError === undefined) return [];
  const { origin, text, more } = valueOrError;
  const cut = `The ${what} is cut: ${String(more)} characters more. Ask for less of it.`;
  return [{ from: 'page', origin, text }, ...(more === 0 ? [] : [{ from: 'gateway' as const, text: cut }])];
}
