import { onePageLine, quotedPageLine } from '../../../core/index.js';
import type { LocatedElement } from '../host/tab-view.js';

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** What `browser_inspect` says, line by line. */
export function inspectText({ facts }: LocatedElement, answer: unknown): string {
  const found = isRecord(answer) ? answer : {};
  const lines = [
    `- ${onePageLine(facts.role, 40)} ${quotedPageLine(facts.name, 500)} [ref=${facts.ref}]`,
    `- tag: ${onePageLine(facts.tag, 40)}${facts.type === undefined ? '' : ` type=${onePageLine(facts.type, 40)}`}`,
    `- visible: ${found['visible'] === true ? 'yes' : 'no'}, enabled: ${facts.disabled ? 'no' : 'yes'}, editable: ${facts.editable ? 'yes' : 'no'}`,
  ];
  if (facts.sensitive !== undefined) lines.push(`- sensitive: ${facts.sensitive} (its value is never shown)`);
  if (facts.href !== undefined) lines.push(`- goes to: ${quotedPageLine(facts.href.split('#')[0] ?? '', 300)}`);
  if (facts.form !== undefined) lines.push(`- form: ${facts.form.method} ${quotedPageLine(facts.form.action, 200)}`);
  const { states, value, text, box, attributes, styles } = found;
  if (Array.isArray(states) && states.length > 0)
    lines.push(`- states: ${states.map((state) => onePageLine(String(state), 40)).join(', ')}`);
  if (typeof text === 'string' && text !== '' && text !== facts.name) lines.push(`- text: ${begun(text, facts.ref)}`);
  if (typeof value === 'string') lines.push(`- value: ${begun(value, facts.ref)}`);
  if (isRecord(box)) lines.push(`- box: ${pairs(box)}`);
  if (isRecord(attributes)) lines.push(`- attributes: ${pairs(attributes)}`);
  if (isRecord(styles)) lines.push(`- styles: ${pairs(styles)}`);
  return lines.join('\n');
}

const MAX_TEXT = 500;

function begun(text: string, ref: string): string {
  const more = text.length - MAX_TEXT;
  return `${quotedPageLine(text, MAX_TEXT)}${more > 0 ? ` +${more} characters: browser_read ref=${ref}` : ''}`;
}

function pairs(record: Readonly<Record<string, unknown>>): string {
  return Object.entries(record)
    .map(
      ([key, value]) =>
        `${onePageLine(key, 40)}=${typeof value === 'number' ? Math.round(value) : quotedPageLine(String(value), 200)}`,
    )
    .join(' ');
}
