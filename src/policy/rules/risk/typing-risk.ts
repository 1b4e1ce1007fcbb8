import type { ElementFacts } from '../../../core/index.js';
import { findFieldKind } from './field-kind.js';
import { enterRisk } from './click-risk.js';
import type { Risk } from './risk.js';
import type { SiteContext } from './site-context.js';

/** Typed text takes effect only when it is sent: the kind of the field decides the risk. */
export function typingRisk(element: ElementFacts, { hasIdentity, isSensitive }: SiteContext): Risk {
  if (element.sensitive !== undefined) return { level: 'medium', because: 'puts a secret by its name into its field' };
  switch (findFieldKind(element)) {
    case 'search':
      return { level: 'low', because: 'types into a search' };
    case 'settings':
      // Public playgrounds have editors too; an editor is a risk where an account is signed in or a field is sensitive.
      if (hasIdentity || isSensitive) return { level: 'high', because: 'types into an editor or a setting' };
      return { level: 'medium', because: 'types into an editor or a setting' };
    case 'message':
    case 'text':
      return { level: 'low', because: 'types a text' };
    case 'data':
      return { level: 'medium', because: 'types data into a form' };
  }
}

/** Enter, or a line break in a field of one line. */
export function enteringRisk(element: ElementFacts, withControl: boolean, around: SiteContext): Risk {
  const kind = findFieldKind(element);
  // Chats send with Enter and mail with Control+Enter, form or not.
  if (kind === 'message' || (withControl && kind === 'text')) {
    return { level: 'high', because: 'Enter here sends a message' };
  }
  // In a field of several lines Enter is a line break to the browser, and to many pages the button of its form.
  if (element.form === undefined) return { level: 'low', because: 'Enter in a field' };
  return enterRisk(element, element.form, around);
}
