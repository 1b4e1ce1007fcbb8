import { z } from 'zod';
import { Failure, nearestWord, isJsonObject } from '../core/index.js';
import type {
  Capability,
  Effect,
  Json,
  JsonObject,
  Output,
  PortName,
  PortTable,
  Ports,
  Prepared,
  RiskLevel,
  Target,
  Tool,
  ToolAnnotations,
} from '../core/index.js';
import { forgive } from './forgive.js';
import { listedSchema } from './listed-schema.js';
import { isUnlisted } from './unlisted.js';

type Targets = { readonly [name: string]: Target | readonly Target[] | undefined };

interface Definition<Shape extends z.ZodRawShape, Needs extends PortName, Touched extends Targets> {
  readonly name: string;
  readonly title?: string;
  readonly description: string;
  readonly capability: Capability;
  readonly effect: Effect;
  /** Of an `act` on a page or a session as a whole. Undeclared: `high`, so that a person is asked. */
  readonly risk?: RiskLevel;
  readonly riskSignedIn?: RiskLevel;
  readonly annotations: ToolAnnotations;
  /** Ports that `run` gets, and no others. */
  readonly needs: readonly Needs[];
  readonly requires?: readonly Capability[];
  /** Made when the tool is first called: a start does not wait for it. */
  readonly input: () => z.ZodObject<Shape, z.core.$strict>;
  readonly outputSchema?: JsonObject;
  /** What is listed, where the build does not know it: of a plugin's tool. */
  readonly schema?: JsonObject;
  readonly isAdapter?: boolean;
  readonly forward?: (input: z.output<z.ZodObject<Shape, z.core.$strict>>) => Prepared['forward'];
  /** What the call touches: policy judges it, and the Page touches nothing else. */
  readonly targets: (input: z.output<z.ZodObject<Shape, z.core.$strict>>) => Touched;
  readonly run: (
    ports: Pick<PortTable, Needs>,
    input: z.output<z.ZodObject<Shape, z.core.$strict>>,
    touched: Touched,
    signal: AbortSignal,
  ) => Promise<Output>;
}

const NO_OBJECT = 'arguments: must be one object of names and values, {"name": value}, not text, a number or a list';
const SESSION = /^[a-z0-9-]{1,40}$/u;

/** Every browser tool takes these two. */
export const sessionAndTabFields = { session: z.string().optional(), tab: z.string().optional() };

export function defineTool<Shape extends z.ZodRawShape, Needs extends PortName, Touched extends Targets>(
  definition: Definition<Shape, Needs, Touched>,
): Tool {
  const { input, targets, run, schema, forward, ...listed } = definition;
  const { name, needs } = listed;
  let inputSchema: JsonObject | undefined;
  let parser: z.ZodObject<Shape, z.core.$strict> | undefined;
  return {
    ...listed,
    get inputSchema() {
      return (inputSchema ??= schema ?? listedSchema(name, input));
    },
    prepare(raw) {
      if (raw !== undefined && raw !== null && !isJsonObject(raw)) throw new Failure('call.bad-arguments', NO_OBJECT);
      parser ??= input();
      const parsed = parser.safeParse(forgive(parser, raw ?? {}));
      if (!parsed.success) throw new Failure('call.bad-arguments', describeIssues(parser, parsed.error));
      const { session, tab } = sessionAndTab(parsed.data);
      const touched = targets(parsed.data);
      const { element: reason, ...given }: { readonly element?: unknown } = parsed.data;
      return {
        session,
        tab,
        targets: Object.values(touched).flatMap((target) => target ?? []),
        arguments: canonical(given),
        ...(typeof reason === 'string' ? { reason } : {}),
        ...(forward === undefined ? {} : { forward: forward(parsed.data) }),
        run: (ports, signal) => run(exactly(needs, ports), parsed.data, touched, signal),
      };
    },
  };
}

function sessionAndTab(data: { readonly [key: string]: unknown }): { session: string; tab?: string } {
  const { session, tab } = data;
  if (typeof session === 'string' && !SESSION.test(session)) {
    throw new Failure('call.bad-arguments', 'session: 1 to 40 of a-z, 0-9 and -');
  }
  return { session: typeof session === 'string' ? session : 'default', tab: typeof tab === 'string' ? tab : undefined };
}

/** Keys sorted and absent ones dropped, so that equal calls have equal digests. */
function canonical(data: { readonly [key: string]: unknown }): JsonObject {
  const plain: unknown = JSON.parse(JSON.stringify(data), (_, value: Json) =>
    isJsonObject(value) ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))) : value,
  );
  return isJsonObject(plain) ? plain : {};
}

function exactly<Needs extends PortName>(needs: readonly Needs[], ports: Ports): Pick<PortTable, Needs> {
  if (!hasAll(needs, ports)) throw new Failure('internal.fault', `a port of ${needs.join(', ')} is missing`);
  return ports;
}

function hasAll<Needs extends PortName>(needs: readonly Needs[], ports: Ports): ports is Pick<PortTable, Needs> {
  return needs.every((name) => ports[name] !== undefined);
}

/** Names the argument and what would fit; never repeats a value, which may be a secret or page text. */
function describeIssues(schema: z.ZodType, error: z.ZodError): string {
  return error.issues
    .flatMap(innerIssues)
    .slice(0, 3)
    .map((issue) => {
      if (issue.code === 'unrecognized_keys') return describeUnknown(issue.keys, keysAt(schema, issue.path));
      const path = issue.path.map((step) => safeKey(String(step))).join('.');
      const isMissing = issue.code === 'invalid_type' && issue.message.endsWith('received undefined');
      return `${path === '' ? 'arguments' : path}: ${isMissing ? 'is missing' : issue.message}`;
    })
    .join('; ');
}

/** Of an argument that may come in several forms: what is wrong with it in the form that it came in. */
function innerIssues(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return [issue];
  const meant = issue.errors.find(
    (form) => !form.some(({ code, path }) => code === 'invalid_type' && path.length === 0),
  );
  return meant?.map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] })) ?? [issue];
}

function describeUnknown(unknown: readonly string[], known: readonly string[]): string {
  const named = unknown.slice(0, 5).map((key) => {
    const meant = nearestWord(key, known);
    return meant === undefined ? safeKey(key) : `${safeKey(key)} (did you mean ${meant}?)`;
  });
  const near = named.some((text) => text.endsWith('?)'));
  return `no such argument: ${named.join(', ')}${near || known.length === 0 ? '' : `; there are ${known.join(', ')}`}`;
}

/** The listed arguments of the object at this place. */
function keysAt(schema: z.core.$ZodType | undefined, path: readonly PropertyKey[]): readonly string[] {
  if (schema instanceof z.ZodOptional) return keysAt(schema.unwrap(), path);
  if (schema instanceof z.ZodUnion) return schema.options.flatMap((option) => keysAt(option, path));
  if (schema instanceof z.ZodArray) return keysAt(schema.element, path.slice(1));
  if (!(schema instanceof z.ZodObject)) return [];
  const shape: z.core.$ZodShape = schema.shape;
  const [step, ...rest] = path;
  if (step !== undefined) return keysAt(shape[String(step)], rest);
  return Object.keys(shape).filter((key) => {
    const property = shape[key];
    return property !== undefined && !isUnlisted(property);
  });
}

/** A key that is no plain word is none that was misspelled: it may hold anything. */
function safeKey(key: string): string {
  return /^[\w.-]{1,40}$/u.test(key) ? key : '…';
}
