import { Failure, parseJson } from '../core/index.js';
import type { Explained } from '../gateway/explain.js';
import type { ShownExplanation } from '../control/control-client.js';
import type { Tried, Trial } from './pages/try-form.js';
import type { ConsoleDeps, ConsoleServer } from './web-source.js';

const MAX_URL = 2000;
const MAX_WORD = 200;
const MAX_ARGUMENTS = 10_000;

/** Those that go to an address by themselves; all others act on a page that is there. */
const URL_TOOLS: ReadonlySet<string> = new Set(['browser_navigate', 'web_fetch']);

/** Arguments that these tools require; no rule reads them unless a person gives them. */
const NEEDED: Readonly<Record<string, object>> = {
  browser_type: { text: 'text' },
  browser_fill: { value: 'text' },
  browser_press: { key: 'Enter' },
  browser_select: { values: ['first'] },
  browser_choose_option: { option: 'first' },
};

export function trialIn(asked: URLSearchParams): Trial {
  const text = (name: string, most: number): string => (asked.get(name) ?? '').trim().slice(0, most);
  return {
    url: text('url', MAX_URL),
    tool: text('tool', MAX_WORD),
    role: text('role', MAX_WORD),
    name: text('name', MAX_WORD),
    args: text('args', MAX_ARGUMENTS),
  };
}

/** Each running server by its own policy; only where none runs, the configuration of the workspace. */
export async function tryOut(deps: ConsoleDeps, servers: readonly ConsoleServer[], trial: Trial): Promise<Tried> {
  const ask = async (by: string | undefined, explain: (asked: Explained) => Promise<ShownExplanation>) => ({
    by,
    ...(await orRefusal(() => explain(callOf(trial)))),
  });
  if (servers.length === 0) return { ...trial, answers: [await ask(undefined, (asked) => deps.explain(asked))] };
  const answers = servers.map((server) => ask(server.id, (asked) => server.explain(asked)));
  return { ...trial, answers: await Promise.all(answers) };
}

/** The call that an agent would make. A label without a tool is a click. */
function callOf({ url, tool: named, role, name, args: text }: Trial): Explained {
  const hasLabel = role !== '' || name !== '';
  const tool = named === '' && hasLabel ? 'browser_click' : named;
  if (tool === '' && text === '') return { url };
  const given = text === '' ? {} : parseJson(text);
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    throw new Failure('call.bad-arguments', 'the arguments have to be a JSON object');
  if (URL_TOOLS.has(tool)) return { tool, args: { ...(url !== '' && { url }), ...given } };
  const label = { ...(hasLabel && { role: role === '' ? 'button' : role }), ...(name !== '' && { name }) };
  const needed = Object.hasOwn(NEEDED, tool) ? NEEDED[tool] : {};
  return { tool, args: { ...needed, ...label, ...given }, ...(url !== '' && { on: url }) };
}

/** What cannot be judged is not done either, so that it is shown as a refusal with its code. */
async function orRefusal(explain: () => Promise<ShownExplanation>): Promise<ShownExplanation> {
  try {
    return await explain();
  } catch (error) {
    const [rule, reason] =
      error instanceof Failure
        ? [error.code, error.hint ?? '']
        : ['no-answer', error instanceof Error ? error.message : ''];
    return { verdict: 'deny', rule, reason: reason === '' ? 'it cannot be judged' : reason, addresses: [] };
  }
}
