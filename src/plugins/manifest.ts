import { z } from 'zod';
import { PLUGIN_CAPABILITIES, parseJson } from '../core/index.js';

const NAMESPACE = /^[a-z][a-z0-9-]{0,19}$/u;
const WORD = /^[a-z][a-z0-9_]{0,39}$/u;
/** Printable, on one line, without characters that nobody sees: the model reads it as the operator's own words. */
const PLAIN_LINE = /^[\p{L}\p{N}\p{P}\p{S} ]+$/u;
const MAX_TOOLS = 20;
const MAX_ARGUMENTS = 10;
/** Every tool takes the first three; a question to a person shows the others in a way of their own, or not at all. */
const TAKEN_ARGUMENTS = ['session', 'tab', 'element', 'expr', 'manifest'];

const line = z.string().min(1).max(300).regex(PLAIN_LINE, 'is not one line of visible characters');

const argument = z.strictObject({
  type: z.enum(['string', 'number', 'integer', 'boolean']),
  description: line.optional(),
  required: z.boolean().optional(),
  enum: z.array(line).min(1).max(50).optional(),
});

const element = z.strictObject({
  argument: z.string(),
  intent: z.enum(['click', 'type']),
  text: z.string().optional(),
});

const tool = z
  .strictObject({
    name: z.string().regex(WORD, 'is not 1 to 40 of a-z, 0-9 and _, beginning with a letter'),
    description: line,
    capability: z.enum(PLUGIN_CAPABILITIES),
    // A tool that does not declare that it only reads counts as one that acts.
    effect: z.enum(['read', 'act']).default('act'),
    risk: z.enum(['low', 'medium', 'high', 'critical']).optional(),
    arguments: z.record(z.string().regex(WORD, 'is not a plain name'), argument).default({}),
    element: element.optional(),
  })
  .superRefine((one, context) => {
    const say = (path: string, message: string): void => {
      context.addIssue({ code: 'custom', path: [path], message });
    };
    const names = Object.keys(one.arguments);
    if (names.length > MAX_ARGUMENTS) say('arguments', `has more than ${String(MAX_ARGUMENTS)}`);
    for (const name of names.filter((given) => TAKEN_ARGUMENTS.includes(given)))
      say('arguments', `${name} has a meaning of its own already; choose another name`);
    for (const [name, { type, enum: choices }] of Object.entries(one.arguments))
      if (choices !== undefined && type !== 'string') say('arguments', `${name}: only text can have an enum`);
    if (one.effect === 'read' && (one.risk !== undefined || one.element !== undefined))
      say('effect', 'a tool that reads has no risk and no element');
    if (one.effect === 'act' && one.capability !== 'action')
      say('effect', 'a tool that acts has the capability action; write `"effect": "read"` if it only reads');
    if (one.element === undefined) return;
    const { argument: at, intent, text } = one.element;
    if (one.arguments[at]?.type !== 'string' || one.arguments[at].required !== true)
      say('element', 'argument names a required text argument of the tool');
    if (intent === 'type' && (text === undefined || one.arguments[text]?.type !== 'string'))
      say('element', 'text names the text argument that is typed');
  });

const manifest = z.strictObject({
  namespace: z.string().regex(NAMESPACE, 'is not 1 to 20 of a-z, 0-9 and -, beginning with a letter'),
  version: z
    .string()
    .min(1)
    .max(30)
    .regex(/^[\w.+-]+$/u, 'is not a version'),
  main: z
    .string()
    .min(1)
    .max(100)
    .regex(/^[\w-]+(?:\/[\w-]+)*\.(?:js|mjs|cjs)$/u, 'is no .js, .mjs or .cjs file of the folder'),
  capabilities: z.array(z.enum(PLUGIN_CAPABILITIES)),
  tools: z.array(tool).min(1).max(MAX_TOOLS),
});

export type Manifest = z.output<typeof manifest>;

/** What is wrong with it, in words; or what it says. */
export function parseManifest(text: string): Manifest | string {
  const raw = parseJson(text);
  if (raw === undefined) return 'is no JSON';
  const read = manifest.safeParse(raw);
  if (!read.success) {
    return read.error.issues
      .slice(0, 3)
      .map(({ path, message }) => `${path.length === 0 ? 'it' : path.map(String).join('.')}: ${message}`)
      .join('; ');
  }
  const { tools, capabilities } = read.data;
  const names = tools.map(({ name }) => name);
  const twice = names.find((name, i) => names.indexOf(name) !== i);
  if (twice !== undefined) return `tools: ${twice} is there twice`;
  const unasked = tools.find(({ capability }) => !capabilities.includes(capability));
  if (unasked !== undefined)
    return `tools: ${unasked.name} has the capability ${unasked.capability}, which its capabilities do not list`;
  return read.data;
}
