import { z } from 'zod';
import { Failure, PLUGIN_PORTS } from '../../core/index.js';
import type {
  ActionResult,
  AnswerPlugin,
  ElementTarget,
  InstalledPlugin,
  Json,
  Page,
  PageView,
  PluginPort,
  PluginTool,
} from '../../core/index.js';

const MAX_TOKENS = 6000;
const MAX_FOUND = 20;

/** What was done on the page, for the answer. What was tried once is not tried again, whatever came of it. */
export interface Acted {
  isTried: boolean;
  result?: ActionResult;
}

interface Asked {
  readonly plugin: Pick<InstalledPlugin, 'capabilities'>;
  readonly tool: Pick<PluginTool, 'effect' | 'element'>;
  readonly element: ElementTarget | undefined;
  readonly acted: Acted;
}

/** The ports that a call of a plugin has: those of what it was granted, and of them what its tool declared. */
export function answerPorts(page: Page, asked: Asked): AnswerPlugin {
  const granted: readonly PluginPort[] = asked.plugin.capabilities.flatMap((name) => [...PLUGIN_PORTS[name]]);
  return async (port, args) => {
    const known = granted.find((name) => name === port);
    if (known === undefined) throw new Failure('policy.capability-off', 'the plugin has no such port');
    return answer(page, known, args, asked);
  };
}

const nothing = z.strictObject({});
const find = z.strictObject({ query: z.string().min(1).max(1000) });
const state = z.strictObject({ path: z.array(z.string().min(1).max(100)).min(1).max(10) });

function answer(page: Page, port: PluginPort, args: unknown, asked: Asked): Promise<Json> {
  switch (port) {
    case 'page.text':
      read(nothing, args);
      return textOf(page.read({ format: 'markdown', maxTokens: MAX_TOKENS }));
    case 'page.snapshot':
      read(nothing, args);
      return textOf(page.snapshot({ mode: 'full', maxTokens: MAX_TOKENS }));
    case 'page.find':
      return textOf(page.find(read(find, args).query, MAX_FOUND));
    case 'canvas.state':
      return stateOf(page, read(state, args).path);
    case 'canvas.transform':
      read(nothing, args);
      return page.findTransform(undefined).then(({ shape, transform }) => ({ shape, transform: { ...transform } }));
    case 'page.click':
      read(nothing, args);
      return act(asked, 'click', (element) => page.click(element, { button: 'left', double: false, modifiers: [] }));
    case 'page.type':
      read(nothing, args);
      return act(asked, 'type', (element) => page.type(element, { clearFirst: false, submit: false }));
  }
}

function read<T>(schema: z.ZodType<T>, args: unknown): T {
  const parsed = schema.safeParse(args);
  if (!parsed.success) throw new Failure('call.bad-arguments', "the port's");
  return parsed.data;
}

async function textOf(reading: Promise<PageView>): Promise<Json> {
  const { origin, text } = await reading;
  return { origin, text };
}

async function stateOf(page: Page, path: readonly string[]): Promise<Json> {
  const { text } = await page.readAppState(path);
  return z.json().parse(JSON.parse(text));
}

/** The element that the call declared and policy judged, once. */
async function act(
  { tool, element, acted }: Asked,
  intent: 'click' | 'type',
  run: (element: ElementTarget) => Promise<ActionResult>,
): Promise<Json> {
  if (tool.effect !== 'act' || element === undefined || tool.element?.intent !== intent)
    throw new Failure('policy.capability-off', 'the tool declares no such element');
  if (acted.isTried) throw new Failure('policy.denied', 'a call acts once');
  acted.isTried = true;
  const result = await run(element);
  acted.result = result;
  return { ok: result.ok };
}
