import { isToolIn, nearestWord } from '../core/index.js';
import { TOOLS } from '../tools/index.js';

interface NamesTools {
  readonly rules: readonly { readonly when: { readonly tool?: string | undefined } }[];
  readonly teams: Readonly<Record<string, { readonly tools?: readonly string[] | undefined }>>;
}

/**
 * Keys of the configuration that name no tool of ours: a rule with a misspelled name never applies, and nothing else
 * would tell. A plugin's tools, which have a full stop in their names, are known only while it runs.
 */
export function mistypedTools({ rules, teams }: NamesTools): string[] {
  const named = [
    ...rules.map(({ when }, index) => ({ key: `rules[${String(index)}].when.tool`, names: [when.tool] })),
    ...Object.entries(teams).map(([team, { tools = [] }]) => ({ key: `teams.${team}.tools`, names: tools })),
  ];
  return named.flatMap(({ key, names }) =>
    names.filter((name) => name !== undefined).flatMap((name) => (isKnown(name) ? [] : [`${key}: ${noTool(name)}`])),
  );
}

function isKnown(pattern: string): boolean {
  return pattern.includes('.') || TOOLS.some(({ name }) => isToolIn([pattern], name));
}

function noTool(name: string): string {
  const meant = nearestWord(
    name,
    TOOLS.map((tool) => tool.name),
  );
  return `no tool has the name ${name}, so it applies to nothing${meant === undefined ? '' : `; did you mean ${meant}?`}`;
}
