import { Failure, capabilityNames, isCapability, isCapabilityHere, nearestWord } from '../core/index.js';
import { isMapping, settingPlace, valueAt } from './settings.js';
import type { SourceOf } from './settings.js';

/** Runs before the schema, because these refusals have codes of their own. */
export function checkCapabilityNames(whole: unknown, sourceOf: SourceOf): void {
  checkList(whole, ['capabilities'], sourceOf);
  const teams = valueAt(whole, ['teams']);
  for (const team of isMapping(teams) ? Object.keys(teams) : []) {
    checkList(whole, ['teams', team, 'capabilities'], sourceOf);
  }
}

function checkList(whole: unknown, path: readonly string[], sourceOf: SourceOf): void {
  const names = valueAt(whole, path);
  if (!Array.isArray(names)) return;
  for (const name of names.filter((entry): entry is string => typeof entry === 'string')) {
    const where = settingPlace(path, sourceOf);
    if (!isCapability(name)) {
      const valid = capabilityNames();
      const near = nearestWord(name, valid);
      const next = `${near === undefined ? '' : `; did you mean ${near}?`}; valid: ${valid.join(', ')}`;
      throw new Failure('config.unknown-capability', `${where}: ${JSON.stringify(name)}${next}`);
    }
    if (!isCapabilityHere(name)) {
      throw new Failure('config.not-here-yet', `${where}: the tools of ${name} are not in this version`);
    }
  }
}
