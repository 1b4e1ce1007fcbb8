import { attribute, hasAttribute, inputType, isInput } from './dom-primordials.js';
import { isDisabled } from './states.js';

export interface FileFieldAnswer {
  readonly multiple: boolean;
  readonly accept: string;
  readonly folder: boolean;
  readonly disabled: boolean;
}

/** False: it is something else, which may open a file chooser when it is clicked. */
export function fileField(element: Element): FileFieldAnswer | false {
  if (!isInput(element) || inputType(element) !== 'file') return false;
  return {
    multiple: hasAttribute(element, 'multiple'),
    accept: (attribute(element, 'accept') ?? '').slice(0, 2_000),
    folder: hasAttribute(element, 'webkitdirectory'),
    disabled: isDisabled(element),
  };
}
