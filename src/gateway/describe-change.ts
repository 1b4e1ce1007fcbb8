import { quotedPageLine } from '../core/index.js';
import type { ElementFacts, FormFacts, CallFacts } from '../core/index.js';

const MAX_NAMED = 4;

/** The facts that changed since a person was asked, in words for the agent. Names of fields only, never values. */
export function describeChange(before: CallFacts, now: CallFacts): string {
  if (before.page?.document !== now.page?.document || before.page?.url !== now.page?.url) return 'the page';
  const later = [...now.elements.values()];
  const changes = [...before.elements.values()].flatMap((element, i) => elementChanges(element, later[i]));
  const named = [...new Set(changes)];
  if (named.length === 0) return 'what is there';
  const rest = named.length > MAX_NAMED ? `, and ${String(named.length - MAX_NAMED)} more` : '';
  return `${named.slice(0, MAX_NAMED).join(', ')}${rest}`;
}

function elementChanges(before: ElementFacts, now: ElementFacts | undefined): readonly string[] {
  if (now === undefined) return ['the element'];
  const changes: string[] = [];
  if ((['ref', 'role', 'name', 'shown', 'type'] as const).some((key) => before[key] !== now[key]))
    changes.push('the element');
  if (before.href !== now.href) changes.push('where the link leads');
  if (before.around?.says !== now.around?.says || before.around?.amount !== now.around?.amount)
    changes.push('the words around it');
  return before.form === undefined || now.form === undefined
    ? changes
    : [...changes, ...formChanges(before.form, now.form)];
}

function formChanges(before: FormFacts, now: FormFacts): readonly string[] {
  const changes: string[] = [];
  if (before.action !== now.action || before.routeDigest !== now.routeDigest)
    changes.push('where or how the form is sent');
  if (before.amount !== now.amount) changes.push('the amount');
  const fields = changedFields(before, now);
  const isOtherwise = before.contentDigest !== now.contentDigest || before.tokenDigest !== now.tokenDigest;
  return fields.length === 0 && isOtherwise ? [...changes, 'a field'] : [...changes, ...fields];
}

function changedFields({ fields = [] }: FormFacts, { fields: later = [] }: FormFacts): readonly string[] {
  const length = Math.max(fields.length, later.length);
  return Array.from({ length }, (_, i) => [fields[i], later[i]] as const).flatMap(([was, is]) =>
    was?.name === is?.name && was?.value === is?.value && was?.digest === is?.digest
      ? []
      : [`field ${quotedPageLine(is?.name ?? was?.name ?? '', 40)}`],
  );
}
